//! Vectors to discovered clusters.

use linfa::ParamGuard;
use linfa::dataset::DatasetBase;
use linfa::traits::Fit;
use ndarray::Array2;
use thema_cluster::ClusterPlace;
use thema_cluster::algorithms::{Algorithm, ClusteringParams};
use thema_cluster::neighbours::{NeighbourGraph, NeighbourGraphParams, centred, smoothed};

use crate::configuration::Settings;
use crate::exit::{Classify, Failure};
use crate::progress::{Stages, Unit};

/// Fewest papers whose neighbours are worth averaging.
const FEWEST_SMOOTHED: usize = 200;

/// The clusters of a corpus.
pub(crate) struct Clusters {
    pub(crate) count: usize,
    pub(crate) places: Vec<ClusterPlace>,
    /// The vectors that were clustered: centred, smoothed along the neighbour graph, of unit length.
    pub(crate) vectors: Array2<f32>,
}

/// Smooths the vectors along their neighbour graph and clusters them.
pub(crate) fn cluster(
    settings: &Settings,
    vectors: &Array2<f32>,
    stages: &mut Stages,
) -> anyhow::Result<Clusters> {
    let algorithm: Algorithm = settings.clusters.algorithm.parse().classify(Failure::Usage)?;
    let papers = vectors.nrows();
    let wanted = settings.clusters.count.unwrap_or_else(|| default_count(papers));
    let params = ClusteringParams::new(algorithm, wanted.clamp(1, papers))
        .seed(settings.seed)
        .starts(settings.clusters.starts)
        .check()
        .classify(Failure::Usage)?;
    let vectors = stages.run("smooth", Unit::Items, |_| {
        let vectors = centred(vectors)?;
        let steps = if papers < FEWEST_SMOOTHED { 0 } else { settings.clusters.smoothing_steps };
        if steps == 0 {
            return Ok(vectors);
        }
        let graph = NeighbourGraphParams::new(settings.clusters.neighbours).seed(settings.seed).check()?;
        let graph: NeighbourGraph = graph.fit(&DatasetBase::from(vectors.view()))?;
        smoothed(vectors, &graph.symmetrised(), steps)
    })?;
    let clustering =
        stages.run("cluster", Unit::Items, |_| params.fit(&DatasetBase::from(vectors.view())))?;
    let places = clustering
        .nearest()
        .iter()
        .map(|nearest| ClusterPlace {
            cluster: nearest.cluster,
            second: (nearest.second != nearest.cluster).then_some(nearest.second),
            similarity: nearest.similarity,
            margin: nearest.margin(),
        })
        .collect();
    Ok(Clusters { count: clustering.centroids().nrows(), places, vectors })
}

/// The square root of half the papers, from 2 to 60.
fn default_count(papers: usize) -> usize {
    ((papers as f64 / 2.0).sqrt().round() as usize).clamp(2, 60)
}
