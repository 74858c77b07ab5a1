//! The rows of a step: terms dropped at random, and the same entries ordered by term.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::ContrastiveParams;
use crate::{CsrMatrix, SparseRow};

/// Pairs that one task copies.
const TASK_PAIRS: usize = 64;

/// The two views of `pairs` documents: rows `0..pairs` are the first views, `pairs..2 pairs` the second ones.
#[derive(Debug, Default)]
pub(super) struct Batch {
    offsets: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f32>,
}

impl Batch {
    /// Copies titles and bodies as they are.
    pub(super) fn whole(titles: &CsrMatrix, bodies: &CsrMatrix, documents: &[u32]) -> Self {
        let mut batch = Self { offsets: vec![0], ..Self::default() };
        for matrix in [titles, bodies] {
            for &document in documents {
                let row = matrix.row(document as usize);
                batch.indices.extend_from_slice(row.indices);
                batch.values.extend_from_slice(row.values);
                batch.offsets.push(batch.indices.len());
            }
        }
        batch
    }

    /// Copies titles and bodies without the terms that chance leaves out; what chance does to a document depends on
    /// the seed, the epoch and its number alone.
    pub(super) fn dropped(
        params: &ContrastiveParams,
        epoch: usize,
        titles: &CsrMatrix,
        bodies: &CsrMatrix,
        documents: &[u32],
    ) -> Self {
        let parts: Vec<[Self; 2]> = documents
            .par_chunks(TASK_PAIRS)
            .map(|documents| {
                let mut views = [Self::default(), Self::default()];
                for &document in documents {
                    let mut random = Xoshiro256PlusPlus::seed_from_u64(
                        params.seed
                            ^ ((epoch as u64 + 1) << 32 | u64::from(document))
                                .wrapping_mul(0x9e37_79b9_7f4a_7c15),
                    );
                    let (title, body) = (titles.row(document as usize), bodies.row(document as usize));
                    let [first, second] = &mut views;
                    if params.split_share > 0.0 && random.r#gen::<f32>() < params.split_share {
                        split(&mut random, params.body_dropout, body, first, second);
                    } else {
                        first.push(&mut random, params.title_dropout, title);
                        second.push(&mut random, params.body_dropout, body);
                    }
                }
                views
            })
            .collect();
        let mut batch = Self { offsets: vec![0], ..Self::default() };
        for view in [0, 1] {
            for part in &parts {
                let base = batch.indices.len();
                batch.indices.extend_from_slice(&part[view].indices);
                batch.values.extend_from_slice(&part[view].values);
                batch.offsets.extend(part[view].offsets.iter().map(|end| base + end));
            }
        }
        batch
    }

    /// Adds a row without a share of its terms; a row that would lose all keeps all.
    fn push(&mut self, random: &mut Xoshiro256PlusPlus, dropout: f32, row: SparseRow<'_>) {
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

    /// Number of rows: two a pair.
    pub(super) fn rows(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Row `row`.
    pub(super) fn row(&self, row: usize) -> SparseRow<'_> {
        let range = self.offsets[row]..self.offsets[row + 1];
        SparseRow { indices: &self.indices[range.clone()], values: &self.values[range] }
    }

    /// The entries ordered by term, then by row.
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

/// Gives every term of a body to one of two views, then drops as many as a title and a body would lose.
fn split(
    random: &mut Xoshiro256PlusPlus,
    dropout: f32,
    body: SparseRow<'_>,
    first: &mut Batch,
    second: &mut Batch,
) {
    let starts = [first.indices.len(), second.indices.len()];
    let keep = 1.0 - dropout;
    for (&index, &value) in body.indices.iter().zip(body.values) {
        let chance = random.r#gen::<f32>();
        let view = if chance < 0.5 * keep.max(0.5) {
            &mut *first
        } else if chance >= 1.0 - 0.5 * keep.max(0.5) {
            &mut *second
        } else {
            continue;
        };
        view.indices.push(index);
        view.values.push(value);
    }
    for (view, start) in [first, second].into_iter().zip(starts) {
        if view.indices.len() == start {
            view.indices.extend_from_slice(body.indices);
            view.values.extend_from_slice(body.values);
        }
        view.offsets.push(view.indices.len());
    }
}

/// Entries of a [`Batch`] as a matrix of terms x rows.
#[derive(Debug)]
pub(super) struct EntriesByTerm {
    offsets: Vec<u32>,
    rows: Vec<u32>,
    values: Vec<f32>,
}

impl EntriesByTerm {
    /// Rows that hold `term` and its values there.
    pub(super) fn term(&self, term: usize) -> SparseRow<'_> {
        let range = self.offsets[term] as usize..self.offsets[term + 1] as usize;
        SparseRow { indices: &self.rows[range.clone()], values: &self.values[range] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let documents: Vec<u32> = (0..300).rev().collect();
        let batch = Batch::dropped(&params, 1, &titles, &bodies, &documents);
        assert_eq!(batch.rows(), 600);
        assert!((0..600).all(|row| !batch.row(row).indices.is_empty()));
        let kept = (300..600).map(|row| batch.row(row).indices.len()).sum::<usize>() as f64 / 30_000.0;
        assert!((kept - 0.75).abs() < 0.01, "{kept} of the bodies' terms were kept");
        let alone = Batch::dropped(&params, 1, &titles, &bodies, &documents[7..8]);
        assert_eq!(alone.row(1), batch.row(307), "chance depends on the document alone");
    }

    #[test]
    fn entries_by_term_are_the_transposed_rows() {
        let (titles, bodies) = (matrix(3, 4), matrix(3, 5));
        let titles =
            CsrMatrix::new(5, titles.offsets().to_vec(), titles.indices().to_vec(), titles.values().to_vec());
        let batch = Batch::whole(&titles.unwrap(), &bodies, &[2, 0]);
        let entries = batch.by_term(5);
        assert_eq!(entries.term(0).indices, [0, 1, 2, 3]);
        assert_eq!(entries.term(4).indices, [2, 3]);
    }
}
