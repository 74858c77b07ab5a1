//! The themes: a ranked table, and a card for each that opens.

use maud::{Markup, html};
use thema_cluster::report::{Report, ThemeReport, TrendReport, names, percent, probability, thousands};
use thema_cluster::{ThemeKind, Verdict};

use super::paper::citation;
use crate::charts::{sparkline, trend_chart};

/// Themes in the table.
const LISTED: usize = 300;
/// Themes with a card.
const CARDS: usize = 80;
/// Terms in the table.
const FEW_TERMS: usize = 5;
/// Terms on a card.
const TERMS: usize = 10;
/// Papers on a card.
const PAPERS: usize = 5;
/// Bridges on a card.
const BRIDGES: usize = 3;

/// Table and cards.
pub(crate) fn themes(report: &Report, colors: &[usize]) -> Markup {
    let trends = report.themes.iter().any(|theme| theme.trend.is_some());
    let most = report.themes.iter().map(|theme| theme.share).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        section #themes aria-labelledby="themes-title" {
            div.heading {
                h2 #themes-title { "Themes" }
                p { "By size. Open a theme for its terms, the papers that show it and its neighbours." }
            }
            div.scroll role="region" aria-labelledby="themes-title" tabindex="0" {
                table.ranking {
                    caption.hidden { "Themes by size" }
                    thead {
                        tr {
                            th scope="col" { "#" }
                            th scope="col" { "Theme" }
                            th.number scope="col" { "Papers" }
                            th scope="col" { "Share" }
                            @if trends { th scope="col" { "Trend" } }
                            th scope="col" { "Terms" }
                        }
                    }
                    tbody {
                        @for (theme, &color) in report.themes.iter().zip(colors).take(LISTED) {
                            (row(theme, color, most, trends, (theme.rank as usize) <= CARDS))
                        }
                    }
                }
            }
            @if report.themes.len() > LISTED {
                p.hint { (report.themes.len() - LISTED) " smaller themes are in themes.csv." }
            }
            div.cards {
                @for (at, (theme, &color)) in report.themes.iter().zip(colors).enumerate().take(CARDS) {
                    (card(report, theme, color, at))
                }
            }
        }
    }
}

fn row(theme: &ThemeReport, color: usize, most: f64, trends: bool, has_card: bool) -> Markup {
    html! {
        tr {
            td.rank { (theme.rank) }
            th scope="row" {
                span.swatch.{ "c" (color) } aria-hidden="true" {}
                @if has_card { a href={ "#" (theme.id) } { (theme.name) } } @else { (theme.name) }
            }
            td.number { (thousands(theme.size)) }
            td.share {
                svg.bar.{ "c" (color) } viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
                    rect width=(format!("{:.1}", 100.0 * theme.share / most)) height="8" {}
                }
                (percent(theme.share))
            }
            @if trends {
                td.trend {
                    @if let Some(trend) = &theme.trend { (sparkline(trend, color)) (verdict(trend)) }
                }
            }
            td.terms { (theme.terms.iter().take(FEW_TERMS).map(|term| term.text.as_str()).collect::<Vec<_>>().join(", ")) }
        }
    }
}

/// The word for a trend, with an arrow beside it.
pub(super) fn verdict(trend: &TrendReport) -> Markup {
    let arrow = match trend.verdict {
        Verdict::Rising => "↑",
        Verdict::Steady => "→",
        Verdict::Falling => "↓",
    };
    let word = names::verdict(trend.verdict);
    html! { span.verdict.{ (word) } { span aria-hidden="true" { (arrow) " " } (word) } }
}

fn card(report: &Report, theme: &ThemeReport, color: usize, at: usize) -> Markup {
    html! {
        details.card #(theme.id) {
            summary {
                span.swatch.{ "c" (color) } aria-hidden="true" {}
                h3 { (theme.name) }
                span.value { (thousands(theme.size)) " papers, " (percent(theme.share)) }
                @if let Some(trend) = &theme.trend { (verdict(trend)) }
            }
            div.body {
                div.main {
                    @if let Some(description) = &theme.description { p.description { (description) } }
                    @if !theme.terms.is_empty() { (terms(theme)) }
                    @if !theme.representatives.is_empty() {
                        h4 { "Papers that show it" }
                        ol.papers { @for paper in theme.representatives.iter().take(PAPERS) { li { (citation(paper)) } } }
                    }
                    @if !theme.bridges.is_empty() { (bridges(report, theme)) }
                }
                div.side {
                    @if let Some(trend) = &theme.trend {
                        (trend_chart(theme, trend, color, at))
                        p.hint { "Share with its 95 % interval, q = " (probability(trend.q_value)) "." }
                    }
                    (facts(theme))
                }
            }
        }
    }
}

fn terms(theme: &ThemeReport) -> Markup {
    html! {
        h4 { "Terms" }
        ul.chips { @for term in theme.terms.iter().take(TERMS) { li { (term.text) } } }
    }
}

fn bridges(report: &Report, theme: &ThemeReport) -> Markup {
    html! {
        h4 { "Between themes" }
        ul.papers {
            @for bridge in theme.bridges.iter().take(BRIDGES) {
                @let other = report.themes.iter().find(|other| other.key == bridge.theme);
                li {
                    (citation(&bridge.paper))
                    span.headline { "towards " (other.map_or(bridge.theme.as_str(), |other| &other.name)) }
                }
            }
        }
    }
}

fn facts(theme: &ThemeReport) -> Markup {
    let kind = match theme.kind {
        ThemeKind::Taxonomy => "named by the taxonomy",
        ThemeKind::Discovered => "discovered",
        ThemeKind::Other => "what fits no theme",
    };
    html! {
        dl.facts {
            dt { "Kind" } dd { (kind) }
            @if let Some(first) = &theme.first_paper { dt { "First paper" } dd { (citation(first)) } }
            @if !theme.categories.is_empty() {
                dt { "Categories" }
                dd { (theme.categories.iter().map(|count| format!("{} {}", count.category, thousands(count.papers))).collect::<Vec<_>>().join(", ")) }
            }
            @if let Some(margin) = theme.mean_margin { dt { "Mean margin" } dd { (format!("{margin:.3}")) } }
            @if theme.outliers > 0 { dt { "Without confidence" } dd { (thousands(theme.outliers)) } }
            dt { "Identifier" } dd { code { (theme.id) } }
        }
    }
}
