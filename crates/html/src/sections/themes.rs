//! The themes: a ranked list whose rows open.

use maud::{Markup, html};
use thema_report::{
    FacetCount, FacetReport, Report, ThemeReport, TrendReport, capitalised, counted, names, percent, points,
    probability, share_change, thousands,
};
use thema_themes::{Facet, ThemeKind, Verdict};

use super::paper::citation;
use crate::charts::{sparkline, trend_chart};
use crate::embedded::CHARTED;
use crate::excerpt::{self, excerpt};

/// Maximum number of themes in the list.
const LISTED: usize = 300;
/// Number of themes whose rows open.
const CARDS: usize = CHARTED;
/// Maximum length of a description, in characters.
const DESCRIPTION: usize = 1_000;
/// Terms in a row.
const FEW_TERMS: usize = 5;
/// Terms of an open theme.
const TERMS: usize = 10;
/// Papers of an open theme.
const PAPERS: usize = 5;
/// Bridges of an open theme.
const BRIDGES: usize = 3;

/// Values of a facet of an open theme.
const VALUES: usize = 5;
/// Minimum lift over the corpus from which the lift of a value is shown.
const OFTEN: f64 = 2.0;

/// The ranked list.
pub(crate) fn themes(report: &Report, colors: &[usize]) -> Markup {
    let trends = report.themes.iter().any(|theme| theme.trend.is_some());
    let mixed = report.is_mixed();
    let most = report.themes.iter().map(|theme| theme.share).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        section #themes aria-labelledby="themes-title" {
            div.heading {
                h2 #themes-title { "Themes" }
                p {
                    "Sorted by size. Open a theme for its terms, typical papers, borderline papers and trend."
                    @if mixed { " A theme with a + was discovered among the papers that the taxonomy's themes leave." }
                }
            }
            div.ranking.undated[!trends] {
                div.row.labels aria-hidden="true" {
                    span.rank { "#" } span.name { "Theme" } span.papers { "Papers" } span.share { "Share" }
                    @if trends { span.trend { "Trend" } }
                    span.terms { "Terms" }
                }
                @for (at, (theme, &color)) in report.themes.iter().zip(colors).enumerate().take(LISTED) {
                    @if at < CARDS {
                        details.card #(theme.id) {
                            summary.row { (row(theme, color, most, trends, mixed && theme.kind == ThemeKind::Discovered)) }
                            (body(report, theme, color, at))
                        }
                    } @else {
                        div.card #(theme.id) { div.row { (row(theme, color, most, trends, mixed && theme.kind == ThemeKind::Discovered)) } }
                    }
                }
            }
            @if report.themes.len() > LISTED {
                @let others = (report.themes.len() - LISTED) as u64;
                p.hint { (counted(others, "other theme")) @if others == 1 { " is" } @else { " are" } " in themes.csv." }
            }
        }
    }
}

fn row(theme: &ThemeReport, color: usize, most: f64, trends: bool, marked: bool) -> Markup {
    html! {
        span.rank { (theme.rank) }
        h3.name { span.swatch.{ "c" (color) } aria-hidden="true" {} span { (excerpt::name(&theme.name)) @if marked { " +" } } }
        span.papers { (thousands(theme.size)) span.hidden { " papers" } }
        span.share {
            svg.bar.{ "c" (color) } viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
                rect width=(format!("{:.1}", 100.0 * theme.share / most)) height="8" {}
            }
            span { (percent(theme.share)) }
        }
        @if trends {
            span.trend { @if let Some(trend) = &theme.trend { (sparkline(trend, color)) (verdict(trend)) } }
        }
        span.terms { (excerpt::name(&theme.terms.iter().take(FEW_TERMS).map(|term| term.text.as_str()).collect::<Vec<_>>().join(", "))) }
    }
}

/// A probability to write after its symbol: `= 0.012` or `< 0.001`.
fn equals(value: f64) -> String {
    let text = probability(value);
    if text.starts_with('<') { text } else { format!("= {text}") }
}

/// The two windows, their difference with its interval, and since when.
pub(super) fn figures(trend: &TrendReport) -> Markup {
    let change = &trend.change;
    html! {
        (capitalised(&trend.words)) ": " (trend.figures) " (" (share_change(change.before.share, change.recent.share).2) " points, 95 % confidence interval "
        (points(change.low)) " to " (points(change.high)) "; q " (equals(change.q_value)) ")."
        @if let Some(why) = trend.doubted() { " " (why) }
        @if let Some(crowded) = trend.crowded() { " " (capitalised(&crowded)) "." }
        @if let Some(then) = trend.long_ago() { " " (then) }
        @if let Some(brought) = trend.what_new_categories_brought() { " " (capitalised(&brought)) "." }
    }
}

/// The word for a trend, with an arrow next to it if it has a direction.
pub(super) fn verdict(trend: &TrendReport) -> Markup {
    let arrow = match trend.verdict {
        Verdict::Rising => "↑ ",
        Verdict::Steady => "→ ",
        Verdict::Falling => "↓ ",
        Verdict::Unclear => "",
    };
    let word = names::verdict(trend.verdict);
    html! { span.verdict.{ (word) } { span aria-hidden="true" { (arrow) } (word) } }
}

