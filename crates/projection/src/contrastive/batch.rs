//! The rows of one step: terms dropped at random, and the same entries ordered by term.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::ContrastiveParams;
use super::pairs::{Pair, Texts};
use crate::TrainingRows;
use thema_features::SparseRow;

/// Pairs per task.
const TASK_PAIRS: usize = 64;

/// The two sides of some pairs: rows `0..pairs` are the first texts, `pairs..2 pairs` the second.
#[derive(Debug, Default)]
pub(super) struct Batch {
    offsets: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f32>,
}

impl Batch {
    /// Copies the texts without dropping terms; a halved text always has the same halves.
    pub(super) fn whole(rows: TrainingRows<'_>, pairs: &[Pair]) -> Self {
        let mut views = [Self::default(), Self::default()];
        for pair in pairs {
            Self::push(&mut views, &mut chance(0, *pair), usable(*pair, rows), [0.0, 0.0]);
        }
        Self::joined(&[views])
    }

    /// Copies the texts of pairs of any length.
    #[cfg(test)]
    pub(super) fn of(pairs: &[[SparseRow<'_>; 2]]) -> Self {
        let mut views = [Self::default(), Self::default()];
        for &texts in pairs {
            Self::push(&mut views, &mut chance(0, Pair::of(0)), Texts::Apart(texts), [0.0, 0.0]);
        }
        Self::joined(&[views])
    }

    /// Copies the texts without the terms dropped at random. What is dropped from a pair depends only on the
    /// seed, the epoch and the pair.
    pub(super) fn dropped(
        params: &ContrastiveParams,
        epoch: usize,
        rows: TrainingRows<'_>,
        pairs: &[Pair],
    ) -> Self {
        let parts: Vec<[Self; 2]> = pairs
            .par_chunks(TASK_PAIRS)
            .map(|pairs| {
                let mut views = [Self::default(), Self::default()];
                for pair in pairs {
                    let first = if pair.is_of_one() { params.title_dropout } else { params.body_dropout };
                    let random = &mut chance(params.seed ^ epoch_seed(epoch), *pair);
                    Self::push(&mut views, random, usable(*pair, rows), [first, params.body_dropout]);
                }
                views
            })
            .collect();
        Self::joined(&parts)
    }

    /// The first views, then the second views.
    fn joined(parts: &[[Self; 2]]) -> Self {
        let mut batch = Self { offsets: vec![0], ..Self::default() };
        for view in [0, 1] {
            for part in parts {
                let base = batch.indices.len();
                batch.indices.extend_from_slice(&part[view].indices);
                batch.values.extend_from_slice(&part[view].values);
                batch.offsets.extend(part[view].offsets.iter().map(|end| base + end));
            }
        }
        batch
    }

    /// Adds both texts of a pair, each without its dropped terms. Halves drop none, since each already lacks the other's.
    fn push(views: &mut [Self; 2], random: &mut Xoshiro256PlusPlus, texts: Texts<'_>, dropout: [f32; 2]) {
        match texts {
            Texts::Apart(texts) => {
                for ((view, text), dropout) in views.iter_mut().zip(texts).zip(dropout) {
                    view.push_text(random, dropout, text);
                }
            }
            Texts::Halved(text) => Self::push_halves(views, random, text),
        }
    }

    /// Distributes the terms of a text to the two views at random; neither view is left empty.
    fn push_halves(views: &mut [Self; 2], random: &mut Xoshiro256PlusPlus, row: SparseRow<'_>) {
        let starts = [0, 1].map(|view: usize| views[view].indices.len());
        for (at, (&index, &value)) in (1..).zip(row.indices.iter().zip(row.values)) {
            let mut to = usize::from(random.r#gen::<bool>());
            if at == row.indices.len() && views[1 - to].indices.len() == starts[1 - to] {
                to = 1 - to;
            }
            views[to].indices.push(index);
            views[to].values.push(value);
        }
        for view in views {
            view.offsets.push(view.indices.len());
        }
    }

    /// Adds a row without its dropped terms; a row that would lose all keeps all.
    fn push_text(&mut self, random: &mut Xoshiro256PlusPlus, dropout: f32, row: SparseRow<'_>) {
        let start = self.indices.len();
        let threshold = (f64::from(dropout) * 2f64.powi(32)) as u32;
        for (&index, &value) in row.indices.iter().zip(row.values) {
            if random.r#gen::<u32>() >= threshold {
                self.indices.push(index);
                self.values.push(value);
            }
        }
        if self.indices.len() == start {
            self.indices.extend_from_slice(row.indices);
            self.values.extend_from_slice(row.values);
        }
        self.offsets.push(self.indices.len());
    }

    /// Number of rows: two per pair.
    pub(super) fn rows(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Row `row`.
    pub(super) fn row(&self, row: usize) -> SparseRow<'_> {
        let range = self.offsets[row]..self.offsets[row + 1];
        SparseRow { indices: &self.indices[range.clone()], values: &self.values[range] }
    }

    /// The entries, ordered by term and then by row.
    pub(super) fn by_term(&self, terms: usize) -> EntriesByTerm {
        let mut ends = vec![0u32; terms + 1];
        for &term in &self.indices {
            ends[term as usize + 1] += 1;
        }
        for term in 0..terms {
            ends[term + 1] += ends[term];
        }
        let (mut rows, mut values) = (vec![0; self.indices.len()], vec![0.0; self.indices.len()]);
        let mut next = ends.clone();
        for row in 0..self.rows() {
            let entries = self.row(row);
            for (&term, &value) in entries.indices.iter().zip(entries.values) {
                let at = next[term as usize] as usize;
                next[term as usize] += 1;
                rows[at] = row as u32;
                values[at] = value;
            }
        }
        EntriesByTerm { offsets: ends, rows, values }
    }
}

/// The texts of a sampled pair, which are never too short.
fn usable(pair: Pair, rows: TrainingRows<'_>) -> Texts<'_> {
    pair.texts(rows).expect("pairs that are too short are not sampled")
}

/// The random generator of a pair; depends only on the seed and the pair.
fn chance(seed: u64, pair: Pair) -> Xoshiro256PlusPlus {
    let number = (u64::from(pair.first) << 32 | u64::from(pair.second)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Xoshiro256PlusPlus::seed_from_u64(seed ^ number)
}

fn epoch_seed(epoch: usize) -> u64 {
    (epoch as u64 + 1).wrapping_mul(0xd1b5_4a32_d192_ed03)
}

/// Entries of a [`Batch`] as a matrix of terms x rows.
#[derive(Debug)]
pub(super) struct EntriesByTerm {
    offsets: Vec<u32>,
    rows: Vec<u32>,
    values: Vec<f32>,
}

impl EntriesByTerm {
    /// The rows that contain `term`, with its values.
    pub(super) fn term(&self, term: usize) -> SparseRow<'_> {
        let range = self.offsets[term] as usize..self.offsets[term + 1] as usize;
        SparseRow { indices: &self.rows[range.clone()], values: &self.values[range] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use thema_features::CsrMatrix;

    fn matrix(rows: usize, terms: u32) -> CsrMatrix {
        let indices = (0..rows).flat_map(|_| 0..terms).collect();
        let values = vec![0.5; rows * terms as usize];
        CsrMatrix::new(terms as usize, (0..=rows).map(|row| row * terms as usize).collect(), indices, values)
            .unwrap()
    }

    #[test]
    fn the_stated_share_is_dropped_and_no_row_is_emptied() {
        let (titles, bodies) = (matrix(300, 2), matrix(300, 100));
        let params = ContrastiveParams::default().title_dropout(0.9).body_dropout(0.25);
        let rows = TrainingRows { documents: &titles, titles: &titles, bodies: &bodies, related: &[] };
        let pairs: Vec<Pair> = (0..300).rev().map(Pair::of).collect();
        let batch = Batch::dropped(&params, 1, rows, &pairs);
        assert_eq!(batch.rows(), 600);
        assert!((0..600).all(|row| !batch.row(row).indices.is_empty()));
        let kept = (300..600).map(|row| batch.row(row).indices.len()).sum::<usize>() as f64 / 30_000.0;
        assert!((kept - 0.75).abs() < 0.01, "{kept} of the bodies' terms were kept");
        let alone = Batch::dropped(&params, 1, rows, &pairs[7..8]);
        assert_eq!(alone.row(1), batch.row(307), "chance depends on the pair alone");
    }

    #[test]
    fn a_halved_text_is_dealt_to_both_sides() {
        let (documents, bodies) = (matrix(200, 6), matrix(200, 0));
        let rows = TrainingRows { documents: &documents, titles: &documents, bodies: &bodies, related: &[] };
        let pairs: Vec<Pair> = (0..200).map(Pair::of).collect();
        for batch in
            [Batch::whole(rows, &pairs), Batch::dropped(&ContrastiveParams::default(), 0, rows, &pairs)]
        {
            for pair in 0..200 {
                let mut dealt = [batch.row(pair).indices, batch.row(200 + pair).indices].concat();
                assert!(!batch.row(pair).indices.is_empty() && !batch.row(200 + pair).indices.is_empty());
                dealt.sort_unstable();
                assert_eq!(dealt, [0, 1, 2, 3, 4, 5]);
            }
        }
    }

    #[test]
    fn entries_by_term_are_the_transposed_rows() {
        let (titles, bodies) = (matrix(3, 4), matrix(3, 5));
        let batch = Batch::of(&[2, 0].map(|row| [titles.row(row), bodies.row(row)]));
        let entries = batch.by_term(5);
        assert_eq!(entries.term(0).indices, [0, 1, 2, 3]);
        assert_eq!(entries.term(4).indices, [2, 3]);
    }
}
