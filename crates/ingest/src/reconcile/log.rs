//! What was joined, why, and which of conflicting values won.

use serde::Serialize;

use super::group::Papers;
use super::rank::best_with;
use crate::record_store::{RecordStore, TextField};

/// Longest value that a row shows, in characters.
const SHOWN_CHARACTERS: usize = 120;

/// Why a record was joined to a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ReconciliationReason {
    /// The same arXiv identifier, whatever the version.
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
}

/// One row of `reconcile.csv`: a record that was joined to a paper for which another record speaks, or one field
/// in which the two differ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ReconciliationRow {
    /// The paper's key.
    pub paper: String,
    /// The input of the joined record.
    pub input: String,
    /// The joined record's ordinal in its input, from 1.
    pub record: u64,
    /// Why it was joined.
    pub reason: ReconciliationReason,
    /// The field in which it differs from the paper; `None` in the row that reports the join itself.
    pub field: Option<&'static str>,
    /// The paper's value, cut to 120 characters.
    pub kept: Option<String>,
    /// The joined record's value, cut to 120 characters.
    pub dropped: Option<String>,
}

/// What was joined and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reconciliation {
    /// Records that were read.
    pub records: u64,
    /// Papers that they are.
    pub papers: u64,
    /// The joins and the conflicts in them, sorted.
    pub rows: Vec<ReconciliationRow>,
}

/// Logs every join of `papers`, whose keys are `key(paper)`.
pub(crate) fn write_log<'a>(
    store: &RecordStore,
    papers: &Papers,
    key: impl Fn(usize) -> &'a str,
) -> Reconciliation {
    let mut rows = Vec::new();
    for paper in 0..papers.len() {
        let members = papers.members(paper);
        for &row in &members[1..] {
            let facts = &store.facts[row as usize];
            let joined = ReconciliationRow {
                paper: key(paper).to_owned(),
                input: store.origins[facts.input as usize].path.clone(),
                record: facts.ordinal,
                reason: papers.reasons.get(&row).copied().unwrap_or(ReconciliationReason::ArxivId),
                field: None,
                kept: None,
                dropped: None,
            };
            for field in TextField::ALL {
                let kept = store.text(best_with(store, members, field), field);
                let dropped = store.text(row, field);
                if !dropped.is_empty() && dropped != kept {
                    rows.push(ReconciliationRow {
                        field: Some(field.name()),
                        kept: Some(shown(kept)),
                        dropped: Some(shown(dropped)),
                        ..joined.clone()
                    });
                }
            }
            rows.push(joined);
        }
    }
    rows.sort_unstable();
    Reconciliation { records: store.len() as u64, papers: papers.len() as u64, rows }
}

fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
