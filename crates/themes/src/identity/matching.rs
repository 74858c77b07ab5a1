//! Matches the themes of one run with those of another.

use super::optimal_assignment::optimal_assignment;

/// What identifies a theme across runs.
#[derive(Clone, Debug, PartialEq)]
pub struct ThemeProfile {
    /// Papers of the theme as positions in a list of papers that both runs hold, ascending.
    pub common_papers: Vec<u32>,
    /// The theme's centroid among terms as `(term, weight)`, ascending by term. Terms, unlike learned
    /// vectors, mean the same in every run. The terms of the theme's label will do.
    pub terms: Vec<(String, f64)>,
}

/// How far the papers of two themes overlap, and how similar their terms are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Likeness {
    /// Common papers in both divided by common papers in either (Jaccard); `None` if neither theme has any.
    pub(super) overlap: Option<f64>,
    /// Cosine of the centroids among terms.
    pub(super) similarity: f64,
}

/// Weight of the overlap against the similarity of terms, if there are common papers.
const OVERLAP_SHARE: f64 = 0.7;
/// Minimum likeness of two themes that match.
const LEAST: f64 = 0.25;

impl Likeness {
    pub(super) fn of(a: &ThemeProfile, b: &ThemeProfile) -> Self {
        let both = shared(&a.common_papers, &b.common_papers);
        let either = a.common_papers.len() + b.common_papers.len() - both;
        Self {
            overlap: (either > 0).then(|| both as f64 / either as f64),
            similarity: cosine(&a.terms, &b.terms),
        }
    }

    pub(super) fn value(self) -> f64 {
        match self.overlap {
            Some(overlap) => OVERLAP_SHARE * overlap + (1.0 - OVERLAP_SHARE) * self.similarity,
            None => self.similarity,
        }
    }
}

/// The new theme that continues each old one, or `None` if none does.
///
/// The pairs are the one-to-one assignment with the largest sum of likeness: 0.7 times the overlap of the
/// papers that both runs hold plus 0.3 times the cosine of terms, or only the cosine for themes without
/// common papers. Pairs with a likeness below 0.25 are dropped.
#[must_use]
pub fn match_themes(old: &[ThemeProfile], new: &[ThemeProfile]) -> Vec<Option<u32>> {
    let value: Vec<Vec<f64>> =
        old.iter().map(|a| new.iter().map(|b| Likeness::of(a, b).value()).collect()).collect();
    // Pairs that would be dropped are worth nothing, so that they do not displace pairs that are kept.
    let worth = |row: usize, column: usize| if value[row][column] < LEAST { 0.0 } else { value[row][column] };
    optimal_assignment(old.len(), new.len(), &worth)
        .into_iter()
        .enumerate()
        .map(|(row, column)| column.filter(|&column| value[row][column] >= LEAST).map(|c| c as u32))
        .collect()
}

/// Number of elements that two ascending lists have in common.
pub(super) fn shared(a: &[u32], b: &[u32]) -> usize {
    let (mut at_a, mut at_b, mut both) = (0, 0, 0);
    while at_a < a.len() && at_b < b.len() {
        match a[at_a].cmp(&b[at_b]) {
            std::cmp::Ordering::Less => at_a += 1,
            std::cmp::Ordering::Greater => at_b += 1,
            std::cmp::Ordering::Equal => {
                both += 1;
                at_a += 1;
                at_b += 1;
            }
        }
    }
    both
}

fn cosine(a: &[(String, f64)], b: &[(String, f64)]) -> f64 {
    let norm = |terms: &[(String, f64)]| terms.iter().map(|(_, w)| w * w).sum::<f64>().sqrt();
    let dot: f64 = a
        .iter()
        .filter_map(|(term, weight)| {
            let at = b.binary_search_by(|(other, _)| other.cmp(term)).ok()?;
            Some(weight * b[at].1)
        })
        .sum();
    let norms = norm(a) * norm(b);
    if norms > 0.0 { dot / norms } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(papers: &[u32], terms: &[(&str, f64)]) -> ThemeProfile {
        ThemeProfile {
            common_papers: papers.to_vec(),
            terms: terms.iter().map(|&(term, weight)| (term.to_string(), weight)).collect(),
        }
    }

    #[test]
    fn papers_decide_before_terms() {
        let old = [profile(&[0, 1, 2], &[("a", 1.0)]), profile(&[3, 4], &[("b", 1.0)])];
        let new = [profile(&[3, 4], &[("a", 1.0)]), profile(&[0, 1, 2], &[("b", 1.0)])];
        assert_eq!(match_themes(&old, &new), [Some(1), Some(0)]);
    }

    #[test]
    fn terms_decide_without_common_papers_and_strangers_stay_apart() {
        let old = [profile(&[], &[("a", 1.0), ("b", 1.0)]), profile(&[], &[("c", 1.0)])];
        let new = [profile(&[], &[("d", 1.0)]), profile(&[], &[("b", 1.0)])];
        assert_eq!(match_themes(&old, &new), [Some(1), None]);
        assert_eq!(match_themes(&old, &[]), [None, None]);
    }
}
