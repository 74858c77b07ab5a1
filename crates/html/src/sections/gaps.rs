//! What the taxonomy lacks.

use maud::{Markup, html};
use thema_report::{Report, percent, thousands};

use super::paper::citation;
use super::themes::verdict;
use crate::excerpt::excerpt;

/// Gaps shown.
const SHOWN: usize = 12;
/// Terms of a gap.
const TERMS: usize = 8;
/// Papers of a gap.
const PAPERS: usize = 2;
/// Characters of a name or term.
const NAME: usize = 120;

/// The themes that the taxonomy lacks; nothing where there are none.
pub(crate) fn gaps(report: &Report) -> Markup {
    if report.gaps.is_empty() {
        return html! {};
    }
    html! {
        section #gaps aria-labelledby="gaps-title" {
            div.heading {
                h2 #gaps-title { "Themes that the taxonomy lacks" }
                p { "Groups of papers that no theme of the taxonomy took, the most important first." }
            }
            div.gapgrid {
                @for gap in report.gaps.iter().take(SHOWN) {
                    article.gap {
                        h3 { (excerpt(&gap.name, NAME)) }
                        p.meta {
                            (thousands(gap.size)) " papers, " (percent(gap.share))
                            @if let Some(near) = report.themes.iter().find(|theme| Some(&theme.key) == gap.nearest_theme.as_ref()) {
                                " · nearest: " a href={ "#" (near.id) } { (excerpt(&near.name, NAME)) }
                            }
                            @if let Some(trend) = &gap.trend { " " (verdict(trend)) }
                        }
                        ul.chips { @for term in gap.terms.iter().take(TERMS) { li { (excerpt(&term.text, NAME)) } } }
                        ul.papers { @for paper in gap.representatives.iter().take(PAPERS) { li { (citation(paper)) } } }
                    }
                }
            }
            @if report.gaps.len() > SHOWN { p.hint { (report.gaps.len() - SHOWN) " more are in themes.json." } }
        }
    }
}
