//! Runs the stages of learning in order.

use ndarray::Array2;
use thema_cluster::map_layout;
use thema_features::Document;
use thema_themes::identity::ThemeModel;
use thema_themes::{ClusterGroup, ClusterLabel, GuidedInput, Subjects, Taxonomy, Themes};

use super::clusters::cluster;
use super::features::{Features, features_of, fit_features};
use super::naming::make_themes;
use super::{guided, quality};
use crate::author_marks::AuthorMarks;
use crate::checked::CheckedSettings;
use crate::error::Blame;
use crate::papers::Related;
use crate::stages::Stages;
use crate::vectors::completed;
use crate::{Fault, Placer, Result};

/// The input of learning.
pub(crate) struct Lesson<'a> {
    /// Title and abstract of every paper.
    pub(crate) documents: &'a [Document<'a>],
    /// The named categories of each of them.
    pub(crate) subjects: Subjects,
    /// Who wrote them.
    pub(crate) authors: &'a AuthorMarks,
    /// Pairs of papers known to be about similar things.
    pub(crate) related: &'a Related,
    /// The user's unit vectors of the papers; if `None`, vectors are learned.
    pub(crate) vectors: Option<&'a Array2<f32>>,
    /// The wanted themes; if `None`, all themes are discovered.
    pub(crate) taxonomy: Option<&'a Taxonomy>,
}

/// Learned themes, and the placer for further papers. Rows are those of the papers learned from.
#[derive(Debug)]
pub struct Learned {
    /// Places papers in the themes.
    pub placer: Placer,
    /// The themes and the place of every paper.
    pub themes: Themes,
    /// Names of the discovered clusters.
    pub cluster_labels: Vec<ClusterLabel>,
    /// Groups of clusters.
    pub hierarchy: Vec<ClusterGroup>,
    /// The position of every paper on the map; not a number for texts without words.
    pub positions: Vec<[f32; 2]>,
    /// Cosine similarities of the themes, in their order.
    pub similarity: Vec<Vec<f64>>,
    /// The quality card, as in `quality.json`.
    pub quality: serde_json::Value,
}

/// Learns themes.
pub(crate) fn learn(checked: &CheckedSettings, lesson: Lesson<'_>, stages: &mut Stages) -> Result<Learned> {
    let Lesson { documents, subjects, authors, related, vectors: given, taxonomy } = lesson;
    let checked = &*checked.in_language_of(documents)?;
    let (settings, language) = (&checked.settings, checked.language());
    let (corpus_fit, judgements) = stages.run("judge", || {
        let fit = checked.corpus_fit.learn(documents);
        let judgements = fit.judge(documents);
        (fit, judgements)
    });
    let mut features = match given {
        Some(vectors) => features_of(checked, documents, vectors, &judgements, stages)?,
        None => fit_features(checked, documents, &related.all(), &judgements, stages)?,
    };
    let placed = taxonomy
        .map(|taxonomy| guided::place(language, taxonomy, documents, &features, stages))
        .transpose()?;
    // The unsmoothed vectors are projected again when needed; until then their memory is free for the
    // smoothed ones.
    let vectors = std::mem::take(&mut features.vectors);
    let abstracts = documents.iter().filter(|document| !document.body.trim().is_empty()).count();
    let clusters = cluster(settings, vectors, &related.by_reference, abstracts, stages)?;
    let wanted = taxonomy.zip(placed.as_ref()).map(|(taxonomy, placed)| GuidedInput {
        taxonomy,
        places: &placed.places,
        absent: &placed.absent,
    });
    let (mut themes, cluster_labels, hierarchy) = make_themes(
        &checked.outliers,
        (documents, subjects, authors),
        &features,
        &judgements,
        &clusters,
        wanted,
        stages,
    )?;
    let mut quality = quality::measure(settings, &features, &clusters, &themes, stages)?;
    let cluster_of = clusters.of_papers();
    let positions = stages.run("map", || map_layout(clusters.vectors.view(), &cluster_of));
    drop(clusters);
    let Features { model, projection, rows, .. } = features;
    let theme_model = stages.run("calibrate", || -> Result<ThemeModel> {
        let vectors = match given {
            Some(given) => completed(given.view(), &projection, &rows)?,
            None => projection.project(&rows)?.into(),
        };
        let vectors = vectors.view();
        let guided = placed.map(|placed| placed.model);
        let mut theme_model =
            ThemeModel::of_run(language.code(), &themes, vectors, guided)?.with_corpus_fit(corpus_fit);
        theme_model.calibrate(vectors, &mut themes.assignments, &judgements);
        Ok(theme_model)
    })?;
    drop(rows);
    if let (Some(card), Some(reliability)) = (quality.as_object_mut(), theme_model.reliability()) {
        card.insert("reliability".into(), serde_json::to_value(reliability).blame(Fault::Internal)?);
    }
    let ids: Vec<&str> = themes.themes.iter().map(|theme| theme.id.as_str()).collect();
    let similarity = theme_model.standing().similarity(&ids);
    let placer = Placer::new(model, projection, theme_model, checked.outliers)?.of_vectors(given.is_some());
    Ok(Learned { placer, themes, cluster_labels, hierarchy, positions, similarity, quality })
}
