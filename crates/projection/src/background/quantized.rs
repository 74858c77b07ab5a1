//! Term vectors with four bits per entry.

use ndarray::{Array2, ArrayView2, ArrayViewMut1};

use thema_features::FeatureError;

/// Largest magnitude of a stored entry.
const MOST: f32 = 7.0;
/// Scales tried for a row, as shares of the scale that covers its largest entry.
const SHARES: [f32; 8] = [1.0, 0.93, 0.86, 0.79, 0.72, 0.65, 0.58, 0.51];

/// A matrix whose entries are integers from -7 to 7 times a scale per row. The scale is the one of eight candidates
/// with the smallest squared error: it clips a few large entries rather than losing precision in all others.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QuantizedRows {
    columns: usize,
    scales: Vec<f32>,
    /// Two entries per byte, each stored as its integer plus 8; rows begin at whole bytes.
    packed: Vec<u8>,
}

impl QuantizedRows {
    pub(crate) fn new(table: ArrayView2<'_, f32>) -> Self {
        let columns = table.ncols();
        let mut rows = Self { columns, scales: Vec::new(), packed: Vec::new() };
        for row in table.rows() {
            let row = row.to_vec();
            let scale = best_scale(&row);
            rows.scales.push(scale);
            for pair in row.chunks(2) {
                let low = nibble(pair[0], scale);
                let high = pair.get(1).map_or(8, |&value| nibble(value, scale));
                rows.packed.push(low | high << 4);
            }
        }
        rows
    }

    /// Builds rows from their parts.
    ///
    /// # Errors
    /// [`FeatureError::InvalidMatrix`] if the parts do not fit or a scale is negative or not finite.
    pub(crate) fn from_parts(
        columns: usize,
        scales: Vec<f32>,
        packed: Vec<u8>,
    ) -> Result<Self, FeatureError> {
        let invalid = |reason: &str| Err(FeatureError::InvalidMatrix { reason: reason.into() });
        if scales.len().checked_mul(columns.div_ceil(2)) != Some(packed.len()) {
            return invalid("the packed term vectors do not have the stated size");
        }
        if scales.iter().any(|scale| !scale.is_finite() || *scale < 0.0) {
            return invalid("a scale of packed term vectors is not a finite number of at least 0");
        }
        Ok(Self { columns, scales, packed })
    }

    pub(crate) fn rows(&self) -> usize {
        self.scales.len()
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    pub(crate) fn scales(&self) -> &[f32] {
        &self.scales
    }

    pub(crate) fn packed(&self) -> &[u8] {
        &self.packed
    }

    /// Writes row `row` into `out`, which must have one entry per column.
    pub(crate) fn unpack(&self, row: usize, out: ArrayViewMut1<'_, f32>) {
        let width = self.columns.div_ceil(2);
        let packed = &self.packed[row * width..(row + 1) * width];
        let scale = self.scales[row];
        for (column, value) in out.into_iter().enumerate() {
            let level = packed[column / 2] >> (column % 2 * 4) & 15;
            *value = (f32::from(level) - 8.0) * scale;
        }
    }

    /// All rows.
    pub(crate) fn to_table(&self) -> Array2<f32> {
        let mut table = Array2::zeros((self.rows(), self.columns));
        for (row, out) in table.rows_mut().into_iter().enumerate() {
            self.unpack(row, out);
        }
        table
    }
}

fn nibble(value: f32, scale: f32) -> u8 {
    (level(value, scale) + 8.0) as u8
}

fn level(value: f32, scale: f32) -> f32 {
    if scale > 0.0 { (value / scale).round().clamp(-MOST, MOST) } else { 0.0 }
}

fn best_scale(row: &[f32]) -> f32 {
    let largest = row.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
    let error =
        |scale: f32| -> f32 { row.iter().map(|&value| (value - level(value, scale) * scale).powi(2)).sum() };
    let candidates = SHARES.map(|share| share * largest / MOST);
    candidates.into_iter().min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_within_half_a_step_and_rows_with_little_error() {
        let table =
            Array2::from_shape_fn((9, 33), |(i, j)| ((i * 5 + j * 7) as f32).sin() * (i as f32 + 0.5));
        let rows = QuantizedRows::new(table.view());
        assert_eq!(rows.packed().len(), 9 * 17);
        let back = rows.to_table();
        for (row, scale) in rows.scales().iter().enumerate() {
            let limit = scale * MOST;
            for (before, after) in table.row(row).iter().zip(back.row(row)) {
                assert!(
                    (before.clamp(-limit, limit) - after).abs() <= scale * 0.5001,
                    "{before} became {after}"
                );
            }
        }
        let error =
            (&table - &back).mapv(|value| value * value).sum() / table.mapv(|value| value * value).sum();
        assert!(error < 0.01, "relative squared error {error}");
    }

    #[test]
    fn zeros_stay_and_broken_parts_are_rejected() {
        let rows = QuantizedRows::new(Array2::zeros((2, 4)).view());
        assert_eq!(rows.to_table(), Array2::<f32>::zeros((2, 4)));
        assert!(QuantizedRows::from_parts(4, vec![1.0], vec![0]).is_err());
        assert!(QuantizedRows::from_parts(usize::MAX, vec![1.0; 3], vec![0]).is_err());
        assert!(QuantizedRows::from_parts(2, vec![f32::NAN], vec![0]).is_err());
        assert!(QuantizedRows::from_parts(2, vec![1.0], vec![0]).is_ok());
    }
}
