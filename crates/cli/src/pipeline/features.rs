//! Texts to sparse rows and dense vectors.

use anyhow::Context;
use ndarray::Array2;
use thema_features::analysis::Language;
use thema_features::{CsrMatrix, Document, FeatureModel, FeatureParams, FrequencyBound, Weighting};
use thema_projection::{ContrastiveParams, Projection, ProjectionMethod, ProjectionParams, TrainingRows};
use thema_themes::TermText;

use super::background::background;
use crate::configuration::Settings;
use crate::exit::{Classify, Failure};
use crate::progress::{Stages, Unit};

/// Below this many papers titles and abstracts are too few pairs to learn from: the vectors of the background stay as
/// they are then, and without a background the projection is `lsa`.
const FEWEST_PAIRS: usize = 1_000;
/// Passes over the pairs at least and at most: small corpora are learned from in more and smaller steps.
const EPOCHS: std::ops::RangeInclusive<usize> = 3..=12;
/// Pairs that a full training sees, all passes together.
const PAIRS_SEEN: usize = 750_000;
/// Below this many papers a step takes half as many pairs.
const SMALL_CORPUS: usize = 100_000;

/// What the texts became.
pub(crate) struct Features {
    pub(crate) model: FeatureModel,
    /// Weighted terms, one row a paper.
    pub(crate) rows: CsrMatrix,
    pub(crate) projection: Projection,
    /// Unit vectors, one row a paper.
    pub(crate) vectors: Array2<f32>,
}

impl TermText for Features {
    fn stems(&self, term: u32) -> &str {
        self.model.vocabulary().term(term)
    }

    fn surface(&self, term: u32) -> &str {
        self.model.surface(term)
    }

    fn term_of(&self, word: &str) -> Option<u32> {
        self.model.term_id(word)
    }
}

/// Analyses the texts, learns the projection from them and from what related papers have in common, and projects
/// them.
pub(crate) fn fit_features(
    settings: &Settings,
    documents: &[Document<'_>],
    related: &[[u32; 2]],
    stages: &mut Stages,
) -> anyhow::Result<Features> {
    let background = background(settings, documents.len())?;
    let params = feature_params(settings, documents.len())?;
    let (model, counts) = stages
        .run("analyse", Unit::Items, |_| FeatureModel::fit(&params, documents))
        .context("the papers have no words in common")
        .classify(Failure::Input)?;
    let known = background.map(|background| background.vectors_of(&model));
    let rows = stages.run("weigh", Unit::Items, |_| model.weigh(&counts.sums()))?;
    let projection_params = projection_params(settings, &rows, related.len())?;
    let projection = stages.run("learn", Unit::Items, |_| {
        let titles = model.weigh_titles(counts.titles())?;
        let bodies = model.weigh_bodies(counts.bodies())?;
        let training = TrainingRows { documents: &rows, titles: &titles, bodies: &bodies, related };
        match known {
            Some(known) => Projection::fit_from(&projection_params, known, training),
            None => Projection::fit(&projection_params, training),
        }
    })?;
    drop(counts);
    let vectors = stages.run("project", Unit::Items, |_| projection.project(&rows))?;
    Ok(Features { model, rows, projection, vectors })
}

/// The language of the texts.
pub(super) fn language(settings: &Settings) -> anyhow::Result<Language> {
    let code = settings.features.language.as_str();
    Language::from_code(code)
        .with_context(|| {
            let codes: Vec<&str> = Language::ALL.into_iter().map(Language::code).collect();
            format!("features.language is one of {}, not `{code}`", codes.join(", "))
        })
        .classify(Failure::Usage)
}

/// Bounds on document frequency loosen for small corpora, in which every word is rare or common.
pub(super) fn feature_params(
    settings: &Settings,
    papers: usize,
) -> anyhow::Result<thema_features::FeatureValidParams> {
    let weighting = match settings.features.weight.as_str() {
        "bm25" => Ok(Weighting::default()),
        "tfidf" => Ok(Weighting::TfIdf { sublinear: true }),
        other => Err(anyhow::anyhow!("features.weight is `bm25` or `tfidf`, not `{other}`")),
    };
    let (least, most) = match papers {
        0..20 => (1, 1.0),
        20..500 => (2, 0.5),
        500..30_000 => (3, 0.2),
        _ => (10, 0.2),
    };
    FeatureParams::default()
        .language(language(settings)?)
        .weighting(weighting.classify(Failure::Usage)?)
        .minimum_frequency(FrequencyBound::Count(least))
        .maximum_frequency(FrequencyBound::Share(most))
        .check()
        .classify(Failure::Usage)
}

fn projection_params(
    settings: &Settings,
    rows: &CsrMatrix,
    related: usize,
) -> anyhow::Result<thema_projection::ProjectionValidParams> {
    let method: ProjectionMethod = settings.features.projection.parse().classify(Failure::Usage)?;
    let few = rows.rows() < FEWEST_PAIRS;
    let method = if few { ProjectionMethod::Lsa } else { method };
    let dimensions = settings.features.dimensions.min(rows.rows() / 2).min(rows.columns() / 2).max(1);
    let epochs = (PAIRS_SEEN / (rows.rows() + related).max(1)).clamp(*EPOCHS.start(), *EPOCHS.end());
    let batch = if rows.rows() < SMALL_CORPUS { 1_024 } else { 2_048 };
    ProjectionParams::default()
        .method(method)
        .contrastive(ContrastiveParams::default().epochs(epochs).batch(batch))
        .continued(ContrastiveParams::continued().epochs(if few { 0 } else { epochs }).batch(batch))
        .dimensions(dimensions)
        .seed(settings.seed)
        .check()
        .classify(Failure::Usage)
}
