//! From clusters and places to named themes.

use thema_features::Document;
use thema_themes::{
    ClusterGroup, ClusterLabel, GuidedInput, Judgement, LabelParams, Meanings, Naming, OutlierReason,
    OutlierValidRules, SampledTexts, Subjects, Themes, ThemesInput,
};

use super::clusters::Clusters;
use super::features::Features;
use crate::Result;
use crate::author_marks::AuthorMarks;
use crate::outliers::outlier;
use crate::stages::Stages;

/// Minimum probability that a text belongs to the corpus, for the paper to represent a theme.
const ORDINARY: f32 = 0.9;

/// Names the themes and the groups of clusters, and finds representative papers.
pub(super) fn make_themes(
    rules: &OutlierValidRules,
    (documents, subjects, authors): (&[Document<'_>], Subjects, &AuthorMarks),
    features: &Features,
    judgements: &[Judgement],
    clusters: &Clusters,
    guided: Option<GuidedInput<'_>>,
    stages: &mut Stages,
) -> Result<(Themes, Vec<ClusterLabel>, Vec<ClusterGroup>)> {
    let outliers: Vec<Option<OutlierReason>> = (0..documents.len())
        .map(|row| {
            let known = features.rows.row(row).indices.len();
            outlier(rules, &documents[row], known, clusters.places[row].margin, &judgements[row])
        })
        .collect();
    let ordinary: Vec<bool> = (outliers.iter().zip(judgements))
        .map(|(outlier, judgement)| outlier.is_none() && judgement.belonging >= ORDINARY)
        .collect();
    let params = LabelParams::default().check()?;
    Ok(stages.run("name", || {
        let cluster_of: Vec<Option<u32>> = clusters.places.iter().map(|place| Some(place.cluster)).collect();
        let (naming, sample) = rayon::join(
            || Naming::read(documents, &cluster_of, clusters.count, features.model.analyzer()),
            || SampledTexts::read(documents, features),
        );
        let meanings =
            Meanings { texts: features, rows: &features.rows, term_vectors: features.projection.table() };
        let similarities = clusters.places.iter().map(|place| place.similarity).collect();
        let naming = naming
            .with_subjects(subjects)
            .with_authors(|row| authors.of_row(row).to_vec())
            .with_similarities(similarities)
            .with_meanings(meanings);
        let input = ThemesInput {
            documents,
            rows: &features.rows,
            vectors: clusters.vectors.view(),
            clusters: clusters.count,
            cluster_places: &clusters.places,
            guided,
            outliers: &outliers,
            ordinary: &ordinary,
            texts: features,
            term_vectors: features.projection.table(),
            naming: &naming,
            sample: &sample,
        };
        let (themes, labels) = Themes::assemble(&params, &input)?;
        let hierarchy = clusters.hierarchy(&labels, &naming);
        Ok::<_, thema_themes::ThemeError>((themes, labels, hierarchy))
    })?)
}
