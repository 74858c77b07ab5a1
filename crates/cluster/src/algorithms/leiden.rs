//! Leiden communities of the neighbour graph.
//!
//! Source: V. A. Traag, L. Waltman, N. J. van Eck, "From Louvain to Leiden: guaranteeing well-connected
//! communities", Scientific Reports 9, 2019.

use leiden_rs::{GraphData, GraphDataBuilder, Leiden, LeidenConfig};
use linfa::DatasetBase;
use linfa::traits::Fit;
use ndarray::Array2;

use super::Algorithm;
use super::hyperparams::ClusteringValidParams;
use super::partition::Partition;
use crate::ClusterError;
use crate::neighbours::NeighbourGraphParams;

/// Bisection steps in the search for the resolution that gives a number of clusters.
const BISECTIONS: usize = 12;

/// Lowest and highest resolution tried.
const RESOLUTIONS: (f64, f64) = (0.01, 100.0);

pub(super) fn partition(
    rows: &Array2<f32>,
    params: &ClusteringValidParams,
) -> Result<Partition, ClusterError> {
    let graph = graph(rows, params)?;
    if let Some(resolution) = params.resolution() {
        return Ok(communities(&graph, resolution, params)?.1);
    }
    let (mut low, mut high) = RESOLUTIONS;
    let mut best: Option<(usize, Partition)> = None;
    for _ in 0..BISECTIONS {
        let resolution = (low * high).sqrt();
        let (count, partition) = communities(&graph, resolution, params)?;
        let off = count.abs_diff(params.clusters());
        if best.as_ref().is_none_or(|(best_off, _)| off < *best_off) {
            best = Some((off, partition));
        }
        if off == 0 {
            break;
        }
        if count < params.clusters() {
            low = resolution;
        } else {
            high = resolution;
        }
    }
    Ok(best.map_or_else(Vec::new, |(_, partition)| partition))
}

fn failed(error: &leiden_rs::LeidenError) -> ClusterError {
    ClusterError::Failed { algorithm: Algorithm::Leiden.name(), reason: error.to_string() }
}

fn graph(rows: &Array2<f32>, params: &ClusteringValidParams) -> Result<GraphData, ClusterError> {
    let neighbours = NeighbourGraphParams::new(params.neighbours())
        .seed(params.seed())
        .fit(&DatasetBase::from(rows.view()))?
        .symmetrised();
    let mut builder = GraphDataBuilder::new(rows.nrows());
    for row in 0..rows.nrows() {
        for (other, weight) in neighbours.neighbours(row) {
            if other as usize > row {
                builder.add_edge(row, other as usize, f64::from(weight)).map_err(|error| failed(&error))?;
            }
        }
    }
    builder.build().map_err(|error| failed(&error))
}

/// Number of communities with at least `min_points` rows, and the partition with smaller ones as noise.
fn communities(
    graph: &GraphData,
    resolution: f64,
    params: &ClusteringValidParams,
) -> Result<(usize, Partition), ClusterError> {
    let config = LeidenConfig::builder()
        .resolution(resolution)
        .seed(params.seed())
        .max_iterations(params.max_iterations())
        .build();
    let found = Leiden::new(config).run(graph).map_err(|error| failed(&error))?.partition;
    let mut sizes: Vec<usize> = Vec::new();
    for &community in found.as_slice() {
        if community >= sizes.len() {
            sizes.resize(community + 1, 0);
        }
        sizes[community] += 1;
    }
    let large = |community: usize| sizes[community] >= params.min_points();
    let count = (0..sizes.len()).filter(|&community| large(community)).count();
    let partition =
        found.as_slice().iter().map(|&community| large(community).then_some(community as u32)).collect();
    Ok((count, partition))
}
