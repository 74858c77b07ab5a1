//! From texts to weighted terms.

use thema_features::{
    CsrMatrix, Document, DocumentCounts, FeatureError, FeatureModel, FeatureParams, FrequencyBound,
};
use thema_themes::Judgement;

use crate::error::Blame;
use crate::stages::Stages;
use crate::{Fault, Result, Settings};

/// Maximum document frequencies, as shares, tried in order. The first suits all but unusual corpora: if the
/// papers of a large field consist of a few words, all those words exceed it.
const MOST_PAPERS: [f64; 3] = [0.2, 0.5, 1.0];
/// Share of papers that may end up without a term although the corpus knows their words.
const WITHOUT_TERM: f64 = 0.01;

/// The terms of a corpus.
pub(super) struct Terms {
    pub(super) model: FeatureModel,
    pub(super) counts: DocumentCounts,
    /// Weights, one row per paper.
    pub(super) rows: CsrMatrix,
}

/// Learns the vocabulary with the first bound that leaves almost no on-topic paper without a term.
pub(super) fn fit_terms(
    settings: &Settings,
    documents: &[Document<'_>],
    judgements: &[Judgement],
    stages: &mut Stages,
) -> Result<Terms> {
    let (least, first) = least_and_first(documents.len());
    let [tried @ .., last] = MOST_PAPERS;
    let mut best: Option<(usize, Terms)> = None;
    for &most in &tried[first..] {
        let terms = match fit(settings, documents, (least, most), stages) {
            Err(FeatureError::EmptyVocabulary { .. }) => continue,
            terms => terms?,
        };
        let without = without_term(&terms.rows, judgements);
        if without as f64 <= WITHOUT_TERM * documents.len() as f64 {
            return Ok(terms);
        }
        if best.as_ref().is_none_or(|&(fewest, _)| without < fewest) {
            best = Some((without, terms));
        }
    }
    let terms = fit(settings, documents, (least, last), stages)
        .blame_for(Fault::Input, || "the papers have no words in common")?;
    // If a looser bound gives no further paper a term, the bound was not the reason.
    match best {
        Some((without, best)) if without <= without_term(&terms.rows, judgements) => Ok(best),
        _ => Ok(terms),
    }
}

fn fit(
    settings: &Settings,
    documents: &[Document<'_>],
    (least, most): (u32, f64),
    stages: &mut Stages,
) -> std::result::Result<Terms, FeatureError> {
    let params = FeatureParams::default()
        .language(settings.features.language.unwrap_or_default())
        .weighting(settings.features.weight.weighting())
        .minimum_frequency(FrequencyBound::Count(least))
        .maximum_frequency(FrequencyBound::Share(most))
        .check()?;
    let (model, counts) = stages.run("analyse", || FeatureModel::fit(&params, documents))?;
    let rows = stages.run("weigh", || model.weigh(&counts.sums()))?;
    Ok(Terms { model, counts, rows })
}

/// Number of on-topic papers that have no term although the corpus knows their words.
fn without_term(rows: &CsrMatrix, judgements: &[Judgement]) -> usize {
    (0..rows.rows())
        .zip(judgements)
        .filter(|&(row, judgement)| {
            rows.row(row).indices.is_empty() && judgement.reason.is_none() && judgement.known_words > 0
        })
        .count()
}

/// Minimum document frequency, and index of the first bound to try. Small corpora, in which every word is
/// rare or common, get looser bounds.
fn least_and_first(papers: usize) -> (u32, usize) {
    match papers {
        0..20 => (1, 2),
        20..500 => (2, 1),
        500..30_000 => (3, 0),
        _ => (10, 0),
    }
}
