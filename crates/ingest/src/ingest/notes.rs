//! What inputs contained besides their records.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::records::record_store::{Origin, RecordStore};
use crate::{DateLosses, Format, Reject, TextEncoding, input_name};

/// The result of reading one input.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct InputSummary {
    /// The path as given or found; `-` is standard input.
    pub path: PathBuf,
    /// The format it was read as.
    pub format: Format,
    /// The encoding it was decoded from, inferred unless specified; `None` for UTF-8 and for formats that are
    /// not text.
    pub encoding: Option<TextEncoding>,
    /// Its stored size, compressed or not.
    pub bytes: u64,
    /// BLAKE3 hash of its stored bytes, in hexadecimal; `None` if not all of them were read.
    pub blake3: Option<String>,
    /// Records read.
    pub records: u64,
    /// Records that could not be read, plus 1 if the input ended early.
    pub rejected: u64,
    /// What its dates lost, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_losses: Option<DateLosses>,
}

/// The result of reading inputs. Notes of separately read inputs [add up](Self::add).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct InputNotes {
    /// Every input that was read in some format, in order.
    pub inputs: Vec<InputSummary>,
    /// What could not be read, in input order.
    pub rejects: Vec<Reject>,
}

/// Records without a title whose paper was not found: for each input, the ordinal of the first, and their
/// number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub(crate) struct LeftOver(Vec<(Origin, u64, u64)>);

impl InputNotes {
    /// Adds the notes of the inputs that follow.
    pub fn add(&mut self, other: Self) {
        self.inputs.extend(other.inputs);
        self.rejects.extend(other.rejects);
    }

    /// Rejects abstracts whose title record was not found, with one reject per input. Merges of works that
    /// are not among the papers are normal, so they are rejected only if no other input was read.
    pub(crate) fn set_abstracts_aside(&mut self, left_over: LeftOver) {
        let place = |notes: &Self, path: &str| {
            notes.inputs.iter().position(|summary| input_name(&summary.path) == path).unwrap_or(usize::MAX)
        };
        let mut by_input: BTreeMap<(usize, Origin), (u64, u64)> = BTreeMap::new();
        for (origin, first, count) in left_over.0 {
            let of_input = by_input.entry((place(self, &origin.path), origin)).or_insert((first, 0));
            *of_input = (of_input.0.min(first), of_input.1 + count);
        }
        let has_papers = self.inputs.iter().any(|summary| summary.format != Format::OpenAlexMerges);
        for ((at, Origin { path, format }), (first, count)) in by_input {
            let is_of_merges = format == Format::OpenAlexMerges;
            if is_of_merges && has_papers {
                continue;
            }
            let path = self.inputs.get_mut(at).map_or_else(
                || PathBuf::from(path),
                |summary| {
                    summary.records -= count.min(summary.records);
                    summary.rejected += count;
                    summary.path.clone()
                },
            );
            let reason = if is_of_merges {
                "OpenAlex's list of merged works, which says whose records to merge; give the folder of works too"
                    .to_owned()
            } else {
                format!(
                    "{count} abstracts of papers that are not among the inputs, the first is record {first}; give the file \
                     with their titles too"
                )
            };
            let (format, position, unread, unlisted) = (Some(format), None, false, 0);
            self.rejects.push(Reject { path, format, position, reason, unread, unlisted });
        }
    }
}

impl LeftOver {
    /// Adds the records in some rows of a store.
    pub(crate) fn add(&mut self, store: &RecordStore, rows: &[u32]) {
        for &row in rows {
            let facts = &store.facts[row as usize];
            let origin = &store.origins[facts.input as usize];
            match self.0.iter_mut().find(|(known, ..)| known == origin) {
                Some((_, first, count)) => (*first, *count) = ((*first).min(facts.ordinal), *count + 1),
                None => self.0.push((origin.clone(), facts.ordinal, 1)),
            }
        }
    }

    /// Adds those of other records.
    pub(crate) fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}
