//! Which records are one paper.

use std::cell::OnceCell;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::log::ReconciliationReason;
use super::merges::Merges;
use super::normal_form;
use super::rank::{compare, compare_with_place};
use super::text_order::sort_by_text;
use crate::records::record_store::{LIST_SEPARATOR, RecordStore, TextField};

/// The shortest normal form of an abstract that can be another's beginning, in bytes. Less could be any paper's.
const MIN_TRUNCATED_BYTES: usize = 80;

/// The shortest normal form of a title that alone can say which paper a record without abstract is, in bytes.
const MIN_TITLE_BYTES: usize = 24;

/// How many records of one title are compared with another of that title.
const MAX_SAME_TITLE: usize = 32;

/// Records grouped into papers.
pub(crate) struct Papers {
    /// Rows of the record store, paper by paper; within a paper in the order of [`compare`], abstracts alone behind the
    /// others, and of records that are copies of each other the first.
    members: Vec<u32>,
    /// Where each paper begins in `members`, and the end of the last.
    starts: Vec<u32>,
    /// Why a record was joined to its paper, for those that do not speak for it.
    pub(super) reasons: FxHashMap<u32, ReconciliationReason>,
    /// The other copies, in the order of their papers.
    copies: Vec<RecordCopy>,
    /// Rows that are of no paper: abstracts without a title, whose paper is not there.
    left_over: Vec<u32>,
}

/// A record that says word for word what another of its format says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordCopy {
    /// The row.
    pub(crate) row: u32,
    /// The row of the record that stands for it.
    pub(crate) of: u32,
    /// The paper.
    pub(crate) paper: u32,
}

impl Papers {
    /// How many papers there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The rows of one paper's records, the one that speaks for it first.
    pub(crate) fn members(&self, paper: usize) -> &[u32] {
        &self.members[self.starts[paper] as usize..self.starts[paper + 1] as usize]
    }

    /// The records that are copies of a member.
    pub(crate) fn copies(&self) -> &[RecordCopy] {
        &self.copies
    }

    /// Abstracts whose paper is not there.
    pub(crate) fn left_over(&self) -> &[u32] {
        &self.left_over
    }

    /// Sets copies apart; within a paper `members` are in the order of [`compare_with_place`].
    fn new(
        store: &RecordStore,
        members: Vec<u32>,
        starts: Vec<u32>,
        reasons: FxHashMap<u32, ReconciliationReason>,
    ) -> Self {
        let mut papers = Self { members, starts, reasons, copies: Vec::new(), left_over: Vec::new() };
        let mut copies = Vec::new();
        if papers.members.len() == papers.len() {
            return papers;
        }
        let mut kept: Vec<u32> = Vec::with_capacity(papers.members.len());
        let mut starts = Vec::with_capacity(papers.starts.len());
        for paper in 0..papers.len() {
            let start = kept.len();
            starts.push(start as u32);
            for &row in papers.members(paper) {
                match kept[start..].last() {
                    Some(&of) if compare(store, of, row).is_eq() => {
                        copies.push(RecordCopy { row, of, paper: paper as u32 });
                    }
                    _ => kept.push(row),
                }
            }
        }
        starts.push(kept.len() as u32);
        (papers.members, papers.starts, papers.copies) = (kept, starts, copies);
        papers
    }
}

