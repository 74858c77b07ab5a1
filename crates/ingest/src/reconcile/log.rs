//! What was joined, why, and which of conflicting values won.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::group::Papers;
use super::rank::best_of_fields;
use crate::records::record_store::{RecordStore, TextField};

/// Longest value that a row shows, in characters.
const SHOWN_CHARACTERS: usize = 120;

/// Why a record was joined to a paper, or what else is to be known of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ReconciliationReason {
    /// The same arXiv identifier, another version.
    Version,
    /// The same arXiv identifier in the same format and not another version: a cross-list or a later listing.
    CrossList,
    /// The same arXiv identifier in another source.
    ArxivId,
    /// No arXiv identifier, and the same DOI.
    Doi,
    /// No arXiv identifier, and the same other identifier.
    ExternalId,
    /// No identifier in common, and the same title and abstract but for how they are written.
    TitleAndAbstract,
    /// The same title, and one abstract is the beginning of the other.
    TitleAndTruncatedAbstract,
    /// The same title, and no abstract in one of them.
    Title,
    /// Word for word the same record.
    Copy,
    /// Not joined: the source spells the paper's arXiv identifier otherwise, as a table of numbers does (`907.529` for
    /// `0907.5290`).
    Spelling,
    /// Not joined: the date of submission is not certain, as its year has two digits, its day could be its month, or its digits
    /// are no date.
    UncertainDate,
    /// Not joined: the source gives the identifier of another paper to this one too, which has a key of its own.
    SharedId,
    /// Not joined: the paper is withdrawn.
    Withdrawn,
    /// Not joined: the paper's text is nearly that of another, which counts for both in statistics.
    NearDuplicate,
}

impl ReconciliationReason {
    /// The name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Version => "version",
            Self::CrossList => "cross-list",
            Self::ArxivId => "arxiv-id",
            Self::Doi => "doi",
            Self::ExternalId => "external-id",
            Self::TitleAndAbstract => "title-and-abstract",
            Self::TitleAndTruncatedAbstract => "title-and-truncated-abstract",
            Self::Title => "title",
            Self::Copy => "copy",
            Self::Spelling => "spelling",
            Self::UncertainDate => "uncertain-date",
            Self::SharedId => "shared-id",
            Self::Withdrawn => "withdrawn",
            Self::NearDuplicate => "near-duplicate",
        }
    }
}

/// One row of `reconcile.csv`: a record that was joined to a paper for which another record speaks, one field in
/// which the two differ, a paper whose identifier another one has, a withdrawn paper, or a near-duplicate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct ReconciliationRow {
    /// The paper's key; of near-duplicates the key of the one that counts.
    pub paper: String,
    /// The input of the joined record.
    pub input: String,
    /// The joined record's ordinal in its input, from 1.
    pub record: u64,
    /// Why it was joined.
    pub reason: ReconciliationReason,
    /// The field in which it differs from the paper; `None` in the row that reports the join itself.
    pub field: Option<Cow<'static, str>>,
    /// The paper's value, cut to 120 characters.
    pub kept: Option<String>,
    /// The joined record's value, cut to 120 characters; of a near-duplicate its key.
    pub dropped: Option<String>,
    /// The record whose value the paper has, as `input#ordinal`.
    pub kept_from: Option<String>,
}

/// What became of the records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Reconciliation {
    /// Records that were read, those of a corpus included.
    pub records: u64,
    /// Papers that they are.
    pub papers: u64,
    /// Papers for which another counts in statistics, as both say nearly the same.
    pub near_duplicates: u64,
    /// What the other inputs added to the corpora among them.
    pub additions: Additions,
    /// The joins and the conflicts in them, withdrawn papers and near-duplicates, sorted.
    pub rows: Vec<ReconciliationRow>,
}

/// What records added to a corpus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Additions {
    /// Papers that the corpus did not have.
    pub new: u64,
    /// Papers for which an added record speaks now, as it is newer or of a better source.
    pub newer: u64,
    /// Papers of which an older or lesser record was added.
    pub other: u64,
    /// Records that the corpus had.
    pub known: u64,
}

/// Logs every join of `papers`, whose keys are `key(paper)`, and every withdrawn paper.
///
/// Copies of what a corpus held already are counted and not logged.
pub(crate) fn write_log<'a>(
    store: &RecordStore,
    papers: &Papers,
    key: impl Fn(usize) -> &'a str,
) -> Reconciliation {
    let mut rows = Vec::new();
    let mut additions = Additions::default();
    let mut log = Log { store, rows: &mut rows };
    for paper in 0..papers.len() {
        let members = papers.members(paper);
        log.paper(key(paper), members, |row| papers.reasons.get(&row).copied());
        let known = |row: &u32| store.facts[*row as usize].known;
        match (members.iter().any(known), known(&members[0])) {
            (false, _) => additions.new += 1,
            (true, false) => additions.newer += 1,
            (true, true) => additions.other += u64::from(!members.iter().all(known)),
        }
    }
    for copy in papers.copies() {
        if store.facts[copy.of as usize].known {
            additions.known += 1;
        } else {
            log.rows.push(log.row(key(copy.paper as usize), copy.row, ReconciliationReason::Copy));
        }
    }
    rows.sort_unstable();
    let (records, papers) = ((store.len() - papers.left_over().len()) as u64, papers.len() as u64);
    Reconciliation { records, papers, near_duplicates: 0, additions, rows }
}

