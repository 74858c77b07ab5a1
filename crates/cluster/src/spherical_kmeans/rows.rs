//! The rows to cluster.

use ndarray::{Array2, ArrayView2, ArrayViewMut2, s};
use rayon::prelude::*;
use thema_projection::{dot, multiply_sequential};

use super::centroid_sums::quantised;
use crate::ClusterError;
use crate::directions::{Directions, FEW};

/// Rows multiplied with the centroids at a time; fixed, so that no result depends on the number of threads.
pub(super) const BLOCK_ROWS: usize = 512;

/// Rows are shortened only if they have at least this many times the columns of the shortened rows.
const LONG: usize = 2;

/// Rows that need not have unit length.
pub(super) struct Rows<'a> {
    view: ArrayView2<'a, f32>,
    scales: Vec<f32>,
}

/// Some rows reduced to their longest directions.
pub(super) struct Shortened {
    pub(super) rows: Array2<f32>,
    pub(super) directions: Directions,
}

impl<'a> Rows<'a> {
    /// Takes rows in standard layout.
    ///
    /// # Errors
    /// [`ClusterError::NotFinite`] names the first row with a NaN or an infinity.
    pub(super) fn new(view: ArrayView2<'a, f32>) -> Result<Self, ClusterError> {
        let norms: Vec<f64> = (0..view.nrows())
            .into_par_iter()
            .with_min_len(BLOCK_ROWS)
            .map(|row| view.row(row).to_slice().map_or(0.0, squared_norm))
            .collect();
        Ok(Self { view, scales: scales(&norms)? })
    }

    /// The values of all rows.
    pub(super) fn view(&self) -> ArrayView2<'_, f32> {
        self.view.view()
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.view.nrows()
    }

    /// Number of columns.
    pub(super) fn columns(&self) -> usize {
        self.view.ncols()
    }

    /// `members` reduced to the directions in which they are longest, in order; `None` if that saves little.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if the directions cannot be computed.
    pub(super) fn shortened(&self, members: &[u32]) -> Result<Option<Shortened>, ClusterError> {
        if self.columns() < LONG * FEW || members.len() < self.columns() {
            return Ok(None);
        }
        let mut rows = Array2::zeros((members.len(), self.columns()));
        for (mut to, &row) in rows.rows_mut().into_iter().zip(members) {
            to.assign(&self.view.row(row as usize));
            to *= self.scale(row as usize);
        }
        let directions = Directions::longest(&rows, FEW)?;
        Ok(Some(Shortened { rows: directions.along(rows.view()), directions }))
    }

    /// One over the Euclidean norm of `row`; 0 for a row of zeros.
    pub(super) fn scale(&self, row: usize) -> f32 {
        self.scales[row]
    }

    /// Inner products of the rows in `block` with all centroids: `products[centroid * block.len() + at]`.
    /// `gathered` is scratch space.
    pub(super) fn products(
        &self,
        block: &[u32],
        centroids: ArrayView2<'_, f32>,
        gathered: &mut Vec<f32>,
        products: &mut [f32],
    ) {
        let consecutive = block.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let rows = if consecutive {
            let first = block.first().map_or(0, |&row| row as usize);
            self.view.slice(s![first..first + block.len(), ..])
        } else {
            gathered.clear();
            for &row in block {
                gathered.extend_from_slice(self.slice(row as usize));
            }
            ArrayView2::from_shape((block.len(), self.columns()), gathered)
                .expect("as many values as gathered")
        };
        let mut out = ArrayViewMut2::from_shape((centroids.nrows(), block.len()), products)
            .expect("one product a centroid and row");
        multiply_sequential(centroids, rows.reversed_axes(), &mut out);
    }

    /// Inner product of `row` with another vector.
    pub(super) fn dot(&self, row: usize, vector: &[f32]) -> f32 {
        dot(self.slice(row), vector)
    }

    /// Adds `row`, scaled to unit length and multiplied by `sign`, to `sum`; exact as in
    /// [`CentroidSums`](super::CentroidSums).
    pub(super) fn add_to(&self, row: usize, sign: f64, sum: &mut [f64]) {
        let scale = self.scales[row];
        for (sum, value) in sum.iter_mut().zip(self.slice(row)) {
            *sum += sign * quantised(value * scale);
        }
    }

    fn slice(&self, row: usize) -> &[f32] {
        self.view.row(row).to_slice().unwrap_or_default()
    }
}

/// Sum of squares in eight lanes; not finite if any value is not.
fn squared_norm(values: &[f32]) -> f64 {
    let mut lanes = [0.0_f64; 8];
    let chunks = values.chunks_exact(8);
    let rest: f64 = chunks.remainder().iter().map(|&value| f64::from(value) * f64::from(value)).sum();
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane += f64::from(value) * f64::from(value);
        }
    }
    lanes.iter().sum::<f64>() + rest
}

/// One over the square root of every squared norm; 0 if the norm is 0 or too small to invert.
fn scales(squared_norms: &[f64]) -> Result<Vec<f32>, ClusterError> {
    if let Some(row) = squared_norms.iter().position(|norm| !norm.is_finite()) {
        return Err(ClusterError::NotFinite { row });
    }
    Ok(squared_norms
        .iter()
        .map(|&norm| {
            let scale = (1.0 / norm.sqrt()) as f32;
            if scale.is_finite() { scale } else { 0.0 }
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn products_and_sums_are_those_of_the_definition() {
        let rows = array![[3.0_f32, 0.0, 4.0], [0.0, 0.0, 0.0], [0.0, 2.0, 0.0]];
        let centroids = array![[1.0_f32, 0.0, 0.0], [0.0, 0.6, 0.8]];
        let rows = Rows::new(rows.view()).unwrap();
        let mut products = vec![0.0; 6];
        rows.products(&[2, 0, 1], centroids.view(), &mut Vec::new(), &mut products);
        assert_eq!(products, [0.0, 3.0, 0.0, 1.2, 3.2, 0.0]);
        assert_eq!((rows.scale(0), rows.scale(1)), (0.2, 0.0));
        let mut sum = vec![0.0; 3];
        rows.add_to(0, 1.0, &mut sum);
        assert_eq!(sum, [quantised(0.6), 0.0, quantised(0.8)]);
    }

    #[test]
    fn a_row_that_is_not_finite_is_named() {
        let rows = array![[1.0_f32, 0.0], [f32::NAN, 0.0]];
        assert!(matches!(Rows::new(rows.view()), Err(ClusterError::NotFinite { row: 1 })));
    }
}
