//! The map of papers, with search and legend next to it.

use maud::{Markup, html};
use thema_report::{MapPlaces, capitalised, thousands};

use crate::excerpt;
use crate::shown::is_crowded;
use crate::{PageInput, palette};

/// Maximum number of themes in the legend; the others are in the list of themes.
const LEGEND: usize = 24;

/// The map, its controls, the legend and the search; without positions, there is no map.
pub(crate) fn map(input: &PageInput<'_>, shown: usize) -> Markup {
    let near = match input.manifest.vectors {
        Some(_) => "Papers with similar vectors",
        None => "Papers that share words",
    };
    html! {
        section #map aria-labelledby="map-title" {
            div.heading {
                h2 #map-title { "Map of papers" }
                p {
                    @if input.map.places.is_some() { (near) " lie close together; directions and long distances have no meaning. " }
                    (coverage(input.map, shown))
                }
            }
            noscript { p { "The map and the search need JavaScript; the rest of the page works without it." } }
            div.mapgrid {
                @if input.map.places.is_some() { (canvas()) }
                div.panel { (search()) (legend(input)) }
            }
        }
    }
}

/// Which papers are shaded, drawn and searched.
fn coverage(map: &MapPlaces, shown: usize) -> String {
    let count = |papers: usize| thousands(papers as u64);
    let (all, placed, some) = (count(map.papers), map.rows.len(), count(shown));
    let has_map = map.places.is_some();
    if shown == 1 && map.papers == 1 {
        return "There is one paper.".to_owned();
    }
    if shown == map.papers {
        let said = if has_map { "Each point is one of the" } else { "The search covers all" };
        return format!("{said} {all} papers.");
    }
    let sample = format!(
        "{} a sample of {some}",
        if has_map { "points and search cover" } else { "the search covers" }
    );
    if !has_map || !is_crowded(map) {
        format!("{} of the {all} papers.", capitalised(&sample))
    } else if placed == map.papers {
        format!("The shading shows all {all} papers; {sample}.")
    } else {
        let placed = count(placed);
        format!("The shading shows the {placed} of {all} papers that have a position on the map; {sample}.")
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
                    span.label { (excerpt::name(&theme.name)) }
                    span.value { (thousands(theme.size)) }
                }
            }
            @if themes.len() > LEGEND { p.hint { (themes.len() - LEGEND) " more in the list below." } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(papers: usize, placed: u32, has_places: bool) -> MapPlaces {
        let rows: Vec<u32> = (0..placed).collect();
        let places = has_places.then(|| vec![[0.0; 2]; rows.len()]);
        MapPlaces { papers, themes: vec![0; rows.len()], rows, places, cited: vec![] }
    }

    #[test]
    fn only_shading_that_is_there_is_told() {
        let said = |papers, placed, has_places, shown| coverage(&map(papers, placed, has_places), shown);
        assert_eq!(said(900, 900, true, 900), "Each point is one of the 900 papers.");
        assert_eq!(said(900, 900, false, 900), "The search covers all 900 papers.");
        assert_eq!(
            said(19_000, 19_000, true, 9_000),
            "Points and search cover a sample of 9,000 of the 19,000 papers."
        );
        assert_eq!(
            said(19_000, 19_000, false, 9_000),
            "The search covers a sample of 9,000 of the 19,000 papers."
        );
        assert_eq!(
            said(30_000, 30_000, true, 20_000),
            "The shading shows all 30,000 papers; points and search cover a sample of 20,000."
        );
        assert_eq!(
            said(30_000, 29_000, true, 20_000),
            "The shading shows the 29,000 of 30,000 papers that have a position on the map; points and search cover a \
             sample of 20,000."
        );
    }
}
