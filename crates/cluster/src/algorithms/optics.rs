//! linfa's OPTICS with Euclidean distance between unit rows, cut at one radius.
//!
//! linfa counts a row among its own neighbours, so the first row of a group has its core
//! distance as its reachability, and the distances alone do not show where a group begins. The
//! rows themselves are compared instead.

use linfa::traits::Transformer;
use linfa_clustering::Optics;
use ndarray::{Array2, ArrayView1};

use super::Algorithm;
use super::dbscan::radius;
use super::hyperparams::ClusteringValidParams;
use super::partition::Partition;
use crate::ClusterError;

pub(super) fn partition(
    rows: &Array2<f32>,
    params: &ClusteringValidParams,
) -> Result<Partition, ClusterError> {
    let failed = |reason: String| ClusterError::Failed { algorithm: Algorithm::Optics.name(), reason };
    let radius = radius(rows, params)?;
    let analysis = Optics::params(params.min_points())
        .tolerance(radius)
        .transform(rows.view())
        .map_err(|error| failed(error.to_string()))?;
    let mut clusters = vec![None; rows.nrows()];
    let mut dense_of_group: Vec<usize> = Vec::new();
    let mut groups = 0;
    for sample in analysis.iter() {
        if sample.reachability_distance().is_none() {
            continue;
        }
        let row = rows.row(sample.index());
        let reached =
            dense_of_group.iter().rev().any(|&other| distance(row, rows.row(other)) <= radius * 1.000_01);
        let dense = sample.core_distance().is_some();
        if !reached && dense {
            dense_of_group.clear();
            groups += 1;
        }
        if dense {
            dense_of_group.push(sample.index());
        }
        if reached || dense {
            clusters[sample.index()] = Some(groups - 1);
        }
    }
    Ok(clusters)
}

fn distance(a: ArrayView1<'_, f32>, b: ArrayView1<'_, f32>) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
}
