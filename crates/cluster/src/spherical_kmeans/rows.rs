//! Rows to cluster, dense or sparse, behind one trait.

use linfa::dataset::Records;
use ndarray::{Array2, ArrayView2, ArrayViewMut2, s};
use rayon::prelude::*;
use thema_features::CsrMatrix;
use thema_projection::multiply_sequential;

use super::centroid_sums::quantised;
use crate::ClusterError;
use crate::directions::{Directions, FEW};
use crate::splitmix::mix;

/// Rows multiplied with the centroids at a time; fixed, so that no result depends on the number of threads.
pub(super) const BLOCK_ROWS: usize = 512;

/// Rows are shortened only if they have at least this many times the columns of the shortened rows.
const LONG: usize = 2;

/// Sparse rows as linfa records.
#[derive(Clone, Copy, Debug)]
pub struct SparseRecords<'a>(pub &'a CsrMatrix);

impl Records for SparseRecords<'_> {
    type Elem = f32;

    fn nsamples(&self) -> usize {
        self.0.rows()
    }

    fn nfeatures(&self) -> usize {
        self.0.columns()
    }
}

/// Rows that spherical k-means can read. Rows need not have unit length; [`Rows::scale`] gives the factor.
pub(super) trait Rows: Sync {
    /// Centroids in the layout that [`Rows::products`] reads.
    type Prepared<'a>: Sync;

    /// Number of rows.
    fn len(&self) -> usize;

    /// Number of columns.
    fn columns(&self) -> usize;

    /// `members` reduced to the directions in which they are longest, in order; `None` if that saves little.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if the directions cannot be computed.
    fn shortened(&self, members: &[u32]) -> Result<Option<Shortened>, ClusterError>;

    /// One over the Euclidean norm of `row`; 0 for a row of zeros.
    fn scale(&self, row: usize) -> f32;

    /// Hash of the content of `row` and `seed`; equal rows have equal hashes, whatever their index.
    fn fingerprint(&self, row: usize, seed: u64) -> u64;

    /// Converts `centroids` (one per row) to the layout of [`Rows::products`].
    fn prepare(centroids: ArrayView2<'_, f32>) -> Self::Prepared<'_>;

    /// Inner products of the rows in `block` with all centroids: `products[centroid * block.len() + at]`.
    /// `gathered` is scratch space.
    fn products(
        &self,
        block: &[u32],
        centroids: &Self::Prepared<'_>,
        gathered: &mut Vec<f32>,
        products: &mut [f32],
    );

    /// Inner product of `row` with a dense vector.
    fn dot(&self, row: usize, vector: &[f32]) -> f32;

    /// Adds `row`, scaled to unit length and multiplied by `sign`, to `sum`; exact as in
    /// [`CentroidSums`](super::CentroidSums).
    fn add_to(&self, row: usize, sign: f64, sum: &mut [f64]);
}

/// Some rows reduced to their longest directions.
pub(super) struct Shortened {
    pub(super) rows: Array2<f32>,
    pub(super) directions: Directions,
}

/// Dense rows, one per paper.
pub(super) struct DenseRows<'a> {
    view: ArrayView2<'a, f32>,
    scales: Vec<f32>,
}

impl<'a> DenseRows<'a> {
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

    fn slice(&self, row: usize) -> &[f32] {
        self.view.row(row).to_slice().unwrap_or_default()
    }
}

