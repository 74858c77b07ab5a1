//! Document frequencies of word sequences that may be phrases.

use rustc_hash::FxHashMap;

/// Document frequencies of sequences, by a 64-bit key.
///
/// Documents are counted one after another; counts of different documents can be [merged](Self::merge).
#[derive(Default)]
pub(super) struct PhraseCounts {
    /// Document frequency and most recent document of every sequence.
    counts: FxHashMap<u64, (u32, u32)>,
}

impl PhraseCounts {
    /// Records that `document` contains the sequence.
    pub(super) fn add(&mut self, sequence: u64, document: u32) {
        let (frequency, last) = self.counts.entry(sequence).or_insert((0, u32::MAX));
        if *last != document {
            *last = document;
            *frequency += 1;
        }
    }

    /// Adds the counts of other documents; associative and commutative.
    pub(super) fn merge(mut self, other: Self) -> Self {
        if self.counts.len() < other.counts.len() {
            return other.merge(self);
        }
        #[expect(clippy::iter_over_hash_type, reason = "integer sums do not depend on the order")]
        for (sequence, (frequency, _)) in other.counts {
            self.counts.entry(sequence).or_insert((0, u32::MAX)).0 += frequency;
        }
        self
    }

    /// The sequences in at least `minimum` documents with their frequencies, ordered by key.
    pub(super) fn frequent(self, minimum: u32) -> Vec<(u64, u32)> {
        let mut frequent: Vec<(u64, u32)> = self
            .counts
            .into_iter()
            .filter_map(|(sequence, (frequency, _))| (frequency >= minimum).then_some((sequence, frequency)))
            .collect();
        frequent.sort_unstable();
        frequent
    }
}

#[cfg(test)]
mod tests {
    use super::PhraseCounts;

    #[test]
    fn a_document_counts_once() {
        let (mut left, mut right) = (PhraseCounts::default(), PhraseCounts::default());
        for (sequence, document) in [(7, 0), (7, 0), (7, 1), (8, 1)] {
            left.add(sequence, document);
        }
        right.add(7, 2);
        right.add(9, 2);
        assert_eq!(left.merge(right).frequent(1), [(7, 3), (8, 1), (9, 1)]);
    }
}
