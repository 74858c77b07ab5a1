//! linfa's DBSCAN with Euclidean distance between unit rows.

use linfa::DatasetBase;
use linfa::ParamGuard;
use linfa::traits::{Fit, Transformer};
use linfa_clustering::Dbscan;
use ndarray::Array2;

use super::Algorithm;
use super::hyperparams::ClusteringValidParams;
use super::partition::Partition;
use crate::ClusterError;
use crate::neighbours::NeighbourGraphParams;

pub(super) fn partition(
    rows: &Array2<f32>,
    params: &ClusteringValidParams,
) -> Result<Partition, ClusterError> {
    let failed = |reason: String| ClusterError::Failed { algorithm: Algorithm::Dbscan.name(), reason };
    let radius = radius(rows, params)?;
    let clusters = Dbscan::params(params.min_points())
        .tolerance(radius)
        .check()
        .map_err(|error| failed(error.to_string()))?
        .transform(rows);
    Ok(clusters.into_iter().map(|cluster| cluster.map(|cluster| cluster as u32)).collect())
}

/// The requested radius, or the median Euclidean distance of a row to its `min_points`-th neighbour.
pub(super) fn radius(rows: &Array2<f32>, params: &ClusteringValidParams) -> Result<f32, ClusterError> {
    if let Some(radius) = params.radius() {
        return Ok(radius);
    }
    let neighbours = params.min_points().min(1000);
    let graph = NeighbourGraphParams::new(neighbours).fit(&DatasetBase::from(rows.view()))?;
    let mut distances: Vec<f32> = (0..rows.nrows())
        .map(|row| {
            let farthest = graph.neighbours(row).map(|(_, similarity)| similarity).min_by(f32::total_cmp);
            (2.0 - 2.0 * farthest.unwrap_or(0.0)).max(0.0).sqrt()
        })
        .collect();
    distances.sort_by(f32::total_cmp);
    Ok(distances.get(distances.len() / 2).copied().unwrap_or(1.0).max(1e-3))
}
