//! Papers that cannot be placed with confidence.

use anyhow::Context;
use linfa::ParamGuard;
use thema_cluster::{
    CorpusFit, CorpusFitParams, Evidence, Judgement, Manifest, OutlierReason, OutlierRules, OutlierValidRules,
};
use thema_features::Document;

use super::features::language;
use crate::configuration::Settings;
use crate::exit::{Classify, Failure};

/// Fewest words of title and abstract together that say what a paper is about.
const FEWEST_WORDS: usize = 5;

/// The rules that the settings ask for.
pub(crate) fn outlier_rules(settings: &Settings) -> anyhow::Result<OutlierValidRules> {
    rules(settings.themes.outlier_margin)
}

/// The rules that a run was made with.
pub(crate) fn outlier_rules_of(manifest: &Manifest) -> anyhow::Result<OutlierValidRules> {
    let margin = manifest.configuration["themes"]["outlier_margin"].as_f64();
    rules(margin.unwrap_or(0.0) as f32)
}

fn rules(margin: f32) -> anyhow::Result<OutlierValidRules> {
    OutlierRules::default()
        .min_words(FEWEST_WORDS)
        .min_margin(margin)
        .check()
        .context("themes.outlier_margin")
        .classify(Failure::Usage)
}

/// Learns what the texts of the corpus look like.
pub(crate) fn fit_corpus(settings: &Settings, documents: &[Document<'_>]) -> anyhow::Result<CorpusFit> {
    let params = CorpusFitParams::default()
        .language(language(settings)?)
        .outlier_share(settings.themes.outlier_share)
        .keep_other_languages(settings.themes.keep_other_languages)
        .check()
        .context("themes.outlier_share")
        .classify(Failure::Usage)?;
    Ok(params.learn(documents))
}

/// Why a paper cannot be placed with confidence, from its text, the number of its known terms, its margin and what was
/// judged of its text.
pub(crate) fn outlier(
    rules: &OutlierValidRules,
    document: &Document<'_>,
    known_terms: usize,
    margin: f32,
    judgement: &Judgement,
) -> Option<OutlierReason> {
    let words = document.title.split_whitespace().chain(document.body.split_whitespace());
    rules.reason(&Evidence { words: words.take(FEWEST_WORDS).count(), known_terms, margin, foreign: judgement.reason })
}
