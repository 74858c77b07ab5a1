//! The quality card: each measure with its meaning, then all other figures.

use maud::{Markup, html};
use serde_json::{Map, Value};
use thema_report::{CountFigures, QualityFigures, ReliabilityFigures, Report, counted, percent, thousands};
use thema_themes::OutlierReason;

use crate::charts::count_curve;
use crate::excerpt::excerpt;

/// Maximum number of items shown of one list.
const ITEMS: usize = 40;
/// Maximum depth of nested values shown.
const DEPTH: usize = 3;
/// Maximum number of points in the curve over the number of clusters.
const CURVE: usize = 200;
/// Maximum number of clusters in the table of stabilities.
const CLUSTERS: usize = 100;

/// The quality card and the outliers.
pub(crate) fn quality(report: &Report) -> Markup {
    html! {
        section #quality aria-labelledby="quality-title" {
            div.heading {
                h2 #quality-title { "Quality" }
                p {
                    "How reliable the themes are; quality.json has all figures."
                    @if report.corpus.added > 0 {
                        " Except for outliers and coverage, the figures are those of the first run; updates have added "
                        (counted(report.corpus.added, "paper")) "."
                    }
                }
            }
            @match (report.quality_figures(), &report.quality) {
                (Some(figures), Some(Value::Object(fields))) => {
                    div.qualitygrid { (measures(report, &figures)) }
                    div.pairgrid {
                        (figures.cluster_count.as_ref().map(cluster_count).unwrap_or_default())
                        (stabilities(report, &figures.stability))
                        (figures.reliability.as_ref().map(reliability).unwrap_or_default())
                    }
                    (further(fields))
                },
                _ => { div.qualitygrid { (outliers(report)) } p.hint { "This run measured no quality." } },
            }
        }
    }
}

fn measures(report: &Report, figures: &QualityFigures) -> Markup {
    let random = figures.random_silhouette.map(|value| format!(" Random clusters: {value:.3}."));
    let coherence = figures.coherence;
    let measures = [
        (
            coherence.map(|coherence| coherence.npmi),
            "Coherence, NPMI",
            "Whether a theme's terms occur together; -1 to 1.".to_owned(),
        ),
        (
            coherence.map(|coherence| coherence.c_v),
            "Coherence, C_v",
            "The same, measured over contexts; 0 to 1, readable themes are above 0.5.".to_owned(),
        ),
        (
            figures.diversity,
            "Diversity of terms",
            "Share of distinct terms among the themes' top terms.".to_owned(),
        ),
        (
            figures.mean_stability,
            "Stability",
            "Mean overlap of the clusters with those of resampled papers; 0 to 1.".to_owned(),
        ),
        (
            figures.silhouette,
            "Silhouette",
            format!(
                "How much closer papers are to their own cluster than to the next; -1 to 1.{}",
                random.unwrap_or_default()
            ),
        ),
        (
            figures.reliability.as_ref().map(|reliability| reliability.expected_error),
            "Calibration error",
            "Mean difference between predicted and observed probability; 0 is best.".to_owned(),
        ),
    ];
    html! {
        @for (value, name, meaning) in &measures {
            @if let Some(value) = value {
                div.measure { h3 { (name) } p.figure { (format!("{value:.3}")) } p.meta { (meaning) } }
            }
        }
        (outliers(report))
    }
}

fn outliers(report: &Report) -> Markup {
    let reasons: Vec<String> = report
        .outliers
        .reasons
        .iter()
        .filter(|count| count.papers > 0)
        .map(|count| format!("{}: {}", reason(count.reason), thousands(count.papers)))
        .collect();
    html! {
        div.measure {
            h3 { "Outliers" }
            p.figure { (percent(report.outliers.share)) }
            p.meta { @if reasons.is_empty() { "No paper is an outlier." } @else { (reasons.join(", ")) } }
        }
    }
}

fn reason(reason: OutlierReason) -> &'static str {
    match reason {
        OutlierReason::Withdrawn => "withdrawn",
        OutlierReason::TooShort => "too short",
        OutlierReason::OtherLanguage => "in another language",
        OutlierReason::NoKnownTerm => "no known term",
        OutlierReason::OffTopic => "unusual words",
        OutlierReason::LowMargin => "margin below the threshold",
    }
}

