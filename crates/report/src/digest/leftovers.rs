//! What fits nowhere.

use super::quoting::{citation, known_as};
use crate::wording::{counted, joined};
use crate::{Report, percent};
use thema_themes::{OutlierReason, ThemeKind};

pub(super) fn section(report: &Report) -> Option<String> {
    let mut paragraphs = Vec::new();
    let other = report.themes.iter().find(|theme| theme.kind == ThemeKind::Other && theme.size > 0);
    if let Some(other) = other {
        let fit = if other.size == 1 { "fits no theme" } else { "fit no theme" };
        let mut sentences =
            vec![format!("{} ({}) {fit}.", counted(other.size, "paper"), percent(other.share))];
        sentences.extend(known_as(other));
        if let Some(paper) = other.representatives.first().filter(|_| other.size > 1) {
            sentences.push(format!("An example is {}.", citation(paper)));
        }
        paragraphs.push(sentences.join(" "));
    }
    let reasons: Vec<String> = report
        .outliers
        .reasons
        .iter()
        .filter(|count| count.papers > 0)
        .map(|count| {
            let one = count.papers == 1;
            match count.reason {
                OutlierReason::TooShort => {
                    format!(
                        "{} {} too short to place",
                        counted(count.papers, "paper"),
                        if one { "is" } else { "are" }
                    )
                }
                OutlierReason::NoKnownTerm => {
                    let (has, its) = if one { ("shares", "its") } else { ("share", "their") };
                    format!("{} {has} none of {its} words with the others", counted(count.papers, "paper"))
                }
                OutlierReason::Withdrawn => {
                    let is = if one { "says that it was" } else { "say that they were" };
                    format!("{} {is} withdrawn", counted(count.papers, "paper"))
                }
                OutlierReason::OtherLanguage => {
                    let is = if one { "is" } else { "are" };
                    format!("{} {is} in another language", counted(count.papers, "paper"))
                }
                OutlierReason::OffTopic => {
                    let uses = if one { "uses" } else { "use" };
                    format!("{} {uses} words that are foreign to the rest", counted(count.papers, "paper"))
                }
                OutlierReason::LowMargin => {
                    let lie = if one { "lies" } else { "lie" };
                    format!(
                        "{} {lie} between two themes, under the margin asked for",
                        counted(count.papers, "paper")
                    )
                }
            }
        })
        .collect();
    if !reasons.is_empty() {
        paragraphs.push(format!("{}; `papers.csv` names them in the column `outlier`.", joined(&reasons)));
    }
    (!paragraphs.is_empty()).then(|| format!("## What fits nowhere\n\n{}\n", paragraphs.join("\n\n")))
}
