//! Papers that cannot be placed with confidence.

use thema_features::Document;
use thema_features::analysis::spaced;
use thema_themes::{Judgement, OutlierEvidence, OutlierReason, OutlierValidRules};

use crate::checked::FEWEST_WORDS;

/// Why a paper cannot be placed with confidence, judged by its text, the number of its known terms, its
/// margin, and the judgement of its text.
pub(crate) fn outlier(
    rules: &OutlierValidRules,
    document: &Document<'_>,
    known_terms: usize,
    margin: f32,
    judgement: &Judgement,
) -> Option<OutlierReason> {
    let [title, body] = [document.title, document.body].map(spaced);
    let words = title.split_whitespace().chain(body.split_whitespace());
    rules.reason(&OutlierEvidence {
        words: words.take(FEWEST_WORDS).count(),
        known_terms,
        margin,
        foreign: judgement.reason,
    })
}
