//! Where the papers of a theme come from, if that is distinctive.

use crate::markdown::escaped;
use crate::wording::listed;
use crate::{FacetCount, FacetReport, ThemeReport, percent};
use thema_themes::Facet;

/// Facets that are mentioned.
const TOLD: [Facet; 3] = [Facet::Country, Facet::Funder, Facet::Venue];
/// Minimum number of papers, share and lift of a value that is distinctive of a theme.
const LEAST: (u64, f64, f64) = (20, 0.1, 2.0);

/// The most distinctive value of each facet, in one sentence.
pub(super) fn origins(theme: &ThemeReport) -> Option<String> {
    let of_facet = |facet: &FacetReport| {
        let told = facet.values.iter().filter(|value| is_telling(value));
        let most = told.max_by(|a, b| a.lift.total_cmp(&b.lift).then_with(|| b.value.cmp(&a.value)))?;
        Some(part(facet.facet, most))
    };
    let told = TOLD.iter().filter_map(|told| theme.facets.iter().find(|facet| facet.facet == *told));
    let parts: Vec<String> = told.filter_map(of_facet).collect();
    (!parts.is_empty()).then(|| format!("Of its papers, {}.", listed(&parts)))
}

fn is_telling(value: &FacetCount) -> bool {
    value.papers >= LEAST.0 && value.share >= LEAST.1 && value.lift >= LEAST.2
}

fn part(facet: Facet, value: &FacetCount) -> String {
    let (share, of_all) = (percent(value.share), percent(value.share / value.lift));
    let name = escaped(&value.value);
    match facet {
        Facet::Country => format!("{share} have authors in {name} ({of_all} overall)"),
        Facet::Funder => format!("{share} name {name} as a funder ({of_all} overall)"),
        _ => format!("{share} appeared in {name} ({of_all} overall)"),
    }
}
