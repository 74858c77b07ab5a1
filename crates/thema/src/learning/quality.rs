//! Measures the quality of the clusters, in every run.

use thema_cluster::quality::{QualityCard, QualityInput, Subsets};
use thema_themes::Themes;

use super::clusters::Clusters;
use super::features::Features;
use crate::stages::Stages;
use crate::{Error, Fault, Result, Settings};

/// Most papers used for the silhouette.
const SILHOUETTE_PAPERS: usize = 2_000;
/// Subsets of the papers that are clustered again, and most draws for each.
const SUBSETS: (usize, usize) = (5, 5_000);

/// The quality card of a run.
pub(crate) fn measure(
    settings: &Settings,
    features: &Features,
    clusters: &Clusters,
    themes: &Themes,
    stages: &mut Stages,
) -> Result<serde_json::Value> {
    let cluster_of = clusters.of_papers();
    let top_terms: Vec<Vec<u32>> = themes
        .themes
        .iter()
        .map(|theme| theme.terms.iter().filter_map(|term| features.model.term_id(&term.text)).collect())
        .collect();
    let (rounds, rows) = SUBSETS;
    let card = stages.run("measure", || {
        QualityCard::measure(&QualityInput {
            vectors: clusters.vectors.view(),
            clusters: &cluster_of,
            documents: Some(&features.rows),
            top_terms: &top_terms,
            outliers: themes.assignments.iter().filter(|assignment| assignment.outlier.is_some()).count(),
            subsets: Subsets { rounds, rows, seed: settings.seed },
            silhouette_rows: SILHOUETTE_PAPERS,
            seed: settings.seed,
        })
    })?;
    let card =
        QualityCard { cluster_count: clusters.chosen.clone(), neighbour_recall: clusters.recall, ..card };
    serde_json::to_value(card).map_err(|error| Error::new(Fault::Internal, error.to_string()))
}
