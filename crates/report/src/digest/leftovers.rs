//! Papers that fit no theme, and outliers.

use super::quoting::{citation, known_as};
use crate::wording::{capitalised, few, in_words, joined};
use crate::{Report, percent};
use thema_themes::OutlierReason;

pub(super) fn section(report: &Report) -> Option<String> {
    let mut paragraphs = Vec::new();
    let other = report.rest();
    if let Some(other) = other {
        let fit = if other.size == 1 { "fits no theme" } else { "fit no theme" };
        let papers = capitalised(&few(other.size, "paper"));
        let mut sentences = vec![format!("{papers} ({}) {fit}.", percent(other.share))];
        sentences.extend(known_as(other));
        if let Some(paper) = other.representatives.first().filter(|_| other.size > 1) {
            sentences.push(format!("An example is {}.", citation(paper)));
        }
        paragraphs.push(sentences.join(" "));
    }
    paragraphs.extend(outliers(report));
    let heading = if other.is_some() { "Papers that fit no theme" } else { "Outliers" };
    (!paragraphs.is_empty()).then(|| format!("## {heading}\n\n{}\n", paragraphs.join("\n\n")))
}

/// Why papers are outliers, most frequent reason first.
fn outliers(report: &Report) -> Option<String> {
    let mut counts: Vec<_> = report.outliers.reasons.iter().filter(|count| count.papers > 0).collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.papers));
    let reasons: Vec<String> = counts
        .iter()
        .map(|count| format!("{} {}", in_words(count.papers), said_of(count.reason, count.papers == 1)))
        .collect();
    let sentence = match *counts {
        [] => return None,
        [only] if only.papers == 1 => format!("The one outlier {}", said_of(only.reason, true)),
        [only] => format!("The {} outliers {}", in_words(only.papers), said_of(only.reason, false)),
        _ => format!("Of the {}, {}", few(report.outliers.papers, "outlier"), joined(&reasons)),
    };
    Some(format!("{sentence}; see the `outlier` column of `papers.csv`."))
}

/// What is said about one or several papers that are outliers for a reason.
fn said_of(reason: OutlierReason, one: bool) -> &'static str {
    match (reason, one) {
        (OutlierReason::TooShort, true) => "is too short to classify",
        (OutlierReason::TooShort, false) => "are too short to classify",
        (OutlierReason::NoKnownTerm, true) => "shares no terms with the other papers",
        (OutlierReason::NoKnownTerm, false) => "share no terms with the other papers",
        (OutlierReason::Withdrawn, true) => "says that it was withdrawn",
        (OutlierReason::Withdrawn, false) => "say that they were withdrawn",
        (OutlierReason::OtherLanguage, true) => "is wholly or partly in another language",
        (OutlierReason::OtherLanguage, false) => "are wholly or partly in another language",
        (OutlierReason::OffTopic, true) => "uses words that are unusual for this corpus",
        (OutlierReason::OffTopic, false) => "use words that are unusual for this corpus",
        (OutlierReason::LowMargin, true) => "lies between two themes, with a margin below the threshold",
        (OutlierReason::LowMargin, false) => "lie between two themes, with a margin below the threshold",
    }
}
