//! linfa's k-means with Euclidean distance.

use linfa::traits::{Fit, Predict};
use linfa::{DatasetBase, ParamGuard};
use linfa_clustering::KMeans;
use ndarray::Array2;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256Plus;

use super::Algorithm;
use super::hyperparams::ClusteringValidParams;
use super::partition::Partition;
use crate::ClusterError;

pub(super) fn partition(
    rows: &Array2<f32>,
    params: &ClusteringValidParams,
) -> Result<Partition, ClusterError> {
    let failed = |reason: String| ClusterError::Failed { algorithm: Algorithm::KMeans.name(), reason };
    let model = KMeans::params_with_rng(params.clusters(), Xoshiro256Plus::seed_from_u64(params.seed()))
        .n_runs(params.starts())
        .max_n_iterations(params.max_iterations() as u64)
        .check()
        .map_err(|error| failed(error.to_string()))?
        .fit(&DatasetBase::from(rows.view()))
        .map_err(|error| failed(error.to_string()))?;
    let clusters = model.predict(rows);
    Ok(clusters.into_iter().map(|cluster| Some(cluster as u32)).collect())
}
