//! Similarity of themes as a grid.

use maud::{Markup, html};
use thema_report::ThemeReport;

use super::scale::tenth;
use crate::excerpt::excerpt;

/// Steps of the colour ramp.
const STEPS: f64 = 9.0;
/// Side of a cell in pixels.
const CELL: f64 = 22.0;
/// Width reserved for the names, in pixels.
const NAMES: f64 = 212.0;

/// Cells coloured from the least to the most similar pair of different themes, whose similarities are `low` and `high`, with
/// rows and columns in `order` (indices into `themes`).
pub(crate) fn heat_map(
    themes: &[ThemeReport],
    similarity: &[Vec<f64>],
    order: &[usize],
    [low, high]: [f64; 2],
) -> Markup {
    let step = |value: f64| {
        let part = if high > low { (value - low) / (high - low) } else { 0.5 };
        (part * (STEPS - 1.0)).round().clamp(0.0, STEPS - 1.0) as usize
    };
    let side = CELL * order.len() as f64;
    html! {
        svg.heat width=(tenth((NAMES + side) * 1.15)) viewBox={ "0 0 " (tenth(NAMES + side + 4.0)) " " (tenth(side + 24.0)) } role="img"
            aria-label={ "Cosine similarity of " (order.len()) " themes, from " (format!("{low:.2}")) " to " (format!("{high:.2}")) "; the most similar pairs are listed beside it" } {
            @for (at, &row) in order.iter().enumerate() {
                @let middle = 20.0 + CELL * (at as f64 + 0.5);
                text.name x=(NAMES - 8.0) y=(tenth(middle)) dy="0.32em" text-anchor="end" {
                    (excerpt(&themes[row].name, 24)) " " (themes[row].rank)
                }
                text.tick x=(tenth(NAMES + CELL * (at as f64 + 0.5))) y="13" text-anchor="middle" { (themes[row].rank) }
                @for (across, &column) in order.iter().enumerate() {
                    @if row == column {
                        rect.own x=(tenth(NAMES + CELL * across as f64 + 1.0)) y=(tenth(21.0 + CELL * at as f64)) width="20" height="20" rx="3" {}
                    } @else {
                        rect.{ "h" (step(similarity[row][column])) } x=(tenth(NAMES + CELL * across as f64 + 1.0)) y=(tenth(21.0 + CELL * at as f64)) width="20" height="20" rx="3" data-pair={ (row) "," (column) } {}
                    }
                }
            }
        }
    }
}
