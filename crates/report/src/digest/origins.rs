//! Where the papers of a theme come from, if that is distinctive.

use crate::markdown::escaped;
use crate::wording::capitalised;
use crate::{FacetCount, FacetReport, ThemeReport, percent, thousands};
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
        Some(part(facet, most))
    };
    let told = TOLD.iter().filter_map(|told| theme.facets.iter().find(|facet| facet.facet == *told));
    let parts: Vec<String> = told.filter_map(of_facet).collect();
    (!parts.is_empty()).then(|| format!("{}.", capitalised(&parts.join("; "))))
}

fn is_telling(value: &FacetCount) -> bool {
    value.papers >= LEAST.0 && value.share >= LEAST.1 && value.lift >= LEAST.2
}

/// Both shares are of the papers for which the facet is known, here and in all themes.
fn part(facet: &FacetReport, value: &FacetCount) -> String {
    let (share, of_all) = (percent(value.share), percent(value.share / value.lift));
    let name = escaped(&value.value);
    let (known, are) = match facet.facet {
        Facet::Country => ("country", format!("have authors in {name}")),
        Facet::Funder => ("funder", format!("name {name} as a funder")),
        _ => ("venue", format!("appeared in {name}")),
    };
    let papers = thousands(facet.papers);
    format!("of its {papers} papers whose {known} is known, {share} {are} ({of_all} in all themes)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_papers_whose_facet_is_known() {
        let value =
            |value: &str, papers, share, lift| FacetCount { value: value.into(), papers, share, lift };
        let facet = |facet, papers, values| FacetReport { facet, papers, values };
        let facets = [
            facet(Facet::Venue, 1_200, vec![value("Logs", 600, 0.5, 2.0), value("Queues", 30, 0.025, 9.0)]),
            facet(Facet::Country, 100, vec![value("Japan", 40, 0.4, 1.1), value("Germany", 40, 0.4, 4.0)]),
            facet(Facet::Funder, 100, vec![value("DFG", 19, 0.19, 4.0)]),
        ];
        let telling: Vec<&FacetCount> =
            facets.iter().flat_map(|facet| &facet.values).filter(|value| is_telling(value)).collect();
        assert_eq!(telling.iter().map(|value| value.value.as_str()).collect::<Vec<_>>(), ["Logs", "Germany"]);
        assert_eq!(
            part(&facets[1], telling[1]),
            "of its 100 papers whose country is known, 40.0 % have authors in Germany (10.0 % in all themes)"
        );
        assert_eq!(
            part(&facets[0], telling[0]),
            "of its 1,200 papers whose venue is known, 50.0 % appeared in Logs (25.0 % in all themes)"
        );
    }
}
