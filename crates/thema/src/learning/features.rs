//! From weighted terms to dense vectors.

use ndarray::Array2;
use thema_features::{CsrMatrix, Document, FeatureModel};
use thema_projection::{
    ContrastiveParams, Projection, ProjectionMethod, ProjectionParams, ProjectionValidParams, TrainingRows,
};
use thema_themes::{Judgement, TermText};

use super::background::background;
use super::vocabulary::{Terms, fit_terms};
use crate::checked::CheckedSettings;
use crate::stages::Stages;
use crate::vectors::{completed, predict_from_words};
use crate::{Result, Settings};

/// With fewer papers, titles and abstracts give too few pairs to learn from: the background's vectors are
/// used unchanged, and without a background the projection is `lsa`.
const FEWEST_PAIRS: usize = 1_000;
/// Fewest and most passes over the pairs; small corpora get more passes, in smaller batches.
const EPOCHS: std::ops::RangeInclusive<usize> = 3..=12;
/// Pairs that a full training sees over all passes.
const PAIRS_SEEN: usize = 750_000;
/// Batch size below this many papers and from there on. The matrix products of a step grow with the square of
/// the batch; with many papers, its fixed cost is worth spreading over a larger batch.
const LARGE_BATCHES_FROM: usize = 100_000;
const BATCHES: [usize; 2] = [256, 512];

/// The texts as terms and vectors.
pub(crate) struct Features {
    pub(crate) model: FeatureModel,
    /// Weighted terms, one row per paper.
    pub(crate) rows: CsrMatrix,
    pub(crate) projection: Projection,
    /// Unit vectors, one row per paper.
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

    fn terms_of(&self, text: &str) -> Vec<u32> {
        self.model.terms_of(text)
    }
}

/// Analyses the texts, learns the projection from them and from pairs of related papers, and projects them.
pub(super) fn fit_features(
    checked: &CheckedSettings,
    documents: &[Document<'_>],
    related: &[[u32; 2]],
    judgements: &[Judgement],
    stages: &mut Stages,
) -> Result<Features> {
    let background = background(checked, documents.len())?;
    let settings = &checked.settings;
    let Terms { model, counts, rows } = fit_terms(settings, documents, judgements, stages)?;
    let known = background.map(|background| background.vectors_of(&model));
    let projection_params = projection_params(settings, &rows, related.len())?;
    let projection = stages.run("learn", || {
        let titles = model.weigh_titles(counts.titles())?;
        let bodies = model.weigh_bodies(counts.bodies())?;
        let training = TrainingRows { documents: &rows, titles: &titles, bodies: &bodies, related };
        match known {
            Some(known) => Projection::fit_from(&projection_params, known, training),
            None => Projection::fit(&projection_params, training),
        }
    })?;
    drop(counts);
    let vectors = stages.run("project", || projection.project(&rows))?;
    Ok(Features { model, rows, projection, vectors })
}

/// Analyses the texts and learns to predict `vectors` from words. The vectors have unit length; only missing ones
/// are changed.
pub(super) fn features_of(
    checked: &CheckedSettings,
    documents: &[Document<'_>],
    vectors: &Array2<f32>,
    judgements: &[Judgement],
    stages: &mut Stages,
) -> Result<Features> {
    let Terms { model, rows, .. } = fit_terms(&checked.settings, documents, judgements, stages)?;
    let projection = stages.run("regress", || predict_from_words(&rows, vectors.view()))?;
    let vectors = completed(vectors.view(), &projection, &rows)?.into_owned();
    Ok(Features { model, rows, projection, vectors })
}

fn projection_params(settings: &Settings, rows: &CsrMatrix, related: usize) -> Result<ProjectionValidParams> {
    let few = rows.rows() < FEWEST_PAIRS;
    let method = if few { ProjectionMethod::Lsa } else { settings.features.projection };
    let dimensions = settings.features.dimensions.min(rows.rows() / 2).min(rows.columns() / 2).max(1);
    let epochs = (PAIRS_SEEN / (rows.rows() + related).max(1)).clamp(*EPOCHS.start(), *EPOCHS.end());
    let batch = BATCHES[usize::from(rows.rows() >= LARGE_BATCHES_FROM)];
    Ok(ProjectionParams::default()
        .method(method)
        .contrastive(ContrastiveParams::default().epochs(epochs).batch(batch))
        .continued(ContrastiveParams::continued().epochs(if few { 0 } else { epochs }).batch(batch))
        .dimensions(dimensions)
        .seed(settings.seed)
        .check()?)
}
