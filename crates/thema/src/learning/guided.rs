//! The taxonomy of a run, and the papers' places in it.

use thema_features::Document;
use thema_features::analysis::Language;
use thema_themes::{
    GuidedPapers, GuidedTerms, GuidedThemes, GuidedThemesParams, Paper, SeedMatcher, Taxonomy, TaxonomyPlace,
    best_for_categories, seed_terms,
};

use super::features::Features;
use crate::Result;
use crate::checked::{CheckedSettings, Chosen};
use crate::placer::seed_analyzer;
use crate::stages::Stages;

/// The user's taxonomy, the embedded one for the field of most papers, or none.
pub(crate) fn choose_taxonomy(checked: &CheckedSettings, papers: &[Paper]) -> Result<Option<Taxonomy>> {
    match &checked.taxonomy {
        Chosen::None => Ok(None),
        Chosen::Given(taxonomy) => Ok(Some(taxonomy.clone())),
        Chosen::Auto => {
            let categories: Vec<&[String]> = papers.iter().map(|paper| paper.categories.as_slice()).collect();
            Ok(best_for_categories(&categories)?)
        }
    }
}

/// Places every paper in the taxonomy.
pub(super) fn place(
    language: Language,
    taxonomy: &Taxonomy,
    documents: &[Document<'_>],
    features: &Features,
    stages: &mut Stages,
) -> Result<(GuidedThemes, Vec<TaxonomyPlace>)> {
    let fitted = stages.run("place", || {
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
