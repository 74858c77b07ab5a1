//! How themes and clusters relate: hierarchy and similarity.

use maud::{Markup, html};
use thema_report::{HierarchyGroup, Report, counted, percent};

use crate::charts::heat_map;
use crate::excerpt;

/// Maximum number of themes in the heat map.
const COMPARED: usize = 40;
/// Number of pairs listed.
const PAIRS: usize = 8;
/// Maximum depth of the hierarchy shown.
const DEPTH: usize = 4;
/// Maximum number of groups shown below one group.
const CHILDREN: usize = 60;

/// Hierarchy and heat map; empty if there is neither.
pub(crate) fn structure(report: &Report, colors: &[usize]) -> Markup {
    let similarity = report.similarity.as_ref().filter(|rows| rows.len() > 1);
    if similarity.is_none() && report.hierarchy.is_empty() {
        return html! {};
    }
    let most = report.hierarchy.iter().map(|group| group.share).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        section #structure aria-labelledby="structure-title" {
            div.heading {
                h2 #structure-title { "Structure" }
                p { "Which themes are similar, and how the clusters form groups." }
            }
            @if let Some(similarity) = similarity { (similar(report, similarity)) }
            @if !report.hierarchy.is_empty() {
                h3 { "Hierarchy of clusters" }
                ul.tree { @for group in report.hierarchy.iter().take(CHILDREN) { (branch(report, group, colors, most, 1)) } }
            }
        }
    }
}

fn similar(report: &Report, similarity: &[Vec<f64>]) -> Markup {
    let with_papers = (0..similarity.len()).filter(|&at| report.themes[at].is_found());
    let order = chained(similarity, with_papers.take(COMPARED).collect());
    let mut pairs: Vec<(f64, usize, usize)> =
        (order.iter().flat_map(|&a| order.iter().map(move |&b| (a, b))))
            .filter(|(row, column)| row < column)
            .map(|(row, column)| (similarity[row][column], row, column))
            .collect();
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let [Some(most), Some(least)] = [pairs.first(), pairs.last()].map(|pair| pair.map(|pair| pair.0)) else {
        return html! {};
    };
    let alike = || pairs.iter().filter(|pair| pair.0 > 0.0).take(PAIRS);
    html! {
        div.pairgrid {
            figure.heatmap {
                figcaption { h3 { "Similarity of themes" } }
                div.grid-scroll tabindex="0" role="region" aria-label="Similarity of themes" {
                    (heat_map(&report.themes, similarity, &order, [least, most]))
                }
                p.hint.ramp {
                    "less similar (" (format!("{least:.2}")) ") " @for step in 0..9 { span.{ "h" (step) } aria-hidden="true" {} }
                    " more similar (" (format!("{most:.2}")) ")"
                }
            }
            div {
                h3 { "Most similar pairs" }
                @if alike().next().is_none() { p.hint { "No two themes are similar." } }
                ol.pairs {
                    @for &(cosine, row, column) in alike() {
                        li {
                            a href={ "#" (report.themes[row].id) } { (excerpt::name(&report.themes[row].name)) } " and "
                            a href={ "#" (report.themes[column].id) } { (excerpt::name(&report.themes[column].name)) }
                            span.meta { "cosine " (format!("{cosine:.2}")) }
                        }
                    }
                }
            }
        }
    }
}

/// An order in which each theme is followed by the nearest remaining one, beginning with the first.
fn chained(similarity: &[Vec<f64>], mut left: Vec<usize>) -> Vec<usize> {
    let mut order: Vec<usize> = left.drain(..left.len().min(1)).collect();
    while let Some(&last) = order.last() {
        let nearest = left
            .iter()
            .enumerate()
            .max_by(|&(_, &a), &(_, &b)| similarity[last][a].total_cmp(&similarity[last][b]).then(b.cmp(&a)));
        let Some((at, _)) = nearest else { break };
        order.push(left.remove(at));
    }
    order
}

/// A group with its subgroups or, at the lowest level, its clusters. Bars are relative to `most`.
fn branch(report: &Report, group: &HierarchyGroup, colors: &[usize], most: f64, depth: usize) -> Markup {
    html! {
        li {
            details open[depth == 1] {
                summary { span.label { (excerpt::name(&group.name)) } (measure(group.size, group.share, most)) }
                ul {
                    @if !group.children.is_empty() && depth < DEPTH {
                        @for child in group.children.iter().take(CHILDREN) { (branch(report, child, colors, most, depth + 1)) }
                    } @else {
                        @for &number in group.clusters.iter().take(CHILDREN) { (leaf(report, number, colors, most)) }
                    }
                }
            }
        }
    }
}

fn leaf(report: &Report, number: u32, colors: &[usize], most: f64) -> Markup {
    let Some(cluster) = report.clusters.iter().find(|cluster| cluster.cluster == number) else {
        return html! {};
    };
    let place = report.themes.iter().position(|theme| Some(&theme.key) == cluster.theme.as_ref());
    html! {
        li.leaf {
            span.label {
                @if let Some(at) = place { span.swatch.{ "c" (colors[at]) } aria-hidden="true" {} }
                @match &cluster.name { Some(name) => (excerpt::name(name)), None => { "Cluster " (number) } }
                @if let Some(theme) = place.map(|at| &report.themes[at]).filter(|theme| Some(&theme.name) != cluster.name.as_ref()) {
                    span.meta { " mostly in " (excerpt::name(&theme.name)) }
                }
            }
            (measure(cluster.size, cluster.share, most))
        }
    }
}

fn measure(size: u64, share: f64, most: f64) -> Markup {
    html! {
        svg.bar viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
            rect width=(format!("{:.1}", 100.0 * share / most)) height="8" {}
        }
        span.value { (counted(size, "paper")) ", " (percent(share)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_themes_follow_each_other() {
        let similarity = vec![vec![1.0, 0.1, 0.9], vec![0.1, 1.0, 0.2], vec![0.9, 0.2, 1.0]];
        assert_eq!(chained(&similarity, vec![0, 1, 2]), [0, 2, 1]);
        assert!(chained(&similarity, vec![]).is_empty());
    }
}
