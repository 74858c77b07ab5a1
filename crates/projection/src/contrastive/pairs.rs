//! Chooses which texts are learned from, and in which order.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::ContrastiveParams;
use crate::TrainingRows;
use thema_features::SparseRow;

/// Minimum number of terms in a title.
const TITLE_TERMS: usize = 2;
/// Minimum number of terms in a body.
const BODY_TERMS: usize = 9;
/// Minimum number of terms in a document used as a whole.
const WHOLE_TERMS: usize = 3;
/// Most held-out pairs: enough for three digits of the loss.
const MOST_HELD_OUT: usize = 4096;

/// Two texts that should be close to each other: the title and the body of one document, two halves of a
/// document that lacks either, or the bodies of two related documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) first: u32,
    pub(super) second: u32,
}

impl Pair {
    /// The pair of a document's title and body.
    pub(super) fn of(document: u32) -> Self {
        Self { first: document, second: document }
    }

    /// Whether both texts are of one document.
    pub(super) fn is_of_one(self) -> bool {
        self.first == self.second
    }

    /// The texts of the pair; `None` if they are too short to learn from.
    pub(super) fn texts(self, rows: TrainingRows<'_>) -> Option<Texts<'_>> {
        let body = |document: u32| {
            Some(rows.bodies.row(document as usize)).filter(|body| body.indices.len() >= BODY_TERMS)
        };
        let whole = |document: u32| {
            Some(rows.documents.row(document as usize)).filter(|whole| whole.indices.len() >= WHOLE_TERMS)
        };
        if !self.is_of_one() {
            let text = |document| body(document).or_else(|| whole(document));
            return Some(Texts::Apart([text(self.first)?, text(self.second)?]));
        }
        let title = rows.titles.row(self.first as usize);
        match body(self.first) {
            Some(body) if title.indices.len() >= TITLE_TERMS => Some(Texts::Apart([title, body])),
            _ => whole(self.first).map(Texts::Halved),
        }
    }
}

/// Where the two texts of a pair come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Texts<'a> {
    /// Two separate texts.
    Apart([SparseRow<'a>; 2]),
    /// One text to be split in two at random, similar to the cropped spans of Izacard et al., "Unsupervised
    /// dense information retrieval with contrastive learning", 2022.
    Halved(SparseRow<'a>),
}

/// The usable pairs, split into those for learning and those for measuring.
#[derive(Debug)]
pub(super) struct Pairs {
    pub(super) learned: Vec<Pair>,
    /// Held-out pairs, each from one document.
    pub(super) held_out: Vec<Pair>,
}

impl Pairs {
    /// Samples at most `most_pairs` pairs with enough terms.
    pub(super) fn sample(params: &ContrastiveParams, rows: TrainingRows<'_>) -> Self {
        let usable = |pair: &Pair| pair.texts(rows).is_some();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(params.seed);
        let mut own: Vec<Pair> = (0..rows.titles.rows() as u32).map(Pair::of).filter(usable).collect();
        own.shuffle(&mut random);
        let held_out = (own.len().min(params.most_pairs) as f64 * f64::from(params.held_out)) as usize;
        let held_out = own.split_off(own.len() - held_out.min(MOST_HELD_OUT));
        let related = rows.related.iter().map(|&[first, second]| Pair { first, second });
        let mut learned = own;
        learned.extend(related.filter(usable));
        learned.shuffle(&mut random);
        learned.truncate(params.most_pairs - held_out.len());
        Self { learned, held_out }
    }

    /// Shuffles the learned pairs for an epoch.
    pub(super) fn shuffle(&mut self, seed: u64, epoch: usize) {
        let mut random =
            Xoshiro256PlusPlus::seed_from_u64(seed ^ (epoch as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        self.learned.shuffle(&mut random);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use thema_features::CsrMatrix;

    #[test]
    fn short_documents_are_left_out_and_the_rest_is_split() {
        let rows = |lengths: &[u32]| {
            let mut offsets = vec![0];
            let indices: Vec<u32> = lengths.iter().flat_map(|&length| 0..length).collect();
            offsets.extend(lengths.iter().scan(0, |end, &length| {
                *end += length as usize;
                Some(*end)
            }));
            let values = vec![1.0; indices.len()];
            CsrMatrix::new(20, offsets, indices, values).unwrap()
        };
        let titles = rows(&[2, 1, 2].repeat(100));
        let bodies = rows(&[9, 9, 8].repeat(100));
        let params = ContrastiveParams::default().held_out(0.1).most_pairs(60);
        let rows = TrainingRows { documents: &titles, titles: &titles, bodies: &bodies, related: &[] };
        assert_eq!(Pair::of(1).texts(rows), None);
        let whole = TrainingRows { documents: &bodies, ..rows };
        assert_eq!(Pair::of(1).texts(whole), Some(Texts::Halved(bodies.row(1))));
        let pairs = Pairs::sample(&params, rows);
        assert_eq!((pairs.learned.len(), pairs.held_out.len()), (54, 6));
        let mut all: Vec<Pair> = pairs.learned.iter().chain(&pairs.held_out).copied().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 60);
        assert!(all.iter().all(|pair| pair.is_of_one() && pair.first % 3 == 0));
        let related = [[0, 3], [0, 4], [1, 3], [3, 5], [5, 0]];
        let pairs = Pairs::sample(&params.most_pairs(1000), TrainingRows { related: &related, ..rows });
        assert_eq!(
            (pairs.learned.len(), pairs.held_out.len()),
            (93, 10),
            "three related pairs are long enough"
        );
        assert!(pairs.held_out.iter().all(|pair| pair.is_of_one()));
    }
}
