//! Checks common to all algorithms, and the call of the chosen one.

use linfa::DatasetBase;
use linfa::traits::Fit;
use ndarray::{Array2, ArrayBase, Axis, Data, Ix2};
use thema_features::normalize_rows;

use super::hyperparams::ClusteringValidParams;
use super::partition::Partition;
use super::{
    Algorithm, Clustering, bisecting_kmeans, dbscan, gaussian_mixture, hdbscan, kmeans, leiden, optics,
};
use crate::ClusterError;
use crate::content_order::content_order;
use crate::finite::check_finite;
use crate::spherical_kmeans::{SphericalKMeans, SphericalKMeansParams};

/// Groups unit rows that are sorted by their content.
type Partitioning = fn(&Array2<f32>, &ClusteringValidParams) -> Result<Partition, ClusterError>;

impl<D: Data<Elem = f32>, T> Fit<ArrayBase<D, Ix2>, T, ClusterError> for ClusteringValidParams {
    type Object = Clustering;

    /// Clusters dense rows, shape (rows, columns); they need not have unit length. No rows give no clusters;
    /// with fewer distinct rows than clusters, each distinct row is a cluster.
    ///
    /// # Errors
    /// [`ClusterError::NotFinite`] for a NaN or an infinity, [`ClusterError::TooManyRows`] above the
    /// algorithm's limit, [`ClusterError::Failed`] if an algorithm of another crate fails.
    fn fit(&self, dataset: &DatasetBase<ArrayBase<D, Ix2>, T>) -> Result<Clustering, ClusterError> {
        let records = dataset.records();
        let algorithm = self.algorithm();
        if records.nrows() > algorithm.row_limit() {
            return Err(ClusterError::TooManyRows {
                algorithm: algorithm.name(),
                limit: algorithm.row_limit(),
                rows: records.nrows(),
            });
        }
        if records.nrows() == 0 {
            return Clustering::from_partition(algorithm, records.view(), &[]);
        }
        let partition: Partitioning = match algorithm {
            Algorithm::SphericalKMeans => {
                let model = spherical_kmeans(self).fit(&DatasetBase::from(records.view()))?;
                return Ok(Clustering::from_spherical_kmeans(model));
            }
            Algorithm::BisectingKMeans => bisecting_kmeans::partition,
            Algorithm::KMeans => kmeans::partition,
            Algorithm::GaussianMixture => gaussian_mixture::partition,
            Algorithm::Dbscan => dbscan::partition,
            Algorithm::Optics => optics::partition,
            Algorithm::Hdbscan => hdbscan::partition,
            Algorithm::Leiden => leiden::partition,
        };
        let mut rows = records.as_standard_layout().into_owned();
        check_finite(rows.view())?;
        normalize_rows(&mut rows.view_mut());
        let order = content_order(rows.view(), self.seed());
        let mut ordered = Array2::zeros(rows.raw_dim());
        for (mut to, &from) in ordered.axis_iter_mut(Axis(0)).zip(&order) {
            to.assign(&rows.row(from));
        }
        let distinct = distinct_rows(&ordered);
        let found = if distinct <= 1 {
            vec![Some(0); ordered.nrows()]
        } else {
            partition(&ordered, &self.at_most(distinct))?
        };
        let mut back = vec![None; order.len()];
        for (cluster, &row) in found.into_iter().zip(&order) {
            back[row] = cluster;
        }
        Clustering::from_partition(algorithm, rows.view(), &back)
    }
}

fn spherical_kmeans(params: &ClusteringValidParams) -> SphericalKMeansParams {
    SphericalKMeans::params(params.clusters())
        .seed(params.seed())
        .starts(params.starts())
        .max_iterations(params.max_iterations())
}

/// Number of distinct rows; equal rows are adjacent in content order.
fn distinct_rows(ordered: &Array2<f32>) -> usize {
    let rows = ordered.nrows();
    usize::from(rows > 0) + (1..rows).filter(|&row| ordered.row(row) != ordered.row(row - 1)).count()
}
