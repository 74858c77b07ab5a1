//! Which themes are linked.

use crate::Report;

/// Number of nearest themes to which a theme is linked.
const NEAREST: usize = 5;

/// Pairs of themes in which one is among the five nearest of the other, as indices with the
/// smaller first, and the strength of the link: (1 + cosine) / 2 of their mean vectors, because
/// graph tools reject negative weights.
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
