//! Sparse rows of small integer counts.

use rayon::prelude::*;

use super::token_stream::DOCUMENTS_PER_CHUNK;

/// Rows per block of a [`CountMatrix`].
pub(crate) const ROWS_PER_BLOCK: usize = DOCUMENTS_PER_CHUNK;

/// How often every term occurs in every text: sparse rows of counts, five bytes per stored count.
///
/// Rows are in blocks of fixed size, so that a corpus is counted, merged and weighted block by block without
/// a second copy. Counts saturate at 255.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountMatrix {
    columns: usize,
    rows: usize,
    blocks: Vec<CountBlock>,
}

/// Up to [`ROWS_PER_BLOCK`] rows of a [`CountMatrix`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CountBlock {
    ends: Vec<u32>,
    indices: Vec<u32>,
    counts: Vec<u8>,
}

/// One row of counts: parallel slices of term ids (strictly increasing) and counts (at least 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountRow<'a> {
    /// Term ids, strictly increasing.
    pub indices: &'a [u32],
    /// Counts, one per term id.
    pub counts: &'a [u8],
}

impl CountRow<'_> {
    /// Number of term occurrences.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }
}

impl CountBlock {
    pub(crate) fn push(&mut self, index: u32, count: u8) {
        self.indices.push(index);
        self.counts.push(count);
    }

    pub(crate) fn end_row(&mut self) {
        self.ends.push(self.indices.len() as u32);
    }

    pub(crate) fn finish(mut self) -> Self {
        self.indices.shrink_to_fit();
        self.counts.shrink_to_fit();
        self
    }

    pub(crate) fn rows(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn nonzeros(&self) -> usize {
        self.indices.len()
    }

    pub(crate) fn row(&self, row: usize) -> CountRow<'_> {
        let start = if row == 0 { 0 } else { self.ends[row - 1] as usize };
        let range = start..self.ends[row] as usize;
        CountRow { indices: &self.indices[range.clone()], counts: &self.counts[range] }
    }

    fn plus(&self, other: &Self) -> Self {
        let mut sum = Self::default();
        for row in 0..self.rows() {
            let (left, right) = (self.row(row), other.row(row));
            let (mut l, mut r) = (0, 0);
            while l < left.indices.len() || r < right.indices.len() {
                let (at_left, at_right) = (left.indices.get(l), right.indices.get(r));
                match (at_left, at_right) {
                    (Some(&term), Some(&other_term)) if term == other_term => {
                        sum.push(term, left.counts[l].saturating_add(right.counts[r]));
                        l += 1;
                        r += 1;
                    }
                    (Some(&term), other_term) if other_term.is_none_or(|&other_term| term < other_term) => {
                        sum.push(term, left.counts[l]);
                        l += 1;
                    }
                    _ => {
                        sum.push(right.indices[r], right.counts[r]);
                        r += 1;
                    }
                }
            }
            sum.end_row();
        }
        sum.finish()
    }
}

impl CountMatrix {
    /// Joins blocks of [`ROWS_PER_BLOCK`] rows each; only the last may have fewer.
    pub(crate) fn from_blocks(columns: usize, blocks: Vec<CountBlock>) -> Self {
        Self { columns, rows: blocks.iter().map(CountBlock::rows).sum(), blocks }
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of terms.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of stored counts.
    #[must_use]
    pub fn nonzeros(&self) -> usize {
        self.blocks.iter().map(CountBlock::nonzeros).sum()
    }

    /// Row `row`.
    ///
    /// # Panics
    /// If `row` is not below [`CountMatrix::rows`].
    #[must_use]
    pub fn row(&self, row: usize) -> CountRow<'_> {
        self.blocks[row / ROWS_PER_BLOCK].row(row % ROWS_PER_BLOCK)
    }

    /// Mean number of term occurrences per row; 0 without rows.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        let of_block = |block: &CountBlock| block.counts.iter().map(|&count| u64::from(count)).sum::<u64>();
        let total: u64 = self.blocks.par_iter().map(of_block).sum();
        if self.rows == 0 { 0.0 } else { total as f64 / self.rows as f64 }
    }
}

/// The counts of documents: one row per title and one per body, over the same terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentCounts {
    titles: CountMatrix,
    bodies: CountMatrix,
}

impl DocumentCounts {
    pub(crate) fn new(titles: CountMatrix, bodies: CountMatrix) -> Self {
        Self { titles, bodies }
    }

    /// Number of documents.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.titles.rows
    }

    /// One row per title.
    #[must_use]
    pub fn titles(&self) -> &CountMatrix {
        &self.titles
    }

    /// One row per body.
    #[must_use]
    pub fn bodies(&self) -> &CountMatrix {
        &self.bodies
    }

    /// One row per document, title and body together.
    #[must_use]
    pub fn sums(&self) -> CountMatrix {
        let blocks = self
            .titles
            .blocks
            .par_iter()
            .zip(&self.bodies.blocks)
            .map(|(title, body)| title.plus(body))
            .collect();
        CountMatrix { columns: self.titles.columns, rows: self.titles.rows, blocks }
    }
}

#[cfg(test)]
mod tests {
    use super::{CountBlock, CountMatrix, DocumentCounts};

    fn matrix(rows: &[&[(u32, u8)]]) -> CountMatrix {
        let mut block = CountBlock::default();
        for row in rows {
            row.iter().for_each(|&(index, count)| block.push(index, count));
            block.end_row();
        }
        CountMatrix::from_blocks(9, vec![block])
    }

    #[test]
    fn title_and_body_add_up() {
        let titles = matrix(&[&[(1, 2), (4, 1)], &[], &[(8, 200)]]);
        let bodies = matrix(&[&[(0, 1), (4, 3), (5, 1)], &[(2, 1)], &[(8, 100)]]);
        let sums = DocumentCounts::new(titles, bodies).sums();
        assert_eq!(sums, matrix(&[&[(0, 1), (1, 2), (4, 4), (5, 1)], &[(2, 1)], &[(8, 255)]]));
        assert_eq!(sums.row(0).length(), 8);
        assert!((sums.mean_length() - 88.0).abs() < 1e-12);
    }
}
