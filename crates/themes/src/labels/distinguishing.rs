//! Terms of a group of papers beside a corpus whose papers are not at hand.

use thema_features::CsrMatrix;

use super::label::TermText;
use crate::LabelTerm;

/// Maximum number of terms.
const TERMS: usize = 10;
/// Minimum share of the papers that hold a term.
const LEAST_SHARE: f64 = 0.2;

/// The terms that distinguish a group of papers from the corpus that the vocabulary comes from, heaviest first.
/// They are weighted by `p ln(p / q)`, where `p` is the share of the group's papers that hold the term and `q`
/// the share of the corpus's papers. No two terms share a stem.
///
/// # Panics
/// If there is not one frequency per column of `rows`.
#[must_use]
pub fn distinguishing_terms(
    rows: &CsrMatrix,
    (frequencies, papers): (&[u32], u64),
    texts: &dyn TermText,
) -> Vec<LabelTerm> {
    assert_eq!(rows.columns(), frequencies.len(), "frequencies of terms");
    let mut counts = vec![0_u32; rows.columns()];
    for row in 0..rows.rows() {
        for &term in rows.row(row).indices {
            counts[term as usize] += 1;
        }
    }
    let size = rows.rows().max(1) as f64;
    let mut weighed: Vec<(f64, u32)> = (0_u32..)
        .zip(counts.iter().zip(frequencies))
        .filter(|(_, (count, _))| f64::from(**count) >= LEAST_SHARE * size)
        .map(|(term, (&count, &frequency))| {
            let inside = f64::from(count) / size;
            (inside * (inside / ((f64::from(frequency) + 0.5) / (papers as f64 + 1.0))).ln(), term)
        })
        .filter(|&(weight, _)| weight > 0.0)
        .collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut stems: Vec<&str> = Vec::new();
    let mut terms: Vec<LabelTerm> = Vec::new();
    for (weight, term) in weighed {
        let own: Vec<&str> = texts.stems(term).split([' ', '-']).collect();
        if terms.len() < TERMS && own.iter().all(|stem| !stems.contains(stem)) {
            stems.extend(own);
            terms.push(LabelTerm { text: texts.surface(term).to_owned(), weight });
        }
    }
    terms
}