fn body(report: &Report, theme: &ThemeReport, color: usize, at: usize) -> Markup {
    html! {
            div.body {
                div.main {
                    @if let Some(description) = &theme.description { p.description { (excerpt(description, DESCRIPTION)) } }
                    @if !theme.terms.is_empty() { (terms(theme)) }
                    @if !theme.representatives.is_empty() {
                        h4 { "Typical papers" }
                        ol.papers { @for paper in theme.representatives.iter().take(PAPERS) { li { (citation(paper)) } } }
                    }
                    @if !theme.bridges.is_empty() { (bridges(report, theme)) }
                    @if let Some(nearest) = &theme.nearest {
                        h4 { @if nearest.is_empty() { "Not found: no paper contains any of its terms" } @else { "Not found; nearest papers" } }
                        ol.papers { @for paper in nearest { li { (citation(paper)) } } }
                    }
                }
                div.side {
                    @if let Some(trend) = &theme.trend {
                        (trend_chart(theme, trend, color, at))
                        p.hint { (figures(trend)) }
                    } @else if theme.found_later {
                        p.hint { "An update found this theme. Papers of the first run are not in it, so it has no trend yet." }
                    }
                    (facts(theme))
                }
            }
    }
}

fn terms(theme: &ThemeReport) -> Markup {
    html! {
        h4 { "Terms" }
        ul.chips { @for term in theme.terms.iter().take(TERMS) { li { (excerpt::name(&term.text)) } } }
    }
}

fn bridges(report: &Report, theme: &ThemeReport) -> Markup {
    html! {
        h4 { "Borderline papers" }
        ul.papers {
            @for bridge in theme.bridges.iter().take(BRIDGES) {
                @let other = report.themes.iter().find(|other| other.key == bridge.theme);
                li {
                    (citation(&bridge.paper))
                    span.headline { "close to " (excerpt::name(other.map_or(bridge.theme.as_str(), |other| &other.name))) }
                }
            }
        }
    }
}

fn title(facet: Facet) -> &'static str {
    match facet {
        Facet::Country => "Countries",
        Facet::Funder => "Funders",
        Facet::Venue => "Venues",
        Facet::Type => "Types",
        Facet::Language => "Languages",
        Facet::Year => "Years",
    }
}

/// The most frequent values with their shares of the papers for which the facet is known, and their lift over
/// the corpus if it is two or more.
fn values(facet: &FacetReport) -> String {
    let value = |count: &FacetCount| {
        let often = if count.lift >= OFTEN { format!(" (×{:.1})", count.lift) } else { String::new() };
        format!("{} {}{often}", excerpt::name(&count.value), percent(count.share))
    };
    let values = facet.values.iter().take(VALUES).map(value).collect::<Vec<_>>().join(", ");
    format!("{values}; known for {}", counted(facet.papers, "paper"))
}

fn facts(theme: &ThemeReport) -> Markup {
    let kind = match theme.kind {
        ThemeKind::Taxonomy => "from the taxonomy",
        ThemeKind::Discovered => "discovered",
        ThemeKind::Other => "papers that fit no theme",
    };
    html! {
        dl.facts {
            dt { "Kind" } dd { (kind) }
            @if !theme.subthemes.is_empty() {
                dt { "Taxonomy subjects" }
                dd { (theme.subthemes.iter().map(|count| format!("{} {}", excerpt::name(&count.name), thousands(count.papers))).collect::<Vec<_>>().join(", ")) }
            }
            @if let Some(first) = &theme.first_paper { dt { "First clear paper" } dd { (citation(first)) } }
            @if !theme.categories.is_empty() {
                dt { "Categories" }
                dd { (theme.categories.iter().map(|count| format!("{} {}", excerpt::name(&count.category), thousands(count.papers))).collect::<Vec<_>>().join(", ")) }
            }
            @for facet in theme.facets.iter().filter(|facet| facet.facet != Facet::Year && facet.values.len() > 1) {
                dt { (title(facet.facet)) } dd { (values(facet)) }
            }
            @if let Some(margin) = theme.mean_margin { dt { "Mean margin" } dd { (format!("{margin:.3}")) } }
            @if theme.outliers > 0 { dt { "Outliers" } dd { (thousands(theme.outliers)) } }
            dt { "Identifier" } dd { code { (excerpt::name(&theme.id)) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_facet_stand_beside_the_papers_for_which_it_is_known() {
        let count =
            |value: &str, papers, share, lift| FacetCount { value: value.into(), papers, share, lift };
        let facet = FacetReport {
            facet: Facet::Country,
            papers: 100,
            values: vec![count("Germany", 40, 0.4, 4.0), count("Japan", 20, 0.2, 1.0)],
        };
        assert_eq!(values(&facet), "Germany 40.0 % (×4.0), Japan 20.0 %; known for 100 papers");
    }
}