impl Rows for DenseRows<'_> {
    type Prepared<'a> = ArrayView2<'a, f32>;

    fn len(&self) -> usize {
        self.view.nrows()
    }

    fn columns(&self) -> usize {
        self.view.ncols()
    }

    fn shortened(&self, members: &[u32]) -> Result<Option<Shortened>, ClusterError> {
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

    fn scale(&self, row: usize) -> f32 {
        self.scales[row]
    }

    fn fingerprint(&self, row: usize, seed: u64) -> u64 {
        let mut hash = mix(seed);
        for pair in self.slice(row).chunks(2) {
            let word = u64::from(pair[0].to_bits()) << 32 | u64::from(pair.get(1).map_or(0, |x| x.to_bits()));
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        mix(hash)
    }

    fn prepare(centroids: ArrayView2<'_, f32>) -> ArrayView2<'_, f32> {
        centroids
    }

    fn products(
        &self,
        block: &[u32],
        centroids: &ArrayView2<'_, f32>,
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
        multiply_sequential(*centroids, rows.reversed_axes(), &mut out);
    }

    fn dot(&self, row: usize, vector: &[f32]) -> f32 {
        let row = self.slice(row);
        let mut lanes = [0.0_f32; 16];
        let (left, right) = (row.chunks_exact(16), vector.chunks_exact(16));
        let rest: f32 = left.remainder().iter().zip(right.remainder()).map(|(a, b)| a * b).sum();
        for (left, right) in left.zip(right) {
            for (lane, (a, b)) in lanes.iter_mut().zip(left.iter().zip(right)) {
                *lane += a * b;
            }
        }
        lanes.iter().sum::<f32>() + rest
    }

    fn add_to(&self, row: usize, sign: f64, sum: &mut [f64]) {
        let scale = self.scales[row];
        for (sum, value) in sum.iter_mut().zip(self.slice(row)) {
            *sum += sign * quantised(value * scale);
        }
    }
}

/// Sparse rows, one per paper.
pub(super) struct SparseRows<'a> {
    matrix: &'a CsrMatrix,
    scales: Vec<f32>,
}

impl<'a> SparseRows<'a> {
    /// Takes rows whose values are finite, as [`CsrMatrix`] guarantees.
    ///
    /// # Errors
    /// [`ClusterError::NotFinite`] if a norm overflows.
    pub(super) fn new(matrix: &'a CsrMatrix) -> Result<Self, ClusterError> {
        let norms: Vec<f64> = (0..matrix.rows()).map(|row| squared_norm(matrix.row(row).values)).collect();
        Ok(Self { matrix, scales: scales(&norms)? })
    }
}

impl Rows for SparseRows<'_> {
    /// Transposed: one row per column of the data, so that a stored value reads its centroid weights contiguously.
    type Prepared<'a> = Array2<f32>;

    fn len(&self) -> usize {
        self.matrix.rows()
    }

    fn columns(&self) -> usize {
        self.matrix.columns()
    }

    fn shortened(&self, _: &[u32]) -> Result<Option<Shortened>, ClusterError> {
        Ok(None)
    }

    fn scale(&self, row: usize) -> f32 {
        self.scales[row]
    }

    fn fingerprint(&self, row: usize, seed: u64) -> u64 {
        let row = self.matrix.row(row);
        let mut hash = mix(seed);
        for (&index, value) in row.indices.iter().zip(row.values) {
            let word = u64::from(index) << 32 | u64::from(value.to_bits());
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        mix(hash)
    }

    fn prepare(centroids: ArrayView2<'_, f32>) -> Array2<f32> {
        centroids.t().as_standard_layout().into_owned()
    }

    fn products(
        &self,
        block: &[u32],
        centroids: &Array2<f32>,
        gathered: &mut Vec<f32>,
        products: &mut [f32],
    ) {
        for (at, &row) in block.iter().enumerate() {
            gathered.clear();
            gathered.resize(centroids.ncols(), 0.0);
            let row = self.matrix.row(row as usize);
            for (&index, &value) in row.indices.iter().zip(row.values) {
                let weights = centroids.row(index as usize);
                for (sum, weight) in gathered.iter_mut().zip(weights.to_slice().unwrap_or_default()) {
                    *sum += value * weight;
                }
            }
            for (centroid, &product) in gathered.iter().enumerate() {
                products[centroid * block.len() + at] = product;
            }
        }
    }

    fn dot(&self, row: usize, vector: &[f32]) -> f32 {
        let row = self.matrix.row(row);
        row.indices.iter().zip(row.values).map(|(&index, value)| value * vector[index as usize]).sum()
    }

    fn add_to(&self, row: usize, sign: f64, sum: &mut [f64]) {
        let scale = self.scales[row];
        let row = self.matrix.row(row);
        for (&index, value) in row.indices.iter().zip(row.values) {
            sum[index as usize] += sign * quantised(value * scale);
        }
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
#[expect(clippy::float_cmp, reason = "exact results are what is tested")]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn dense_and_sparse_rows_agree() {
        let dense = array![[3.0_f32, 0.0, 4.0], [0.0, 0.0, 0.0], [0.0, 2.0, 0.0]];
        let sparse =
            CsrMatrix::new(3, vec![0, 2, 2, 3], vec![0, 2, 1], vec![3.0, 4.0, 2.0]).expect("a valid matrix");
        let centroids = array![[1.0_f32, 0.0, 0.0], [0.0, 0.6, 0.8]];
        let dense = DenseRows::new(dense.view()).unwrap();
        let sparse = SparseRows::new(&sparse).unwrap();
        let mut products = [vec![0.0; 6], vec![0.0; 6]];
        dense.products(&[2, 0, 1], &DenseRows::prepare(centroids.view()), &mut Vec::new(), &mut products[0]);
        sparse.products(
            &[2, 0, 1],
            &SparseRows::prepare(centroids.view()),
            &mut Vec::new(),
            &mut products[1],
        );
        assert_eq!(products[0], products[1]);
        assert_eq!(products[0], [0.0, 3.0, 0.0, 1.2, 3.2, 0.0]);
        assert_eq!(dense.scale(0), 0.2);
        assert_eq!(dense.scale(1), 0.0);
        let mut sums = [vec![0.0; 3], vec![0.0; 3]];
        dense.add_to(0, 1.0, &mut sums[0]);
        sparse.add_to(0, 1.0, &mut sums[1]);
        assert_eq!(sums[0], sums[1]);
    }

    #[test]
    fn a_row_that_is_not_finite_is_named() {
        let rows = array![[1.0_f32, 0.0], [f32::NAN, 0.0]];
        assert!(matches!(DenseRows::new(rows.view()), Err(ClusterError::NotFinite { row: 1 })));
    }
}
