//! From vectors to discovered clusters.

use linfa::ParamGuard;
use linfa::dataset::DatasetBase;
use linfa::traits::Fit;
use ndarray::Array2;
use thema_cluster::ClusterError;
use thema_cluster::algorithms::ClusteringParams;
use thema_cluster::cluster_count::{ClusterCount, ClusterCountParams};
use thema_cluster::hierarchy::Dendrogram;
use thema_cluster::neighbours::{NeighbourGraph, NeighbourGraphParams, centred, smoothed};
use thema_themes::{ClusterGroup, ClusterLabel, ClusterPlace, Naming};

use crate::stages::Stages;
use crate::{Result, Settings};

/// Smoothing starts at this many papers.
const FEWEST_SMOOTHED: usize = 200;

/// The number of clusters is chosen on one paper in `PAPERS_A_ROW`, but on no fewer than `LEAST_SAMPLE` and
/// no more than `MOST_SAMPLE`: in a small sample of a broad corpus, small themes have too few papers to be
/// found, and the number depends on which papers were drawn.
const PAPERS_A_ROW: usize = 4;
const LEAST_SAMPLE: usize = 8_000;
const MOST_SAMPLE: usize = 12_000;

/// Themes that `n` papers with abstracts can fill: this many times the square root of `n`. All numbers in the
/// interval fit about equally well. The more papers there are, the finer a theme can be and still be a large one,
/// and the groups give the coarse view.
const THEMES_A_ROOT: f64 = 0.22;

/// Weight of an edge between papers that references connect; an edge between nearest neighbours weighs their cosine.
const REFERENCE_WEIGHT: f32 = 4.0;

/// Most groups at the top of the hierarchy.
const TOP_GROUPS: usize = 12;

/// The clusters of a corpus.
pub(crate) struct Clusters {
    pub(crate) count: usize,
    pub(crate) places: Vec<ClusterPlace>,
    /// How the number of clusters was chosen, if it was not given.
    pub(crate) chosen: Option<ClusterCount>,
    /// Share of the true neighbours found, if the search was approximate.
    pub(crate) recall: Option<f64>,
    dendrogram: Dendrogram,
    /// The vectors that were clustered: centred, smoothed over the neighbour graph, of unit length.
    pub(crate) vectors: Array2<f32>,
}

impl Clusters {
    /// Cluster of every paper.
    pub(crate) fn of_papers(&self) -> Vec<u32> {
        self.places.iter().map(|place| place.cluster).collect()
    }

    /// Groups of clusters, each named after what its clusters share.
    pub(crate) fn hierarchy(&self, labels: &[ClusterLabel], naming: &Naming<'_>) -> Vec<ClusterGroup> {
        let group_of = self.dendrogram.top_groups(TOP_GROUPS);
        let cluster_of: Vec<Option<u32>> = self.places.iter().map(|place| Some(place.cluster)).collect();
        let names: Vec<&str> = labels.iter().map(|label| label.name.as_str()).collect();
        let clusters_of = |group: u32| {
            let within = (0_u32..).zip(&group_of).filter(move |&(_, &of)| of == group);
            within.map(|(cluster, _)| cluster).collect()
        };
        (0_u32..)
            .zip(naming.parent_names(&cluster_of, &names, &group_of))
            .map(|(group, name)| ClusterGroup { name, clusters: clusters_of(group), children: Vec::new() })
            .collect()
    }
}

/// Smooths the vectors over their neighbour graph, to which `cited` adds pairs of papers that references connect, and clusters
/// them. `abstracts` is the number of papers that have one.
pub(crate) fn cluster(
    settings: &Settings,
    vectors: Array2<f32>,
    cited: &[[u32; 2]],
    abstracts: usize,
    stages: &mut Stages,
) -> Result<Clusters> {
    let papers = vectors.nrows();
    let steps = if papers < FEWEST_SMOOTHED { 0 } else { settings.clusters.smoothing_steps };
    let chosen = match settings.clusters.count {
        Some(_) => None,
        None if !settings.clusters.algorithm.takes_clusters() => None,
        None => Some(stages.run("choose", || {
            let sample = (papers / PAPERS_A_ROW).clamp(LEAST_SAMPLE, MOST_SAMPLE);
            let params = ClusterCountParams::default()
                .sample(sample)
                .neighbours(settings.clusters.neighbours)
                .steps(steps)
                .seed(settings.seed)
                .check()?;
            let fill = (THEMES_A_ROOT * (abstracts as f64).sqrt()).round() as usize;
            Ok::<_, ClusterError>(params.fit(&DatasetBase::from(vectors.view()))?.finer(fill))
        })?),
    };
    let wanted = settings.clusters.count.or(chosen.as_ref().map(|chosen| chosen.clusters)).unwrap_or(1);
    if settings.clusters.count.is_some_and(|count| count > papers) {
        tracing::warn!("{wanted} clusters are more than there are papers; making {papers}");
    }
    let params = ClusteringParams::new(settings.clusters.algorithm, wanted.clamp(1, papers))
        .seed(settings.seed)
        .starts(settings.clusters.starts)
        .check()?;
    let (vectors, recall) = stages.run("smooth", || {
        let vectors = centred(vectors)?;
        if steps == 0 {
            return Ok((vectors, None));
        }
        let graph = NeighbourGraphParams::new(settings.clusters.neighbours).seed(settings.seed).check()?;
        let graph: NeighbourGraph = graph.fit(&DatasetBase::from(vectors.view()))?;
        let recall = graph.recall();
        let mut graph = graph.symmetrised();
        if !cited.is_empty() {
            graph = graph.with_links(cited, REFERENCE_WEIGHT);
        }
        Ok::<_, ClusterError>((smoothed(vectors, &graph, steps)?, recall))
    })?;
    let clustering = stages.run("cluster", || params.fit(&DatasetBase::from(vectors.view())))?;
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
    let dendrogram = Dendrogram::average_linkage(clustering.centroids().view(), clustering.sizes())?;
    Ok(Clusters { count: clustering.centroids().nrows(), places, chosen, recall, dendrogram, vectors })
}
