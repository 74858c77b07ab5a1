//! How often the candidates of a group stand in one paper.

use rayon::prelude::*;
use thema_features::CsrMatrix;

use super::candidates::Candidate;

/// Rows counted by one task.
const CHUNK_ROWS: usize = 16_384;

/// Papers that hold each candidate, and each pair of one group's candidates, among all papers.
pub(super) struct Cooccurrence {
    papers: f64,
    width: usize,
    /// `pairs[(group * width + a) * width + b]` for candidates `a <= b`; the diagonal counts single candidates.
    pairs: Vec<u32>,
}

impl Cooccurrence {
    /// Counts over every row of `rows`.
    pub(super) fn count(rows: &CsrMatrix, candidates: &[Vec<Candidate>]) -> Self {
        let width = candidates.iter().map(Vec::len).max().unwrap_or(0);
        let mut places: Vec<Vec<(u32, u32)>> = vec![Vec::new(); rows.columns()];
        for (group, of_group) in (0_u32..).zip(candidates) {
            for (place, candidate) in (0_u32..).zip(of_group) {
                places[candidate.term as usize].push((group, place));
            }
        }
        let chunks = rows.rows().div_ceil(CHUNK_ROWS);
        let parts: Vec<Vec<u32>> = (0..chunks)
            .into_par_iter()
            .map(|chunk| {
                let mut pairs = vec![0; candidates.len() * width * width];
                let mut held: Vec<(u32, u32)> = Vec::new();
                for row in chunk * CHUNK_ROWS..rows.rows().min((chunk + 1) * CHUNK_ROWS) {
                    held.clear();
                    held.extend(rows.row(row).indices.iter().flat_map(|&term| &places[term as usize]));
                    held.sort_unstable();
                    for of_group in held.chunk_by(|a, b| a.0 == b.0) {
                        for (index, &(group, a)) in of_group.iter().enumerate() {
                            for &(_, b) in &of_group[index..] {
                                pairs[(group as usize * width + a as usize) * width + b as usize] += 1;
                            }
                        }
                    }
                }
                pairs
            })
            .collect();
        let mut pairs = vec![0; candidates.len() * width * width];
        for part in parts {
            pairs.iter_mut().zip(part).for_each(|(sum, value): (&mut u32, u32)| *sum += value);
        }
        Self { papers: rows.rows() as f64, width, pairs }
    }

    /// Normalised pointwise mutual information of two candidates of a group, in [-1, 1] (Bouma, "Normalized
    /// (pointwise) mutual information in collocation extraction", 2009), with papers as windows.
    pub(super) fn npmi(&self, group: usize, a: usize, b: usize) -> f64 {
        let probability = |a: usize, b: usize| {
            let (low, high) = (a.min(b), a.max(b));
            f64::from(self.pairs[(group * self.width + low) * self.width + high]) / self.papers
        };
        let together = probability(a, b);
        if together <= 0.0 {
            return -1.0;
        }
        if together >= 1.0 {
            return 1.0;
        }
        (together / (probability(a, a) * probability(b, b))).ln() / -together.ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_always_meet_have_one_and_terms_that_never_meet_have_minus_one() {
        let rows = CsrMatrix::new(3, vec![0, 2, 4, 5, 5], vec![0, 1, 0, 1, 2], vec![1.0; 5]).unwrap();
        let candidates = [(0..3).map(|term| Candidate { term, weight: 1.0, frequency: 1 }).collect()];
        let counted = Cooccurrence::count(&rows, &candidates);
        assert!((counted.npmi(0, 1, 0) - 1.0).abs() < 1e-12);
        assert!((counted.npmi(0, 0, 2) + 1.0).abs() < 1e-12);
    }
}
