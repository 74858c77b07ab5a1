//! Papers of a corpus that are near-duplicates of papers elsewhere.

use super::Corpus;
use crate::reconcile::{Reconciliation, ReconciliationReason, ReconciliationRow};

impl Reconciliation {
    /// Logs that the papers in the given rows of `corpus` are near-duplicates of papers outside it, which have the given keys.
    /// What is logged already is not logged again. Sorts the rows of the log.
    ///
    /// # Panics
    /// When a row is not in the corpus.
    pub fn push_copies<'a>(&mut self, corpus: &Corpus, copies: impl IntoIterator<Item = (u32, &'a str)>) {
        for (row, of) in copies {
            let (input, record) = corpus.speaker(row as usize).unwrap_or_default();
            self.push_near_duplicate([of, corpus.key(row as usize)], input, record);
        }
        self.rows.sort_unstable();
        self.rows.dedup();
        let is_copy = |row: &&ReconciliationRow| row.reason == ReconciliationReason::NearDuplicate;
        self.near_duplicates = self.rows.iter().filter(is_copy).count() as u64;
    }
}
