//! HDBSCAN with Euclidean distance between unit rows.
//!
//! Source: R. Campello, D. Moulavi, J. Sander, "Density-based clustering based on hierarchical density estimates",
//! PAKDD 2013.

use hdbscan::{Hdbscan, HdbscanHyperParams, NnAlgorithm};
use ndarray::{Array2, Axis};

use super::Algorithm;
use super::hyperparams::ClusteringValidParams;
use super::partition::Partition;
use crate::ClusterError;

pub(super) fn partition(
    rows: &Array2<f32>,
    params: &ClusteringValidParams,
) -> Result<Partition, ClusterError> {
    if rows.nrows() <= params.min_points() {
        return Ok(vec![None; rows.nrows()]);
    }
    let vectors: Vec<Vec<f32>> = rows.axis_iter(Axis(0)).map(|row| row.to_vec()).collect();
    let hyperparams = HdbscanHyperParams::builder()
        .min_cluster_size(params.min_points())
        .min_samples(params.min_points().min(rows.nrows() - 1))
        .nn_algorithm(NnAlgorithm::BruteForce)
        .build();
    let labels = Hdbscan::new(&vectors, hyperparams).cluster().map_err(|error| ClusterError::Failed {
        algorithm: Algorithm::Hdbscan.name(),
        reason: error.to_string(),
    })?;
    Ok(labels.into_iter().map(|label| u32::try_from(label).ok()).collect())
}