/// How the number of clusters was chosen.
fn cluster_count(count: &CountFigures) -> Markup {
    let CountFigures { clusters: chosen, low, high, ref curve } = *count;
    let asked = curve.iter().filter_map(|point| Some((point.clusters, point.stability?)));
    let mut points: Vec<(u64, f64)> = asked.take(CURVE).collect();
    points.sort_by_key(|point| point.0);
    html! {
        figure {
            figcaption { h3 { "Number of clusters: " (chosen) } @if low < high { span.meta { (low) " to " (high) " are plausible" } } }
            @if points.len() > 1 { (count_curve(&points, chosen, low, high)) }
            p.hint { "Agreement between the clusters of two halves of the papers, by number of clusters; the band marks the numbers that are about as good." }
        }
    }
}

/// Predicted probabilities of assignments, and the observed shares.
fn reliability(reliability: &ReliabilityFigures) -> Markup {
    html! {
        div {
            h3 { "Predicted and observed probabilities" }
            table {
                caption.hidden { "Predicted and observed probabilities" }
                thead { tr { th scope="col" { "predicted" } th scope="col" { "observed" } th scope="col" { "papers" } } }
                tbody {
                    @for bin in reliability.table.iter().take(ITEMS) {
                        tr {
                            td { (percent(bin.said)) } td { (percent(bin.held)) } td { (thousands(bin.papers)) }
                        }
                    }
                }
            }
            p.hint { "Observed: the share of held-out papers whose nearest neighbours are mostly in the same theme." }
        }
    }
}

/// Stability of every cluster, least stable first; empty if there are none.
fn stabilities(report: &Report, stability: &[Option<f64>]) -> Markup {
    let mut rows: Vec<(f64, &str, u64)> = report
        .clusters
        .iter()
        .filter_map(|cluster| {
            let value = (*stability.get(cluster.cluster as usize)?)?;
            Some((value, cluster.name.as_deref().unwrap_or("unnamed"), cluster.size))
        })
        .collect();
    if rows.is_empty() {
        return html! {};
    }
    rows.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
    html! {
        div {
            h3 { "Cluster stability, lowest first" }
            div.stable tabindex="0" role="region" aria-label="Stability of clusters" {
                ul.bars {
                    @for (value, name, size) in rows.iter().take(CLUSTERS) {
                        li {
                            span.label { (excerpt(name, 60)) span.meta { " " (thousands(*size)) } }
                            svg.bar viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
                                rect width=(format!("{:.1}", 100.0 * value.clamp(0.0, 1.0))) height="8" {}
                            }
                            span.value { (format!("{value:.2}")) }
                        }
                    }
                }
            }
        }
    }
}

/// Every figure of the card by its name in `quality.json`.
fn further(card: &Map<String, Value>) -> Markup {
    html! {
        details.configuration {
            summary { "All figures" }
            (fields(card, 1))
        }
    }
}

fn fields(fields: &Map<String, Value>, depth: usize) -> Markup {
    html! {
        dl.facts {
            @for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()).take(ITEMS) {
                dt { code { (excerpt(name, 60)) } } dd { (nested(value, depth)) }
            }
        }
    }
}

fn nested(value: &Value, depth: usize) -> Markup {
    match value {
        Value::Object(inner) if depth <= DEPTH => fields(inner, depth + 1),
        Value::Array(items) => html! {
            (items.iter().take(ITEMS).map(scalar).collect::<Vec<_>>().join(", "))
            @if items.len() > ITEMS { " and " (items.len() - ITEMS) " more" }
        },
        other => html! { (scalar(other)) },
    }
}

/// A value in a few characters.
fn scalar(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => excerpt(text, 200),
        Value::Number(number) => match (number.as_u64(), number.as_f64()) {
            (Some(count), _) => thousands(count),
            (None, Some(float)) => format!("{float:.3}"),
            _ => number.to_string(),
        },
        Value::Array(items) => format!("{} values", items.len()),
        Value::Object(fields) => {
            let inner = fields.iter().filter(|(_, value)| value.is_number());
            inner.map(|(name, value)| format!("{name} {}", scalar(value))).collect::<Vec<_>>().join(" ")
        }
    }
}
