//! The quality card: each measure with what it means, then every further figure.

use maud::{Markup, html};
use serde_json::{Map, Value};
use thema_report::{Report, percent, thousands};
use thema_themes::OutlierReason;

use crate::charts::count_curve;
use crate::excerpt::excerpt;

/// Items of one list that are shown.
const ITEMS: usize = 40;
/// Depth of nested values that are shown.
const DEPTH: usize = 3;
/// Points of the curve over the number of clusters.
const CURVE: usize = 200;
/// Clusters in the table of stabilities.
const CLUSTERS: usize = 100;

/// The quality card and the outliers.
pub(crate) fn quality(report: &Report) -> Markup {
    html! {
        section #quality aria-labelledby="quality-title" {
            div.heading {
                h2 #quality-title { "Quality" }
                p { "How far the themes can be trusted; quality.json has every figure." }
            }
            @match &report.quality {
                Some(card @ Value::Object(fields)) => {
                    div.qualitygrid { (measures(report, card)) }
                    div.pairgrid { (cluster_count(card)) (stabilities(report, card)) }
                    (further(fields))
                },
                _ => { div.qualitygrid { (outliers(report)) } p.hint { "This run measured no quality." } },
            }
        }
    }
}

fn measures(report: &Report, card: &Value) -> Markup {
    let number = |path: &str| card.pointer(path).and_then(Value::as_f64);
    let random = number("/random_silhouette").map(|value| format!(" Clusters dealt at random: {value:.3}."));
    let measures = [
        ("/coherence/npmi", "Coherence, NPMI", "Whether a theme's terms occur together; -1 to 1.".to_owned()),
        (
            "/coherence/c_v",
            "Coherence, C_v",
            "The same over contexts; 0 to 1, readable themes lie above 0.5.".to_owned(),
        ),
        ("/diversity", "Diversity of terms", "Share of top terms that name one theme only.".to_owned()),
        (
            "/mean_stability",
            "Stability",
            "Overlap of clusters found again in resampled papers; 0 to 1.".to_owned(),
        ),
        (
            "/silhouette",
            "Silhouette",
            format!(
                "How much nearer papers lie to their own cluster; -1 to 1.{}",
                random.unwrap_or_default()
            ),
        ),
        (
            "/labels/clusters/v_measure",
            "Agreement with labels",
            "V-measure of the clusters against the given labels; 0 to 1.".to_owned(),
        ),
    ];
    html! {
        @for (path, name, meaning) in &measures {
            @if let Some(value) = number(path) {
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
            h3 { "Set aside" }
            p.figure { (percent(report.outliers.share)) }
            p.meta { @if reasons.is_empty() { "No paper was set aside." } @else { (reasons.join(", ")) } }
        }
    }
}

fn reason(reason: OutlierReason) -> &'static str {
    match reason {
        OutlierReason::Withdrawn => "withdrawn",
        OutlierReason::TooShort => "too short",
        OutlierReason::OtherLanguage => "in another language",
        OutlierReason::NoKnownTerm => "no known term",
        OutlierReason::OffTopic => "off topic",
        OutlierReason::LowMargin => "margin under the threshold",
    }
}

/// How the number of clusters was chosen, where it was.
fn cluster_count(card: &Value) -> Markup {
    let number = |name: &str| card.pointer(&format!("/cluster_count/{name}")).and_then(Value::as_u64);
    let (Some(chosen), Some(low), Some(high)) = (number("clusters"), number("low"), number("high")) else {
        return html! {};
    };
    let mut points: Vec<(u64, f64)> = card
        .pointer("/cluster_count/curve")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice)
        .iter()
        .filter_map(|point| Some((point.get("clusters")?.as_u64()?, point.get("stability")?.as_f64()?)))
        .take(CURVE)
        .collect();
    points.sort_by_key(|point| point.0);
    html! {
        figure {
            figcaption { h3 { "Number of clusters: " (chosen) } span.meta { "between " (low) " and " (high) " are as good" } }
            @if points.len() > 1 { (count_curve(&points, chosen, low, high)) }
            p.hint { "Stability of clusterings of resampled papers over the number of clusters; the band is the interval." }
        }
    }
}

/// Stability of every cluster, the least stable first, where there are any.
fn stabilities(report: &Report, card: &Value) -> Markup {
    let values = card.get("stability").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut rows: Vec<(f64, &str, u64)> = report
        .clusters
        .iter()
        .filter_map(|cluster| {
            let value = values.get(cluster.cluster as usize)?.as_f64()?;
            Some((value, cluster.name.as_deref().unwrap_or("unnamed"), cluster.size))
        })
        .collect();
    if rows.is_empty() {
        return html! {};
    }
    rows.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
    html! {
        div {
            h3 { "Least stable clusters" }
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