/// Groups all records of `store` into papers, in no particular order that depends on more than the records.
pub(crate) fn reconcile(store: &RecordStore) -> Papers {
    let (mut identified, anonymous): (Vec<u32>, Vec<u32>) =
        (0..store.len() as u32).partition(|&row| !store.bytes(row, TextField::ArxivId).is_empty());
    let id = |row: u32| store.bytes(row, TextField::ArxivId);
    sort_by_text(&mut identified, id, |a, b| compare_with_place(store, a, b));
    let mut reasons = FxHashMap::default();
    let mut papers: Vec<Vec<u32>> = Vec::new();
    if anonymous.is_empty() {
        let mut starts: Vec<u32> = Vec::with_capacity(identified.len() + 1);
        for (at, &row) in identified.iter().enumerate() {
            if at > 0 && id(identified[at - 1]) == id(row) {
                reasons.insert(row, ReconciliationReason::ArxivId);
            } else {
                starts.push(at as u32);
            }
        }
        starts.push(identified.len() as u32);
        return Papers::new(store, identified, starts, reasons);
    }
    for chunk in identified.chunk_by(|&a, &b| id(a) == id(b)) {
        reasons.extend(chunk[1..].iter().map(|&row| (row, ReconciliationReason::ArxivId)));
        papers.push(chunk.to_vec());
    }
    let is_untitled = |row: u32| store.bytes(row, TextField::Title).is_empty();
    let (untitled, titled): (Vec<u32>, Vec<u32>) = anonymous.into_iter().partition(|&row| is_untitled(row));
    let merges = Merges::among(store, &untitled);
    let left_over = join_anonymous(store, (titled, &untitled), &merges, &mut papers, &mut reasons);
    // What speaks for a paper has a title, and an identifier that is still its own.
    let rank = |row: u32| {
        let is_unidentified = store.bytes(row, TextField::ArxivId).is_empty();
        let gave_way = || merges.of(store.bytes(row, TextField::ExternalId)).next().is_some();
        (is_untitled(row), is_unidentified, is_unidentified && gave_way())
    };
    for members in &mut papers {
        members.sort_unstable_by(|&a, &b| {
            let order = || compare_with_place(store, a, b);
            if untitled.is_empty() { order() } else { rank(a).cmp(&rank(b)).then_with(order) }
        });
        // The first that was met has no reason. Where it is not the one that speaks, they are one for what joined that one to it.
        if let Some(reason) = reasons.remove(&members[0]) {
            for &row in &members[1..] {
                reasons.entry(row).or_insert(reason);
            }
        }
    }
    let mut starts = vec![0];
    let mut members = Vec::with_capacity(store.len());
    for paper in &papers {
        members.extend_from_slice(paper);
        starts.push(members.len() as u32);
    }
    Papers { left_over, ..Papers::new(store, members, starts, reasons) }
}

/// What a record without arXiv identifier is known by: hashes of normal forms.
struct Print {
    title: u128,
    title_bytes: usize,
    /// `None` without an abstract, and of a title that no other record has.
    abstract_text: Option<u128>,
}

/// A hash that no two texts share.
fn hash(text: &str) -> u128 {
    let digest = blake3::hash(text.as_bytes());
    let (first, _) = digest.as_bytes().split_at(16);
    u128::from_le_bytes(first.try_into().expect("half of 32 bytes are 16"))
}

impl Print {
    fn of_title(store: &RecordStore, row: u32) -> Self {
        let title = normal_form(store.text(row, TextField::Title));
        Self { title: hash(&title), title_bytes: title.len(), abstract_text: None }
    }

    fn with_abstract(self, store: &RecordStore, row: u32) -> Self {
        let abstract_text = normal_form(store.text(row, TextField::Abstract));
        Self { abstract_text: (!abstract_text.is_empty()).then(|| hash(&abstract_text)), ..self }
    }
}

/// The papers known so far, by what can join a record to them. Where several qualify, the first one counts.
struct Known<'a> {
    dois: FxHashMap<&'a [u8], usize>,
    external_ids: FxHashMap<&'a [u8], usize>,
    /// By title and abstract.
    texts: FxHashMap<(u128, u128), usize>,
    /// The first records of each title that a record without identifier has.
    titles: FxHashMap<u128, Vec<SameTitle>>,
    /// What became of records that went into others, by their identifiers.
    merges: &'a Merges<'a>,
    /// Papers that have a DOI, and the authorities of the other identifiers that a paper has.
    with_doi: FxHashSet<usize>,
    authorities: FxHashSet<(usize, &'a [u8])>,
}

/// A record among those of one title.
struct SameTitle {
    row: u32,
    paper: usize,
    /// Its abstract in normal form, once it was looked at.
    abstract_text: OnceCell<String>,
}

/// Years that lie between the records of one paper at most, where nothing but a title says that they are one: a preprint
/// and what became of it.
const MAX_YEARS_APART: i64 = 3;

/// The further identifiers of a record.
pub(super) fn identifiers(store: &RecordStore, row: u32) -> impl Iterator<Item = &str> {
    store.text(row, TextField::Identifiers).split(LIST_SEPARATOR).filter(|identifier| !identifier.is_empty())
}