impl Reconciliation {
    /// Notes that the paper named `key`, for which the record `row` speaks, was given the identifier `id` that names the paper
    /// of the record `keeper`.
    pub(crate) fn push_shared_id(&mut self, store: &RecordStore, key: &str, id: &str, row: u32, keeper: u32) {
        let log = Log { store, rows: &mut Vec::new() };
        let shared = log.row(key, row, ReconciliationReason::SharedId);
        self.rows.push(ReconciliationRow {
            field: Some("key".into()),
            kept: Some(shown(key)),
            dropped: Some(shown(id)),
            kept_from: Some(log.place(keeper)),
            ..shared
        });
    }

    /// Notes that the paper named by the second of `keys`, for which the record of that ordinal in `input` speaks, counts with
    /// the first.
    pub(crate) fn push_near_duplicate(&mut self, keys: [&str; 2], input: String, record: u64) {
        self.rows.push(ReconciliationRow {
            paper: keys[0].to_owned(),
            input,
            record,
            reason: ReconciliationReason::NearDuplicate,
            field: Some("key".into()),
            kept: Some(shown(keys[0])),
            dropped: Some(shown(keys[1])),
            kept_from: None,
        });
        self.near_duplicates += 1;
    }

    /// Adds what became of other records.
    pub(crate) fn add(&mut self, other: Self) {
        let Self { records, papers, near_duplicates, additions, rows } = other;
        self.records += records;
        self.papers += papers;
        self.near_duplicates += near_duplicates;
        self.additions.new += additions.new;
        self.additions.newer += additions.newer;
        self.additions.other += additions.other;
        self.additions.known += additions.known;
        self.rows.extend(rows);
    }
}

struct Log<'a> {
    store: &'a RecordStore,
    rows: &'a mut Vec<ReconciliationRow>,
}

impl Log<'_> {
    /// A record as `input#ordinal`.
    fn place(&self, row: u32) -> String {
        let facts = &self.store.facts[row as usize];
        format!("{}#{}", self.store.origins[facts.input as usize].path, facts.ordinal)
    }

    fn row(&self, key: &str, row: u32, reason: ReconciliationReason) -> ReconciliationRow {
        let facts = &self.store.facts[row as usize];
        ReconciliationRow {
            paper: key.to_owned(),
            input: self.store.origins[facts.input as usize].path.clone(),
            record: facts.ordinal,
            reason,
            field: None,
            kept: None,
            dropped: None,
            kept_from: None,
        }
    }

    fn paper(&mut self, key: &str, members: &[u32], reason: impl Fn(u32) -> Option<ReconciliationReason>) {
        let store = self.store;
        if store.facts[members[0] as usize].withdrawn {
            self.rows.push(self.row(key, members[0], ReconciliationReason::Withdrawn));
        }
        for &row in members {
            let [id, given] = [TextField::ArxivId, TextField::GivenId].map(|field| store.text(row, field));
            if !id.is_empty() && !given.is_empty() {
                self.rows.push(ReconciliationRow {
                    field: Some("key".into()),
                    kept: Some(shown(id)),
                    dropped: Some(shown(given)),
                    ..self.row(key, row, ReconciliationReason::Spelling)
                });
            }
        }
        for &row in members {
            let given = store.text(row, TextField::GivenDate);
            if !given.is_empty() {
                self.rows.push(ReconciliationRow {
                    field: Some("submitted".into()),
                    kept: store.facts[row as usize].published.map(|date| date.to_string()),
                    dropped: Some(shown(given)),
                    ..self.row(key, row, ReconciliationReason::UncertainDate)
                });
            }
        }
        let best = best_of_fields(store, members);
        for &row in &members[1..] {
            let reason = match reason(row) {
                None | Some(ReconciliationReason::ArxivId) => self.same_identifier(members[0], row),
                Some(other) => other,
            };
            let joined = self.row(key, row, reason);
            for field in TextField::ALL {
                let winner = best[field as usize];
                let (kept, dropped) = (store.text(winner, field), store.text(row, field));
                if !dropped.is_empty() && dropped != kept {
                    self.rows.push(ReconciliationRow {
                        field: Some(field.name().into()),
                        kept: Some(shown(kept)),
                        dropped: Some(shown(dropped)),
                        kept_from: Some(self.place(winner)),
                        ..joined.clone()
                    });
                }
            }
            self.rows.push(joined);
        }
    }

    /// What kind of join it is when two records have one arXiv identifier.
    fn same_identifier(&self, speaker: u32, row: u32) -> ReconciliationReason {
        let version = |row: u32| self.store.facts[row as usize].version;
        if version(speaker).zip(version(row)).is_some_and(|(first, second)| first != second) {
            ReconciliationReason::Version
        } else if self.store.format(speaker) == self.store.format(row) {
            ReconciliationReason::CrossList
        } else {
            ReconciliationReason::ArxivId
        }
    }
}

fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
