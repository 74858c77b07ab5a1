//! Clusters and places to named themes.

use linfa::ParamGuard;
use thema_cluster::report::ClusterLabel;
use thema_cluster::{LabelParams, OutlierReason, Paper, Placement, Taxonomy, Themes, ThemesInput};
use thema_features::Document;

use super::{Clusters, Features};
use crate::configuration::Settings;
use crate::progress::{Stages, Unit};

/// Fewest words of title and abstract together that say what a paper is about.
const FEWEST_WORDS: usize = 5;

/// Names the themes and finds the papers that stand for them.
pub(crate) fn make_themes(
    settings: &Settings,
    papers: &[Paper],
    documents: &[Document<'_>],
    features: &Features,
    clusters: &Clusters,
    taxonomy: Option<(&Taxonomy, &[Placement])>,
    stages: &mut Stages,
) -> anyhow::Result<(Themes, Vec<ClusterLabel>)> {
    let outliers: Vec<Option<OutlierReason>> = (0..papers.len())
        .map(|row| {
            let margin = clusters.places[row].margin;
            let words = documents[row].title.split_whitespace().chain(documents[row].body.split_whitespace());
            if words.take(FEWEST_WORDS).count() < FEWEST_WORDS {
                Some(OutlierReason::TooShort)
            } else if features.rows.row(row).indices.is_empty() {
                Some(OutlierReason::NoKnownTerm)
            } else {
                (margin < settings.themes.outlier_margin).then_some(OutlierReason::LowMargin)
            }
        })
        .collect();
    let input = ThemesInput {
        papers,
        documents,
        rows: &features.rows,
        vectors: clusters.vectors.view(),
        clusters: clusters.count,
        cluster_places: &clusters.places,
        taxonomy,
        outliers: &outliers,
        texts: features,
    };
    stages.run("name", Unit::Items, |_| Ok(Themes::assemble(&LabelParams::default().check()?, &input)?))
}
