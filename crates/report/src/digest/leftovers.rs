//! What fits nowhere.

use super::quoting::citation;
use crate::markdown::escaped;
use crate::wording::{counted, in_words, joined};
use crate::{GapReport, Report, percent};
use thema_themes::{OutlierReason, ThemeKind, Verdict};

/// Gaps described.
const GAPS: usize = 6;

pub(super) fn section(report: &Report) -> Option<String> {
    let mut paragraphs = Vec::new();
    let other = report.themes.iter().find(|theme| theme.kind == ThemeKind::Other && theme.size > 0);
    if let Some(other) = other {
        let stand = if other.size == 1 { "stands" } else { "stand" };
        paragraphs.push(format!(
            "{} {stand} outside the taxonomy. {}",
            counted(other.size, "paper"),
            if report.gaps.is_empty() {
                "They form no group large enough to be a theme of its own.".to_owned()
            } else {
                format!("Among them {} that the taxonomy lacks:", groups(report.gaps.len()))
            }
        ));
        if !report.gaps.is_empty() {
            let mut lines: Vec<String> = report.gaps.iter().take(GAPS).map(|gap| line(report, gap)).collect();
            if report.gaps.len() > GAPS {
                let more = in_words((report.gaps.len() - GAPS) as u64);
                lines.push(format!("- and {more} smaller (`themes.json`)."));
            }
            paragraphs.push(lines.join("\n"));
        }
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

fn groups(count: usize) -> String {
    match count {
        1 => "is one theme".to_owned(),
        more => format!("are {} themes", in_words(more as u64)),
    }
}

fn line(report: &Report, gap: &GapReport) -> String {
    let moves = gap.trend.as_ref().filter(|trend| trend.verdict != Verdict::Steady);
    let moves = moves.map_or_else(String::new, |trend| format!(", {}", trend.words));
    let near =
        gap.nearest_theme.as_ref().and_then(|key| report.themes.iter().find(|theme| theme.key == *key));
    let near = near.map_or_else(String::new, |theme| format!(", nearest to {}", escaped(&theme.name)));
    let example = gap
        .representatives
        .first()
        .map_or_else(String::new, |paper| format!("; for example {}", citation(paper)));
    format!(
        "- **{}** ({}, {}{moves}){near}{example}.",
        escaped(&gap.name),
        counted(gap.size, "paper"),
        percent(gap.share)
    )
}
