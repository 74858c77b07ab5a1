//! Clusters and places to named themes.

use linfa::ParamGuard;
use thema_cluster::report::ClusterLabel;
use thema_cluster::{Judgement, LabelParams, OutlierReason, Placement, Taxonomy, Themes, ThemesInput};
use thema_features::Document;

use super::{Clusters, Features, outlier, outlier_rules};
use crate::configuration::Settings;
use crate::progress::{Stages, Unit};

/// Names the themes and finds the papers that stand for them.
pub(crate) fn make_themes(
    settings: &Settings,
    documents: &[Document<'_>],
    features: &Features,
    judgements: &[Judgement],
    clusters: &Clusters,
    taxonomy: Option<(&Taxonomy, &[Placement])>,
    stages: &mut Stages,
) -> anyhow::Result<(Themes, Vec<ClusterLabel>)> {
    let rules = outlier_rules(settings)?;
    let outliers: Vec<Option<OutlierReason>> = (0..documents.len())
        .map(|row| {
            let known = features.rows.row(row).indices.len();
            outlier(&rules, &documents[row], known, clusters.places[row].margin, &judgements[row])
        })
        .collect();
    let input = ThemesInput {
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
