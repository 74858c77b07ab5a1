//! Diversity of the top terms.

use std::collections::BTreeSet;

/// Share of distinct terms among the top terms of all themes: 1 if no two themes share a term, 1 / themes if
/// all are the same; 1 without terms.
///
/// Source: A. B. Dieng, F. J. R. Ruiz, D. M. Blei, "Topic modeling in embedding spaces", TACL 8, 2020.
#[must_use]
pub fn diversity(top_terms: &[Vec<u32>]) -> f64 {
    let all: usize = top_terms.iter().map(Vec::len).sum();
    let different: BTreeSet<u32> = top_terms.iter().flatten().copied().collect();
    if all == 0 { 1.0 } else { different.len() as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_terms_lower_the_share() {
        assert!((diversity(&[vec![1, 2], vec![3, 4]]) - 1.0).abs() < 1e-12);
        assert!((diversity(&[vec![1, 2], vec![2, 1]]) - 0.5).abs() < 1e-12);
        assert!((diversity(&[]) - 1.0).abs() < 1e-12);
    }
}
