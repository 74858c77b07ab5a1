//! Sparse rows in compressed sparse row (CSR) format.

use crate::FeatureError;

/// A sparse matrix of `f32` in compressed sparse row format.
///
/// Invariants, checked by [`CsrMatrix::new`]: `offsets` starts at 0, never decreases and ends at the number of
/// stored values; the column indices of a row increase strictly and stay below `columns`; every value is finite.
#[derive(Clone, Debug, PartialEq)]
pub struct CsrMatrix {
    columns: usize,
    offsets: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f32>,
}

/// One sparse row: parallel slices of column indices (strictly increasing) and values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SparseRow<'a> {
    /// Column indices, strictly increasing.
    pub indices: &'a [u32],
    /// Values, one per column index.
    pub values: &'a [f32],
}

impl CsrMatrix {
    /// Builds a matrix of `offsets.len() - 1` rows and `columns` columns after checking its invariants.
    ///
    /// # Errors
    /// [`FeatureError::InvalidMatrix`] with the first broken invariant and its position.
    pub fn new(
        columns: usize,
        offsets: Vec<usize>,
        indices: Vec<u32>,
        values: Vec<f32>,
    ) -> Result<Self, FeatureError> {
        let invalid = |reason: String| Err(FeatureError::InvalidMatrix { reason });
        if offsets.first() != Some(&0) {
            return invalid("offsets do not start at 0".into());
        }
        if offsets.last() != Some(&indices.len()) || indices.len() != values.len() {
            return invalid(format!(
                "offsets end at {:?} for {} indices and {} values",
                offsets.last(),
                indices.len(),
                values.len()
            ));
        }
        for (row, bounds) in offsets.windows(2).enumerate() {
            if bounds[0] > bounds[1] || bounds[1] > indices.len() {
                return invalid(format!("offsets decrease at row {row}"));
            }
            let in_row = &indices[bounds[0]..bounds[1]];
            if in_row.windows(2).any(|pair| pair[0] >= pair[1]) {
                return invalid(format!("column indices of row {row} do not increase"));
            }
            if in_row.last().is_some_and(|&last| last as usize >= columns) {
                return invalid(format!("a column index of row {row} is not below {columns}"));
            }
        }
        if let Some(at) = values.iter().position(|value| !value.is_finite()) {
            return invalid(format!("value {at} is not finite"));
        }
        Ok(Self { columns, offsets, indices, values })
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of stored values.
    #[must_use]
    pub fn nonzeros(&self) -> usize {
        self.values.len()
    }

    /// Row `row`.
    ///
    /// # Panics
    /// If `row` is not below [`CsrMatrix::rows`].
    #[must_use]
    pub fn row(&self, row: usize) -> SparseRow<'_> {
        let range = self.offsets[row]..self.offsets[row + 1];
        SparseRow { indices: &self.indices[range.clone()], values: &self.values[range] }
    }

    /// Every `step`-th row, starting with the first.
    ///
    /// # Panics
    /// If `step` is 0.
    #[must_use]
    pub fn every(&self, step: usize) -> Self {
        self.select((0..self.rows()).step_by(step))
    }

    /// The given rows, in the given order.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn select(&self, rows: impl IntoIterator<Item = usize>) -> Self {
        let (mut offsets, mut indices, mut values) = (vec![0], Vec::new(), Vec::new());
        for row in rows.into_iter().map(|row| self.row(row)) {
            indices.extend_from_slice(row.indices);
            values.extend_from_slice(row.values);
            offsets.push(indices.len());
        }
        Self { offsets, indices, values, ..*self }
    }

    /// The offset of every row in the stored values, followed by their number: `rows() + 1` offsets.
    #[must_use]
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// Column indices of all rows, row by row.
    #[must_use]
    pub fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// Stored values of all rows, row by row.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }
}
