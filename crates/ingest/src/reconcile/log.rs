//! The reconciliation log: what was joined, why, and which of several conflicting values was kept.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::group::Papers;
use super::rank::best_of_fields;
use crate::records::record_store::{LIST_SEPARATOR, RecordStore, TextField};

/// Longest value shown in a row, in characters.
const SHOWN_CHARACTERS: usize = 120;

/// Why a record was joined to a paper, or what else the log notes about a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ReconciliationReason {
    /// Same arXiv identifier, different version.
    Version,
    /// Same arXiv identifier, same format, not a different version: a cross-list or a later listing.
    CrossList,
    /// Same arXiv identifier in a different format.
    ArxivId,
    /// No arXiv identifier; same DOI.
    Doi,
    /// No arXiv identifier; same other identifier.
    ExternalId,
    /// No identifier in common; same title and abstract up to spelling.
    TitleAndAbstract,
    /// Same title, and one abstract is the beginning of the other.
    TitleAndTruncatedAbstract,
    /// Same title, and one of the records has no abstract.
    Title,
    /// The same record word for word.
    Copy,
    /// Not a join: the source spells the paper's arXiv identifier differently, as a table that stores it as a
    /// number does (`907.529` for `0907.5290`).
    Spelling,
    /// Not a join: the submission date is uncertain because its year has two digits, its day could be its
    /// month, or its digits form no date.
    UncertainDate,
    /// Not a join: the source gave this paper the identifier of another paper, so it got a key of its own.
    SharedId,
    /// Not a join: the paper is withdrawn.
    Withdrawn,
    /// Not a join: the paper's text is nearly that of another, which counts for both in statistics.
    NearDuplicate,
}

impl ReconciliationReason {
    /// The name used in tables.
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

/// One row of `reconcile.csv`: a record joined to a paper that another record speaks for, one field in which
/// the two differ, an identifier that its source spells differently, an uncertain date, a paper with the
/// identifier of another, a withdrawn paper, or a near-duplicate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct ReconciliationRow {
    /// The paper's key; for near-duplicates, the key of the paper that counts.
    pub paper: String,
    /// The input of the joined record.
    pub input: String,
    /// The joined record's ordinal in its input, from 1.
    pub record: u64,
    /// Why it was joined.
    pub reason: ReconciliationReason,
    /// The field in which it differs from the paper; `None` in the row for the join itself.
    pub field: Option<Cow<'static, str>>,
    /// The paper's value, cut to 120 characters.
    pub kept: Option<String>,
    /// The joined record's value, cut to 120 characters; for a near-duplicate, its key.
    pub dropped: Option<String>,
    /// The record that the paper's value comes from, as `input#ordinal`.
    pub kept_from: Option<String>,
}

/// The result of reconciling the records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Reconciliation {
    /// Records read, including those of a corpus.
    pub records: u64,
    /// Papers that the records form.
    pub papers: u64,
    /// Papers that another paper counts for in statistics because their texts are nearly the same.
    pub near_duplicates: u64,
    /// What the other inputs added to the corpora among the inputs.
    pub additions: Additions,
    /// Joins and their conflicts, uncertain values, withdrawn papers and near-duplicates, sorted.
    pub rows: Vec<ReconciliationRow>,
}

/// What records added to a corpus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Additions {
    /// Papers that were not in the corpus.
    pub new: u64,
    /// Papers that an added record now speaks for, because it is newer or from a better source.
    pub newer: u64,
    /// Papers to which only older or lesser records were added.
    pub other: u64,
    /// Records that were already in the corpus.
    pub known: u64,
}

/// Logs every join in `papers` and every withdrawn paper; `key(paper)` is the paper's key.
///
/// Copies of records that a corpus already had are counted but not logged.
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
    /// Logs that the paper `key`, which the record `row` speaks for, was given the identifier `id` of the
    /// paper that the record `keeper` speaks for.
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

    /// Logs that the paper `keys[1]`, which record number `record` of `input` speaks for, is a near-duplicate
    /// of `keys[0]`, which counts for both.
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

    /// Adds the result for other records.
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

    /// The kind of join between two records with the same arXiv identifier.
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

/// A value as the log shows it. Lists of categories may end with a separator.
fn shown(text: &str) -> String {
    let text = text.strip_suffix(LIST_SEPARATOR).unwrap_or(text);
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
