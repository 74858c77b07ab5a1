//! Texts into themes that stand.

use anyhow::Context;
use thema_cluster::identity::{PapersToPlace, ThemeModel, ThemePlace};
use thema_cluster::{Assignment, SeedCounts};
use thema_features::analysis::{Analyzer, Language, StopWords};
use thema_features::{CsrMatrix, Document, FeatureModel, Projection, TaskProgress};

use super::features::language;
use super::texts::{StoredText, TextFile};
use super::{Features, outlier, outlier_rules};
use crate::configuration::Settings;
use crate::exit::{Classify, Failure};
use crate::progress::{Stages, Unit};

/// What texts are placed by.
pub(super) struct Placing<'a> {
    pub(super) features: &'a FeatureModel,
    pub(super) projection: &'a Projection,
    pub(super) themes: &'a ThemeModel,
    pub(super) seed_analyzer: &'a Analyzer,
}

/// Texts as the model sees them.
pub(crate) struct PlacedTexts {
    pub(crate) rows: CsrMatrix,
    pub(crate) vectors: ndarray::Array2<f32>,
    pub(crate) seeds: SeedCounts,
    pub(crate) places: Vec<ThemePlace>,
}

impl Placing<'_> {
    /// The places of texts.
    pub(super) fn place(&self, documents: &[Document<'_>]) -> anyhow::Result<PlacedTexts> {
        let rows = self.features.transform(documents)?;
        let vectors = self.projection.project(&rows)?;
        let seeds = match self.themes.seed_matcher() {
            Some(matcher) => matcher.count(documents, self.seed_analyzer),
            None => SeedCounts::default(),
        };
        let places =
            self.themes.place(&PapersToPlace { rows: &rows, vectors: vectors.view(), seeds: &seeds })?;
        Ok(PlacedTexts { rows, vectors, seeds, places })
    }
}

/// Finds the entries of taxonomies in texts: no word is too common for them.
pub(super) fn seed_analyzer(language: Language) -> Analyzer {
    Analyzer::builder(language).stop_words(StopWords::none()).build()
}

/// Places the papers in `rows`, which ascend, in the themes that were made of the others.
pub(crate) fn place_rest(
    settings: &Settings,
    features: &Features,
    themes: &ThemeModel,
    texts: &TextFile,
    rows: &[u32],
    stages: &mut Stages,
) -> anyhow::Result<Vec<Assignment>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let rules = outlier_rules(settings)?;
    let seed_analyzer = &seed_analyzer(language(settings)?);
    let placing =
        Placing { features: &features.model, projection: &features.projection, themes, seed_analyzer };
    stages.run("place rest", Unit::Items, |_| {
        let progress = TaskProgress::new("placed", rows.len());
        let mut assignments = Vec::with_capacity(rows.len());
        for texts in texts.read(rows) {
            let texts = texts.context("texts written by this run").classify(Failure::Output)?;
            let documents: Vec<Document<'_>> = texts.iter().map(StoredText::document).collect();
            let placed = placing.place(&documents)?;
            let judgements = themes.judge(&documents);
            assignments.extend(placed.places.iter().zip(&documents).zip(&judgements).enumerate().map(
                |(row, ((place, document), judgement))| {
                    let known = placed.rows.row(row).indices.len();
                    place.assignment(outlier(&rules, document, known, place.margin, judgement))
                },
            ));
            progress.advance(texts.len());
        }
        Ok(assignments)
    })
}
