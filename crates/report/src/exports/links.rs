//! Which themes are joined by an edge.

use crate::Report;

/// Nearest themes that a theme is joined to.
const NEAREST: usize = 5;

/// Pairs of themes, by index and the first below the second, that are among the five nearest of one of the two, with
/// their strength: (1 + cosine) / 2 of their mean vectors, as tools for graphs refuse negative weights.
pub(super) fn links(report: &Report) -> Vec<(usize, usize, f64)> {
    let Some(similarity) = &report.similarity else { return Vec::new() };
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (row, cosines) in similarity.iter().enumerate() {
        let mut near: Vec<usize> = (0..cosines.len()).filter(|&other| other != row).collect();
        near.sort_by(|&a, &b| cosines[b].total_cmp(&cosines[a]).then(a.cmp(&b)));
        pairs.extend(near.into_iter().take(NEAREST).map(|other| (row.min(other), row.max(other))));
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs.into_iter().map(|(a, b)| (a, b, f64::midpoint(1.0, similarity[a][b]).clamp(0.0, 1.0))).collect()
}
