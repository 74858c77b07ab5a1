//! The quality card, whatever measures it holds.

use maud::{Markup, html};
use serde_json::{Map, Value};
use thema_cluster::OutlierReason;
use thema_cluster::report::{Report, percent, thousands};

/// Items of one list or table that are shown.
const ITEMS: usize = 40;
/// Depth of nested values that are shown.
const DEPTH: usize = 3;

/// The quality card and the outliers.
pub(crate) fn quality(report: &Report) -> Markup {
    html! {
        section #quality aria-labelledby="quality-title" {
            div.heading {
                h2 #quality-title { "Quality" }
                p { "How far the themes can be trusted; quality.json has every figure." }
            }
            div.qualitygrid {
                @match &report.quality {
                    Some(Value::Object(card)) => (measures(card)),
                    _ => p.hint { "This run measured no quality." },
                }
                div.measure {
                    h3 { "Placed without confidence" }
                    p.figure { (percent(report.outliers.share)) }
                    ul.plain {
                        @for count in &report.outliers.reasons {
                            li { (reason(count.reason)) ": " (thousands(count.papers)) }
                        }
                    }
                }
            }
        }
    }
}

fn reason(reason: OutlierReason) -> &'static str {
    match reason {
        OutlierReason::TooShort => "too short",
        OutlierReason::NoKnownTerm => "no known term",
        OutlierReason::LowMargin => "margin under the threshold",
    }
}

/// Plain numbers as figures, everything else below them.
fn measures(card: &Map<String, Value>) -> Markup {
    html! {
        @for (name, value) in card.iter().filter(|(_, value)| value.is_number()) {
            div.measure { h3 { (words(name)) } p.figure { (scalar(value)) } }
        }
        @for (name, value) in card.iter().filter(|(_, value)| !value.is_number() && !value.is_null()) {
            div.measure.wide { h3 { (words(name)) } (nested(value, 1)) }
        }
    }
}

fn nested(value: &Value, depth: usize) -> Markup {
    match value {
        Value::Object(fields) if depth <= DEPTH => html! {
            dl.facts {
                @for (name, value) in fields.iter().take(ITEMS).filter(|(_, value)| !value.is_null()) {
                    dt { (words(name)) } dd { (nested(value, depth + 1)) }
                }
            }
        },
        Value::Array(items) => match items.first() {
            Some(Value::Object(first)) if depth <= DEPTH => table(items, first),
            _ => html! {
                (items.iter().take(ITEMS).map(scalar).collect::<Vec<_>>().join(", "))
                @if items.len() > ITEMS { " and " (items.len() - ITEMS) " more" }
            },
        },
        other => html! { (scalar(other)) },
    }
}

fn table(items: &[Value], first: &Map<String, Value>) -> Markup {
    let columns: Vec<&String> = first.keys().filter(|name| !first[*name].is_object()).collect();
    html! {
        details {
            summary { (items.len()) " rows" }
            div.scroll tabindex="0" role="region" aria-label="Rows of this measure" {
                table {
                    thead { tr { @for column in &columns { th scope="col" { (words(column)) } } } }
                    tbody {
                        @for item in items.iter().take(ITEMS) {
                            tr { @for column in &columns { td { (item.get(column.as_str()).map_or_else(String::new, scalar)) } } }
                        }
                    }
                }
            }
            @if items.len() > ITEMS { p.hint { (items.len() - ITEMS) " more in quality.json." } }
        }
    }
}

/// A value in a few characters.
fn scalar(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => match (number.as_u64(), number.as_f64()) {
            (Some(count), _) => thousands(count),
            (None, Some(float)) => format!("{float:.3}"),
            _ => number.to_string(),
        },
        Value::Array(items) => format!("{} values", items.len()),
        Value::Object(fields) => format!("{} fields", fields.len()),
    }
}

/// A field's name as words.
fn words(name: &str) -> String {
    let spaced = name.replace('_', " ");
    let mut characters = spaced.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
