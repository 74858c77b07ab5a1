//! How far other samples of the papers would show the same clusters.

use crate::markdown::escaped;
use crate::wording::{capitalised, in_words, joined};
use crate::{QualityFigures, Report, ThemeReport};

/// Mean Jaccard similarity at and above which a cluster counts as stable, and below which as dissolved, when random
/// subsets of the papers are clustered again (Hennig, "Cluster-wise assessment of cluster stability", 2007).
const STABLE: f64 = 0.75;
const DISSOLVED: f64 = 0.5;
/// Samples of fewer papers than this tell nothing about how stable clusters are.
const FEW_PAPERS: u64 = 50;
/// Maximum number of dissolved clusters named.
const NAMED: usize = 3;

/// How well the clusters of samples match those of all papers, and which do not.
pub(super) fn sentence(report: &Report, figures: &QualityFigures, of_which: &str) -> Option<String> {
    let mean = figures.mean_stability?;
    let known = known(figures);
    if report.counted_papers() < FEW_PAPERS {
        return Some(
            "Themes of so few papers are coarse, and another sample might not show them.".to_owned(),
        );
    }
    if known.len() < 2 {
        return None;
    }
    let stable = known.iter().filter(|(_, stability)| *stability >= STABLE).count();
    let mut weak: Vec<(u32, f64)> = known.iter().copied().filter(|&(_, s)| s < DISSOLVED).collect();
    weak.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let of_all = stable_of(stable, known.len());
    // Beside a taxonomy, clusters are not themes, and their names stand nowhere else in the digest.
    let named = if report.has_taxonomy() { 0 } else { NAMED };
    let mut names: Vec<String> = weak
        .iter()
        .take(named)
        .filter_map(|&(number, _)| report.clusters.iter().find(|cluster| cluster.cluster == number))
        .map(|cluster| {
            let name = cluster.name.as_ref();
            name.map_or_else(
                || format!("cluster {}", cluster.cluster),
                |name| format!("**{}**", escaped(name)),
            )
        })
        .collect();
    let unnamed = weak.len() - names.len();
    if unnamed > 0 {
        names.push(in_words(unnamed as u64) + if names.is_empty() { "" } else { " more" });
    }
    let others = match weak.len() {
        0 => String::new(),
        1 => format!("; {} is below 0.5, so another sample might not show it", names.concat()),
        _ => format!("; {} are below 0.5, so another sample might not show them", joined(&names)),
    };
    Some(format!(
        "Clusters recomputed on random samples of the papers{of_which} match the run's own with a mean Jaccard similarity of \
         {mean:.2} (1 would be identical). {of_all}{others}."
    ))
}

/// The known stabilities of clusters by number.
fn known(figures: &QualityFigures) -> Vec<(u32, f64)> {
    let numbered = (0..).zip(&figures.stability);
    numbered.filter_map(|(cluster, &stability)| Some((cluster, stability?))).collect()
}

/// What speaks against what is said of a theme: its cluster dissolves in samples. Beside a taxonomy, themes are no clusters.
pub(super) fn doubt(report: &Report, theme: &ThemeReport) -> Option<String> {
    let known = known(&report.quality_figures()?);
    if report.has_taxonomy() || theme.found_later || known.len() < 2 || report.counted_papers() < FEW_PAPERS {
        return None;
    }
    let main = theme.clusters.first()?.cluster;
    let (_, stability) =
        known.into_iter().find(|&(cluster, stability)| cluster == main && stability < DISSOLVED)?;
    Some(format!("another sample might not show this theme (stability {stability:.2})"))
}

/// How many of `all` clusters are stable.
fn stable_of(stable: usize, all: usize) -> String {
    let of_all = in_words(all as u64);
    match stable {
        1 if all == 1 => "The cluster is stable (0.75 or more)".to_owned(),
        every if every == all => "All of them are stable".to_owned(),
        0 if all == 1 => "The cluster is not stable (below 0.75)".to_owned(),
        0 => "None of them is stable (0.75 or more)".to_owned(),
        1 => format!("One of the {of_all} is stable (0.75 or more)"),
        some => format!("{} of the {of_all} are stable (0.75 or more)", capitalised(&in_words(some as u64))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_stable_clusters_is_a_sentence() {
        let said = [(1, 1), (0, 1), (9, 9), (0, 9), (1, 9), (2, 9), (12, 41)]
            .map(|(stable, all)| stable_of(stable, all));
        assert_eq!(
            said,
            [
                "The cluster is stable (0.75 or more)",
                "The cluster is not stable (below 0.75)",
                "All of them are stable",
                "None of them is stable (0.75 or more)",
                "One of the nine is stable (0.75 or more)",
                "Two of the nine are stable (0.75 or more)",
                "12 of the 41 are stable (0.75 or more)",
            ]
        );
    }
}