/// What stands before the colon of an identifier.
fn authority(external_id: &[u8]) -> &[u8] {
    external_id.split(|&byte| byte == b':').next().unwrap_or_default()
}

impl<'a> Known<'a> {
    fn nothing_but(merges: &'a Merges<'a>) -> Self {
        Self {
            dois: FxHashMap::default(),
            external_ids: FxHashMap::default(),
            texts: FxHashMap::default(),
            titles: FxHashMap::default(),
            merges,
            with_doi: FxHashSet::default(),
            authorities: FxHashSet::default(),
        }
    }

    fn insert(&mut self, store: &'a RecordStore, row: u32, paper: usize, print: Option<&Print>) {
        let doi = store.bytes(row, TextField::Doi);
        if !doi.is_empty() {
            self.dois.entry(doi).or_insert(paper);
            self.with_doi.insert(paper);
        }
        for identifier in identifiers(store, row) {
            match identifier.strip_prefix("doi:") {
                Some(doi) => self.dois.entry(doi.as_bytes()).or_insert(paper),
                None => self.external_ids.entry(identifier.as_bytes()).or_insert(paper),
            };
        }
        let external_id = store.bytes(row, TextField::ExternalId);
        if !external_id.is_empty() {
            self.external_ids.entry(external_id).or_insert(paper);
            for now in self.merges.of(external_id) {
                self.external_ids.entry(now).or_insert(paper);
            }
            self.authorities.insert((paper, authority(external_id)));
        }
        if let Some(print) = print {
            if let Some(abstract_text) = print.abstract_text {
                self.texts.entry((print.title, abstract_text)).or_insert(paper);
            }
            let same = self.titles.entry(print.title).or_default();
            if same.len() < MAX_SAME_TITLE {
                same.push(SameTitle { row, paper, abstract_text: OnceCell::new() });
            }
        }
    }

    /// The paper that a record belongs to, and why.
    fn find(&self, store: &RecordStore, row: u32, print: &Print) -> Option<(usize, ReconciliationReason)> {
        use ReconciliationReason as Reason;
        if let Some(&paper) = self.dois.get(store.bytes(row, TextField::Doi)) {
            return Some((paper, Reason::Doi));
        }
        let external_id = store.bytes(row, TextField::ExternalId);
        let mut names = std::iter::once(external_id).chain(self.merges.of(external_id));
        if let Some(&paper) = names.find_map(|name| self.external_ids.get(name)) {
            return Some((paper, Reason::ExternalId));
        }
        for identifier in identifiers(store, row) {
            let (found, reason) = match identifier.strip_prefix("doi:") {
                Some(doi) => (self.dois.get(doi.as_bytes()), Reason::Doi),
                None => (self.external_ids.get(identifier.as_bytes()), Reason::ExternalId),
            };
            if let Some(&paper) = found {
                return Some((paper, reason));
            }
        }
        let text =
            print.abstract_text.and_then(|abstract_text| self.texts.get(&(print.title, abstract_text)));
        if let Some(&paper) = text {
            return Some((paper, Reason::TitleAndAbstract));
        }
        let same_title = self.titles.get(&print.title)?;
        let own = normal_form(store.text(row, TextField::Abstract));
        same_title
            .iter()
            .filter_map(|other| {
                let normal = || normal_form(store.text(other.row, TextField::Abstract));
                let reason = agree(print.title_bytes, &own, other.abstract_text.get_or_init(normal))?;
                let is_other = reason == Reason::Title && self.is_other_paper(store, row, other);
                (!is_other).then_some((other.paper, reason))
            })
            .min_by_key(|&(paper, reason)| (reason, paper))
    }

    /// Whether more than the title, which the two have in common, tells the paper of `row` from that of `other`: another
    /// identifier of the same authority, other authors, or years between them. That the identifiers are others is known,
    /// as equal ones join before.
    fn is_other_paper(&self, store: &RecordStore, row: u32, other: &SameTitle) -> bool {
        let external_id = store.bytes(row, TextField::ExternalId);
        let is_identified_otherwise = (!store.bytes(row, TextField::Doi).is_empty()
            && self.with_doi.contains(&other.paper))
            || (!external_id.is_empty() && self.authorities.contains(&(other.paper, authority(external_id))));
        let days = |row: u32| Some(store.facts[row as usize].published?.unix_seconds() / 86_400);
        let are_years_apart = days(row)
            .zip(days(other.row))
            .is_some_and(|(first, second)| (first - second).abs() > MAX_YEARS_APART * 366);
        is_identified_otherwise || are_years_apart || have_other_authors(store, row, other.row)
    }
}

