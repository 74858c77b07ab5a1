//! The background model: what is known of terms before the papers are read.

use std::borrow::Cow;

use thema_features::analysis::Language;
use thema_features::{Document, FeatureModel, FeatureParams, FrequencyBound};
use thema_projection::{
    BackgroundModel, ContrastiveParams, Projection, ProjectionMethod, ProjectionParams, Provenance,
    TrainingRows,
};
use thema_themes::language_of;

use crate::checked::{CheckedSettings, Chosen};
use crate::error::Blame;
use crate::stages::Stages;
use crate::{Fault, Result, Settings};

/// A corpus of this many papers teaches more than the shipped model knows.
const LARGE_CORPUS: usize = 100_000;

/// Terms kept from a dump: the most frequent.
const MOST_TERMS: usize = 50_000;
/// Minimum document frequency of a kept term.
const LEAST_DOCUMENTS: u32 = 20;
/// More dimensions than a run's, which keeps those that matter to its corpus.
const DIMENSIONS: usize = 256;
/// Passes over all pairs of the dump; more than in a run, because the cost is paid once.
const EPOCHS: usize = 5;
/// Larger steps and a sharper softmax: there is enough data to separate related topics.
const BATCH: usize = 1_024;
const TEMPERATURE: f32 = 0.07;
const LEARNING_RATE: f32 = 4e-3;
const FINAL_RATE: f32 = 0.05;

/// The background that the settings ask for: none, the user's, or for English corpora below [`LARGE_CORPUS`]
/// the shipped model.
pub(super) fn background(
    checked: &CheckedSettings,
    papers: usize,
) -> Result<Option<Cow<'_, BackgroundModel>>> {
    let features = &checked.settings.features;
    if features.projection == ProjectionMethod::Lsa {
        return Ok(None);
    }
    Ok(match &checked.background {
        Chosen::None => None,
        Chosen::Given(model) => Some(Cow::Borrowed(model)),
        Chosen::Auto if papers >= LARGE_CORPUS || checked.language() != Language::English => None,
        Chosen::Auto => Some(Cow::Owned(BackgroundModel::shipped()?)),
    })
}

/// Learns a background model from a dump.
pub(crate) fn learn_background(
    settings: &Settings,
    provenance: Provenance,
    documents: &[Document<'_>],
    related: &[[u32; 2]],
    stages: &mut Stages,
) -> Result<BackgroundModel> {
    let params = FeatureParams::default()
        .language(settings.features.language.or_else(|| language_of(documents)).unwrap_or_default())
        .minimum_frequency(FrequencyBound::Count(LEAST_DOCUMENTS))
        .check()?;
    let (model, counts) = stages
        .run("analyse", || FeatureModel::fit(&params, documents))
        .blame_for(Fault::Input, || format!("no term occurs in {LEAST_DOCUMENTS} papers or more"))?;
    let rows = stages.run("weigh", || model.weigh(&counts.sums()))?;
    let dimensions = DIMENSIONS.min(rows.rows() / 2).min(rows.columns() / 2).max(1);
    let learning = ContrastiveParams::default()
        .epochs(EPOCHS)
        .batch(BATCH)
        .temperature(TEMPERATURE)
        .learning_rate(LEARNING_RATE)
        .final_rate(FINAL_RATE)
        .most_pairs((documents.len() + related.len()).max(2));
    let params = ProjectionParams::default()
        .contrastive(learning)
        .dimensions(dimensions)
        .seed(settings.seed)
        .check()?;
    let projection = stages.run("learn", || {
        let titles = model.weigh_titles(counts.titles())?;
        let bodies = model.weigh_bodies(counts.bodies())?;
        let training = TrainingRows { documents: &rows, titles: &titles, bodies: &bodies, related };
        Projection::fit(&params, training)
    })?;
    Ok(BackgroundModel::new(provenance, &model, projection.table(), MOST_TERMS)?)
}
