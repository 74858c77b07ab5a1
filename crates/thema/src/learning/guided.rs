//! The taxonomy of a run, and the places of papers in it.

use thema_features::Document;
use thema_features::analysis::{Analyzer, Language};
use thema_ingest::Corpus;
use thema_themes::{
    FieldPaper, GuidedPapers, GuidedTerms, GuidedThemes, GuidedThemesParams, SeedCounts, SeedMatcher,
    Taxonomy, TaxonomyPlace, ThemeCheck, ThemeError, best_for_field, seed_terms,
};

use super::features::{Features, fit_features};
use crate::Result;
use crate::checked::{CheckedSettings, Chosen};
use crate::papers::document;
use crate::placer::seed_analyzer;
use crate::stages::Stages;

/// Papers listed as nearest to a theme that has none.
const NEAREST: usize = 3;

/// The user's taxonomy, the embedded one for the field of most papers, or none.
pub(crate) fn choose_taxonomy(checked: &CheckedSettings, papers: &Corpus) -> Result<Option<Taxonomy>> {
    match &checked.taxonomy {
        Chosen::None => Ok(None),
        Chosen::Given(taxonomy) => Ok(Some(taxonomy.clone())),
        Chosen::Auto => {
            let of_paper = |row| FieldPaper {
                categories: papers.categories(row).collect(),
                document: document(papers, row),
            };
            let papers: Vec<FieldPaper<'_>> = (0..papers.len()).map(of_paper).collect();
            Ok(best_for_field(&papers, &seed_analyzer(checked.language()))?)
        }
    }
}

/// A fitted taxonomy and the places of the papers it was fitted to.
pub(super) struct Guided {
    pub(super) model: GuidedThemes,
    pub(super) places: Vec<TaxonomyPlace>,
    /// Wanted themes without a paper, each with the rows of the nearest papers.
    pub(super) absent: Vec<(u32, Vec<u32>)>,
}

/// How a taxonomy fares on a set of papers.
pub(crate) struct CheckedThemes {
    pub(crate) themes: Vec<ThemeCheck>,
    pub(crate) absent: Vec<(u32, Vec<u32>)>,
    pub(crate) matcher: SeedMatcher,
    /// The analyzer that the matcher was made with.
    pub(crate) analyzer: Analyzer,
    pub(crate) features: Features,
}

/// Places every paper in the taxonomy.
pub(super) fn place(
    language: Language,
    taxonomy: &Taxonomy,
    documents: &[Document<'_>],
    features: &Features,
    stages: &mut Stages,
) -> Result<Guided> {
    fitted(language, taxonomy, documents, features, stages).map(|(guided, _)| guided)
}

/// Learns from papers as a run does, and reports what the entries of the taxonomy catch.
pub(crate) fn check_guided(
    checked: &CheckedSettings,
    taxonomy: &Taxonomy,
    documents: &[Document<'_>],
    related: &[[u32; 2]],
    stages: &mut Stages,
) -> Result<CheckedThemes> {
    let checked = &*checked.in_language_of(documents)?;
    let language = checked.language();
    let judgements = stages.run("judge", || checked.corpus_fit.learn(documents).judge(documents));
    let features = fit_features(checked, documents, related, &judgements, stages)?;
    let (Guided { model, places, absent }, seeds) = fitted(language, taxonomy, documents, &features, stages)?;
    let papers = GuidedPapers { rows: &features.rows, vectors: features.vectors.view(), seeds: &seeds };
    let themes = with_terms(&features, |terms| model.check(&papers, &places, terms));
    let (matcher, analyzer) = (model.seeds().matcher().clone(), seed_analyzer(language));
    Ok(CheckedThemes { themes, absent, matcher, analyzer, features })
}

fn fitted(
    language: Language,
    taxonomy: &Taxonomy,
    documents: &[Document<'_>],
    features: &Features,
    stages: &mut Stages,
) -> Result<(Guided, SeedCounts)> {
    Ok(stages.run("place", || {
        let analyzer = seed_analyzer(language);
        let matcher = SeedMatcher::new(taxonomy, &analyzer);
        let seeds = matcher.count(documents, &analyzer);
        let papers = GuidedPapers { rows: &features.rows, vectors: features.vectors.view(), seeds: &seeds };
        let params = GuidedThemesParams::default().check()?;
        let (model, places) = with_terms(features, |terms| params.fit(taxonomy, matcher, &papers, terms))?;
        let absent = model.absent(&papers, &places, NEAREST);
        Ok::<_, ThemeError>((Guided { model, places, absent }, seeds))
    })?)
}

/// Provides the seed terms and term vectors of `features`.
fn with_terms<T>(features: &Features, with: impl FnOnce(&GuidedTerms<'_>) -> T) -> T {
    with(&GuidedTerms {
        resolve: &|entry| seed_terms(&features.model, entry),
        vector: Some(&|term| features.projection.table().row(term as usize).to_vec()),
    })
}