/// Joins the records without arXiv identifier to each other and to `papers`, which are in the order of their
/// identifiers; those that stay alone become papers. Then joins the abstracts without a title, of which it gives the rows
/// that are of no paper.
fn join_anonymous(
    store: &RecordStore,
    (mut anonymous, untitled): (Vec<u32>, &[u32]),
    merges: &Merges<'_>,
    papers: &mut Vec<Vec<u32>>,
    reasons: &mut FxHashMap<u32, ReconciliationReason>,
) -> Vec<u32> {
    anonymous.par_sort_unstable_by(|&a, &b| compare_with_place(store, a, b));
    let prints: Vec<Print> = anonymous.par_iter().map(|&row| Print::of_title(store, row)).collect();
    // Whether other records have the title too; abstracts are read of these alone.
    let mut titles: FxHashMap<u128, bool> = FxHashMap::default();
    for print in &prints {
        titles.entry(print.title).and_modify(|is_shared| *is_shared = true).or_insert(false);
    }
    let mut known = Known::nothing_but(merges);
    for (paper, members) in papers.iter().enumerate() {
        for &row in members {
            let print = Print::of_title(store, row);
            let shared = titles.get_mut(&print.title).map(|is_shared| *is_shared = true);
            let print = shared.map(|()| print.with_abstract(store, row));
            known.insert(store, row, paper, print.as_ref());
        }
    }
    let prints: Vec<Print> = prints
        .into_par_iter()
        .zip(&anonymous)
        .map(|(print, &row)| if titles[&print.title] { print.with_abstract(store, row) } else { print })
        .collect();
    for (&row, print) in anonymous.iter().zip(&prints) {
        let paper = if let Some((paper, reason)) = known.find(store, row, print) {
            papers[paper].push(row);
            reasons.insert(row, reason);
            paper
        } else {
            papers.push(vec![row]);
            papers.len() - 1
        };
        known.insert(store, row, paper, Some(print));
    }
    // All papers that have a number are known now.
    let mut left_over = Vec::new();
    for &row in untitled {
        match known.external_ids.get(store.bytes(row, TextField::ExternalId)) {
            Some(&paper) => {
                papers[paper].push(row);
                reasons.insert(row, ReconciliationReason::ExternalId);
            }
            None => left_over.push(row),
        }
    }
    left_over
}

/// The family name in normal form: the last word before a suffix (`Ann One, Jr.`), or the first where initials follow it
/// (`One AB`).
fn family_name(name: &str) -> Option<String> {
    let mut words = name.split(',').next()?.split_whitespace();
    let first = words.next()?;
    let last = words.next_back().unwrap_or(first);
    let is_initials = last.len() <= 3 && last.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'.');
    Some(normal_form(if is_initials { first } else { last }))
}

/// Whether both records name authors and no family name is among both.
fn have_other_authors(store: &RecordStore, first: u32, second: u32) -> bool {
    let families = |row: u32| -> Vec<String> {
        store.text(row, TextField::Authors).split(LIST_SEPARATOR).filter_map(family_name).collect()
    };
    let (first, second) = (families(first), families(second));
    !first.is_empty() && !second.is_empty() && !first.iter().any(|name| second.contains(name))
}

/// Whether records of one title are one paper by their abstracts, all in normal form, and why.
fn agree(title_bytes: usize, first: &str, second: &str) -> Option<ReconciliationReason> {
    let (short, long) = if first.len() <= second.len() { (first, second) } else { (second, first) };
    if short.is_empty() {
        return (title_bytes >= MIN_TITLE_BYTES).then_some(ReconciliationReason::Title);
    }
    (short.len() >= MIN_TRUNCATED_BYTES && long.starts_with(short))
        .then_some(ReconciliationReason::TitleAndTruncatedAbstract)
}
