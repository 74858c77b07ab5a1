//! The map of papers, with search and legend next to it.

use maud::{Markup, html};
use thema_report::thousands;

use crate::excerpt::excerpt;
use crate::{PageInput, palette};

/// Maximum length of a name, in characters.
const NAME: usize = 120;
/// Maximum number of themes in the legend; the others are in the list of themes.
const LEGEND: usize = 24;

/// The map, its controls, the legend and the search; without positions, there is no map.
pub(crate) fn map(input: &PageInput<'_>, shown: usize) -> Markup {
    let papers = input.map.papers;
    let placed = input.map.rows.len();
    let all = shown == papers;
    html! {
        section #map aria-labelledby="map-title" {
            div.heading {
                h2 #map-title { "Map of papers" }
                p {
                    @if input.map.places.is_some() { "Papers that share words lie close together; directions and long distances have no meaning. " }
                    @if all { "Each point is one of the " (thousands(papers as u64)) " papers." }
                    @else if placed == papers { "The shading shows all " (thousands(papers as u64)) " papers; points and search cover a sample of " (thousands(shown as u64)) "." }
                    @else { "The shading shows the " (thousands(placed as u64)) " of " (thousands(papers as u64)) " papers that have a position on the map; points and search cover a sample of " (thousands(shown as u64)) "." }
                }
            }
            div.mapgrid {
                @if input.map.places.is_some() { (canvas()) }
                div.panel { (search()) (legend(input)) }
            }
            noscript { p { "The map and the search need JavaScript; the rest of the page works without it." } }
        }
    }
}

fn canvas() -> Markup {
    html! {
        div.canvas {
            canvas #plot tabindex="0" role="img" aria-label="Map of papers, coloured by theme" aria-describedby="map-keys" {}
            div.controls role="group" aria-label="Map view" {
                button type="button" data-zoom="in" aria-label="Zoom in" { "+" }
                button type="button" data-zoom="out" aria-label="Zoom out" { "−" }
                button type="button" data-zoom="fit" aria-label="Show all" { "⤢" }
            }
            p #map-keys .hint { "Scroll or + and − to zoom, drag or arrow keys to move, 0 to show all, click a point to see its paper." }
        }
    }
}

fn search() -> Markup {
    html! {
        form.search role="search" {
            label for="query" { "Search papers" }
            input #query type="search" autocomplete="off" spellcheck="false" placeholder="title, identifier or theme";
            p #found .found aria-live="polite" {}
        }
        ol #results .results {}
    }
}

fn legend(input: &PageInput<'_>) -> Markup {
    let themes = &input.report.themes;
    let colors = palette::colors(input.report);
    html! {
        div.legend role="group" aria-label="Show one theme" {
            @for (at, (theme, color)) in themes.iter().zip(colors).enumerate().take(LEGEND) {
                button type="button" aria-pressed="false" data-theme=(at) {
                    span.swatch.{ "c" (color) } aria-hidden="true" {}
                    span.label { (excerpt(&theme.name, NAME)) }
                    span.value { (thousands(theme.size)) }
                }
            }
            @if themes.len() > LEGEND { p.hint { (themes.len() - LEGEND) " more in the list below." } }
        }
    }
}
