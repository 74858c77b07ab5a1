//! The fitted model.

use linfa::traits::PredictInplace;
use ndarray::{Array1, Array2, ArrayBase, ArrayView2, Data, Ix2};

use super::hyperparams::SphericalKMeansParams;
use super::nearest::{Nearest, inertia, nearest_of_all};
use super::rows::Rows;
use crate::ClusterError;

/// A fitted spherical k-means model.
#[derive(Clone, Debug, PartialEq)]
pub struct SphericalKMeans {
    pub(super) centroids: Array2<f32>,
    pub(super) nearest: Vec<Nearest>,
    pub(super) sizes: Vec<usize>,
    pub(super) iterations: usize,
}

impl SphericalKMeans {
    /// Default parameters for `clusters` clusters.
    #[must_use]
    pub fn params(clusters: usize) -> SphericalKMeansParams {
        SphericalKMeansParams::new(clusters)
    }

    /// Unit centroids, one per row, largest cluster first. Fewer than
    /// requested if there are fewer distinct rows.
    #[must_use]
    pub fn centroids(&self) -> &Array2<f32> {
        &self.centroids
    }

    /// Best and second-best centroid of every row the model was fitted to.
    #[must_use]
    pub fn nearest(&self) -> &[Nearest] {
        &self.nearest
    }

    /// Number of rows of every cluster.
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Cluster of every row the model was fitted to.
    #[must_use]
    pub fn assignments(&self) -> Vec<usize> {
        self.nearest.iter().map(|nearest| nearest.cluster as usize).collect()
    }

    /// Centroids, nearest centroids of the rows, and sizes.
    pub(crate) fn into_parts(self) -> (Array2<f32>, Vec<Nearest>, Vec<usize>) {
        (self.centroids, self.nearest, self.sizes)
    }

    /// Sum over the rows of one minus the cosine similarity to their centroid.
    #[must_use]
    pub fn inertia(&self) -> f64 {
        inertia(&self.nearest)
    }

    /// Iterations over all rows after the starts; 0 if mini-batches were used instead.
    #[must_use]
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    /// Best and second-best centroid of new rows, shape (rows, columns of the centroids).
    ///
    /// # Errors
    /// [`ClusterError::NotFinite`] for a NaN or an infinity, [`ClusterError::LengthMismatch`] for a different
    /// number of columns.
    pub fn nearest_to(&self, records: ArrayView2<'_, f32>) -> Result<Vec<Nearest>, ClusterError> {
        if records.ncols() != self.centroids.ncols() {
            return Err(ClusterError::LengthMismatch {
                what: "columns",
                expected: self.centroids.ncols(),
                got: records.ncols(),
            });
        }
        let records = records.as_standard_layout();
        let rows = Rows::new(records.view())?;
        Ok(nearest_of_all(&rows, self.centroids.view()))
    }
}

impl<D: Data<Elem = f32>> PredictInplace<ArrayBase<D, Ix2>, Array1<usize>> for SphericalKMeans {
    /// Writes the cluster of every row of `records`.
    ///
    /// # Panics
    /// If the length of `memberships` is not the number of rows of `records`, if `records` and the centroids
    /// differ in columns, or if a value is not finite; [`SphericalKMeans::nearest_to`] returns errors instead.
    fn predict_inplace<'a>(&'a self, records: &'a ArrayBase<D, Ix2>, memberships: &mut Array1<usize>) {
        assert_eq!(records.nrows(), memberships.len(), "one membership a row");
        let nearest = self.nearest_to(records.view()).expect("finite rows with the columns of the centroids");
        for (membership, nearest) in memberships.iter_mut().zip(nearest) {
            *membership = nearest.cluster as usize;
        }
    }

    fn default_target(&self, records: &ArrayBase<D, Ix2>) -> Array1<usize> {
        Array1::zeros(records.nrows())
    }
}
