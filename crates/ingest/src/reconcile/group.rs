//! Groups records into papers.

use std::cell::OnceCell;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::family_names;
use super::log::ReconciliationReason;
use super::merges::Merges;
use super::normal_form;
use super::rank::{compare, compare_with_place};
use super::text_order::sort_by_text;
use crate::records::record_store::{LIST_SEPARATOR, RecordStore, TextField};

/// An abstract counts as the beginning of another only if its normal form has at least this many bytes; a
/// shorter one could begin any paper's.
const MIN_TRUNCATED_BYTES: usize = 80;

/// A record without an abstract is matched by title alone only if the title's normal form has at least this
/// many bytes.
const MIN_TITLE_BYTES: usize = 24;

/// At most this many records of one title are kept for later records of that title to be compared with.
const MAX_SAME_TITLE: usize = 32;

/// Records grouped into papers.
pub(crate) struct Papers {
    /// Rows of the record store, paper by paper. Within a paper they are in the order of [`compare`], with
    /// abstracts without a title last; of records that are copies of each other only the first is listed.
    members: Vec<u32>,
    /// The start of each paper in `members`, and the end of the last.
    starts: Vec<u32>,
    /// Why each record that does not speak for its paper was joined to it.
    pub(super) reasons: FxHashMap<u32, ReconciliationReason>,
    /// The remaining copies, in the order of their papers.
    copies: Vec<RecordCopy>,
    /// Rows that belong to no paper: records without a title (abstracts or merges) whose paper was not found.
    left_over: Vec<u32>,
}

/// A record that is identical, word for word, to another of the same format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordCopy {
    /// The row.
    pub(crate) row: u32,
    /// The row of the record that represents it.
    pub(crate) of: u32,
    /// The paper.
    pub(crate) paper: u32,
}

impl Papers {
    /// The number of papers.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The rows of one paper's records; the record that speaks for the paper comes first.
    pub(crate) fn members(&self, paper: usize) -> &[u32] {
        &self.members[self.starts[paper] as usize..self.starts[paper + 1] as usize]
    }

    /// The records that are copies of a member.
    pub(crate) fn copies(&self) -> &[RecordCopy] {
        &self.copies
    }

    /// Records without a title whose paper was not found.
    pub(crate) fn left_over(&self) -> &[u32] {
        &self.left_over
    }

    /// Separates copies from the other members. Each paper's `members` must be in the order of
    /// [`compare_with_place`].
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

/// Groups all records of `store` into papers. The order of the papers is unspecified but depends only on the
/// records.
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
    // The record that speaks for a paper has a title, and an identifier that was not merged into another.
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
        // The first record found has no reason. If it is not the one that speaks for the paper, it joined for
        // the reason that the speaking record did.
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

/// What a record without an arXiv identifier is recognised by: hashes of normal forms.
struct Print {
    title: u128,
    title_bytes: usize,
    /// `None` if there is no abstract, or if no other record has the title.
    abstract_text: Option<u128>,
}

/// The first 128 bits of the BLAKE3 hash, taken to be unique to the text.
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

/// The papers so far, indexed by everything that can join a record to them. If several papers match, the
/// first inserted wins.
struct Known<'a> {
    dois: FxHashMap<&'a [u8], usize>,
    external_ids: FxHashMap<&'a [u8], usize>,
    /// By title and abstract.
    texts: FxHashMap<(u128, u128), usize>,
    /// The first records of each title that occurs in a record without an arXiv identifier.
    titles: FxHashMap<u128, Vec<SameTitle>>,
    /// Identifiers merged into others.
    merges: &'a Merges<'a>,
    /// Papers that have a DOI; `authorities` holds, per paper, the authorities of its other identifiers.
    with_doi: FxHashSet<usize>,
    authorities: FxHashSet<(usize, &'a [u8])>,
}

/// One of the records that have the same title.
struct SameTitle {
    row: u32,
    paper: usize,
    /// Its abstract in normal form, computed on first use.
    abstract_text: OnceCell<String>,
}

/// Records that only a title connects, such as a preprint and its later publication, are one paper if they
/// are at most this many years apart.
const MAX_YEARS_APART: i64 = 3;

/// The further identifiers of a record.
pub(super) fn identifiers(store: &RecordStore, row: u32) -> impl Iterator<Item = &str> {
    store.text(row, TextField::Identifiers).split(LIST_SEPARATOR).filter(|identifier| !identifier.is_empty())
}

/// The part of an identifier before the colon.
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

    /// Whether the record in `row` is a different paper from `other`, which has the same title: because of
    /// another identifier from the same authority, which may be their table, other authors, or too many years
    /// between them. Identifiers present here are known to differ, since equal ones have already joined.
    fn is_other_paper(&self, store: &RecordStore, row: u32, other: &SameTitle) -> bool {
        let external_id = store.bytes(row, TextField::ExternalId);
        let authors = |row: u32| store.text(row, TextField::Authors);
        let is_identified_otherwise = (!store.bytes(row, TextField::Doi).is_empty()
            && self.with_doi.contains(&other.paper))
            || (!external_id.is_empty() && self.authorities.contains(&(other.paper, authority(external_id))));
        let days = |row: u32| Some(store.facts[row as usize].published?.unix_seconds() / 86_400);
        let are_years_apart = days(row)
            .zip(days(other.row))
            .is_some_and(|(first, second)| (first - second).abs() > MAX_YEARS_APART * 366);
        is_identified_otherwise
            || are_years_apart
            || are_told_apart(store, row, other.row)
            || family_names::are_different(authors(row), authors(other.row))
    }
}

/// Joins the records without arXiv identifier to each other and to `papers`, which are sorted by identifier;
/// records that match nothing become papers of their own. Then joins the records without a title, and returns
/// the rows of those that belong to no paper.
fn join_anonymous(
    store: &RecordStore,
    (mut anonymous, untitled): (Vec<u32>, &[u32]),
    merges: &Merges<'_>,
    papers: &mut Vec<Vec<u32>>,
    reasons: &mut FxHashMap<u32, ReconciliationReason>,
) -> Vec<u32> {
    anonymous.par_sort_unstable_by(|&a, &b| compare_with_place(store, a, b));
    let prints: Vec<Print> = anonymous.par_iter().map(|&row| Print::of_title(store, row)).collect();
    // Whether other records also have the title. Abstracts are read only for those.
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
    // All papers that have an identifier are known now.
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

/// Whether both records are of one table, which gives them different identifiers of its own.
fn are_told_apart(store: &RecordStore, first: u32, second: u32) -> bool {
    let given = |row: u32| store.bytes(row, TextField::GivenId);
    let path = |row: u32| &store.origins[store.facts[row as usize].input as usize].path;
    let (one, other) = (given(first), given(second));
    !one.is_empty() && !other.is_empty() && one != other && path(first) == path(second)
}

/// Whether records with the same title are one paper by their abstracts, which are in normal form, and why.
fn agree(title_bytes: usize, first: &str, second: &str) -> Option<ReconciliationReason> {
    let (short, long) = if first.len() <= second.len() { (first, second) } else { (second, first) };
    if short.is_empty() {
        return (title_bytes >= MIN_TITLE_BYTES).then_some(ReconciliationReason::Title);
    }
    (short.len() >= MIN_TRUNCATED_BYTES && long.starts_with(short))
        .then_some(ReconciliationReason::TitleAndTruncatedAbstract)
}
