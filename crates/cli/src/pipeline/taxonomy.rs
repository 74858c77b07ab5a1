//! The taxonomy of a run, and the papers' places in it.

use std::path::Path;

use anyhow::Context;
use linfa::ParamGuard;
use thema_features::Document;
use thema_themes::{
    GuidedPapers, GuidedTerms, GuidedThemes, GuidedThemesParams, Paper, Placement, SeedMatcher, Taxonomy,
    best_for_categories, seed_terms,
};

use super::Features;
use super::features::language;
use super::placing::seed_analyzer;
use crate::configuration::Settings;
use crate::exit::{Classify, Failure};
use crate::progress::{Stages, Unit};

/// The user's taxonomy, the embedded one for the field of most papers, or none.
pub(crate) fn choose_taxonomy(settings: &Settings, papers: &[Paper]) -> anyhow::Result<Option<Taxonomy>> {
    match settings.themes.taxonomy.as_str() {
        "none" => Ok(None),
        "auto" => {
            let categories: Vec<&[String]> = papers.iter().map(|paper| paper.categories.as_slice()).collect();
            best_for_categories(&categories).classify(Failure::Usage)
        }
        path => load(Path::new(path)).map(Some),
    }
}

fn load(path: &Path) -> anyhow::Result<Taxonomy> {
    let source = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the taxonomy {}", path.display()))
        .classify(Failure::Usage)?;
    Taxonomy::parse(&source).with_context(|| path.display().to_string()).classify(Failure::Usage)
}

/// Places every paper in the taxonomy.
pub(crate) fn place(
    settings: &Settings,
    taxonomy: &Taxonomy,
    documents: &[Document<'_>],
    features: &Features,
    stages: &mut Stages,
) -> anyhow::Result<(GuidedThemes, Vec<Placement>)> {
    let language = language(settings)?;
    let fitted = stages.run("place", Unit::Items, |_| {
        let analyzer = seed_analyzer(language);
        let matcher = SeedMatcher::new(taxonomy, &analyzer);
        let seeds = matcher.count(documents, &analyzer);
        let papers = GuidedPapers { rows: &features.rows, vectors: features.vectors.view(), seeds: &seeds };
        let terms = GuidedTerms {
            resolve: &|entry| seed_terms(&features.model, entry),
            vector: Some(&|term| features.projection.table().row(term as usize).to_vec()),
        };
        GuidedThemesParams::default().check()?.fit(taxonomy, matcher, &papers, &terms)
    })?;
    Ok(fitted)
}
