//! What is known before the papers are read.

use std::fs::File;
use std::io::BufReader;

use anyhow::Context;
use thema_features::analysis::Language;
use thema_features::{Document, FeatureModel, FeatureParams, FrequencyBound};
use thema_projection::{
    BackgroundModel, ContrastiveParams, Projection, ProjectionMethod, ProjectionParams, Provenance,
    TrainingRows,
};

use super::features::language;
use crate::configuration::Settings;
use crate::exit::{Classify, Failure};
use crate::progress::{Stages, Unit};

/// From this many papers on, a corpus teaches more than the shipped model knows.
const LARGE_CORPUS: usize = 100_000;

/// Terms kept of a dump: the most frequent ones.
const MOST_TERMS: usize = 50_000;
/// Documents that a term kept must at least be in.
const LEAST_DOCUMENTS: u32 = 20;
/// Passes over all pairs of the dump; more than a run takes, as the cost is paid once.
const EPOCHS: usize = 5;
/// A sharper softmax and shorter steps than a run's: there is data enough to tell near topics apart.
const TEMPERATURE: f32 = 0.05;
const LEARNING_RATE: f32 = 2e-3;

/// The background that the settings ask for: `none`, the file of a model, or, with `auto`, the shipped model for small
/// and middling corpora in English.
pub(super) fn background(settings: &Settings, papers: usize) -> anyhow::Result<Option<BackgroundModel>> {
    match settings.features.background.as_str() {
        "none" => Ok(None),
        _ if settings.features.projection == ProjectionMethod::Lsa.to_string() => Ok(None),
        "auto" if papers >= LARGE_CORPUS || language(settings)? != Language::English => Ok(None),
        "auto" => Ok(Some(BackgroundModel::shipped()?)),
        path => {
            let file = File::open(path)
                .with_context(|| {
                    format!("features.background is `auto`, `none` or the file of a model: {path}")
                })
                .classify(Failure::Usage)?;
            BackgroundModel::load(BufReader::new(file))
                .with_context(|| format!("{path}: make it anew with `thema fit --background`"))
                .classify(Failure::Usage)
                .map(Some)
        }
    }
}

/// Learns a background model from a dump.
pub(crate) fn fit_background(
    settings: &Settings,
    provenance: Provenance,
    documents: &[Document<'_>],
    related: &[[u32; 2]],
    stages: &mut Stages,
) -> anyhow::Result<BackgroundModel> {
    let params = FeatureParams::default()
        .language(language(settings)?)
        .minimum_frequency(FrequencyBound::Count(LEAST_DOCUMENTS))
        .check()
        .classify(Failure::Usage)?;
    let (model, counts) = stages
        .run("analyse", Unit::Items, |_| FeatureModel::fit(&params, documents))
        .with_context(|| format!("no term is in {LEAST_DOCUMENTS} papers or more"))
        .classify(Failure::Input)?;
    let rows = stages.run("weigh", Unit::Items, |_| model.weigh(&counts.sums()))?;
    let dimensions = settings.features.dimensions.min(rows.rows() / 2).min(rows.columns() / 2).max(1);
    let learning = ContrastiveParams::default()
        .epochs(EPOCHS)
        .temperature(TEMPERATURE)
        .learning_rate(LEARNING_RATE)
        .most_pairs((documents.len() + related.len()).max(2));
    let params = ProjectionParams::default()
        .contrastive(learning)
        .dimensions(dimensions)
        .seed(settings.seed)
        .check()
        .classify(Failure::Usage)?;
    let projection = stages.run("learn", Unit::Items, |_| {
        let titles = model.weigh_titles(counts.titles())?;
        let bodies = model.weigh_bodies(counts.bodies())?;
        let training = TrainingRows { documents: &rows, titles: &titles, bodies: &bodies, related };
        Projection::fit(&params, training)
    })?;
    Ok(BackgroundModel::new(provenance, &model, &projection, MOST_TERMS)?)
}
