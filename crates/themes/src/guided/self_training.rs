//! Theme centroids learned from the papers that most confidently belong to each theme.

use ndarray::{ArrayView1, ArrayView2};
use rayon::prelude::*;
use thema_features::{CsrMatrix, SparseRow};

use super::best_two::best_two;
use super::fit::{GuidedPapers, GuidedTerms};
use super::model::PARTS;
use super::seed_evidence::SeedEvidence;
use super::space::{Centroids, normalise};

/// Squared norm below which the remainder of a sum of unit vectors in `f32` is rounding error.
const ROUNDING: f64 = 1e-5;

/// Sum of the unit vectors of a theme's confident papers in one space, and the theme's seed prototype there.
struct ThemeSum {
    sum: Vec<f32>,
    prototype: Vec<f32>,
    sum_norm_squared: f64,
    sum_dot_prototype: f64,
    prototype_norm_squared: f64,
}

/// One round of self-training.
pub(super) struct Lesson {
    sparse: Vec<ThemeSum>,
    dense: Vec<ThemeSum>,
    /// Rows of the confident papers of every theme, ascending.
    members: Vec<Vec<u32>>,
    seed_share: f32,
}

/// Seed prototypes of every theme in both spaces, each of unit length or zero.
pub(super) struct Prototypes {
    sparse: Vec<Vec<f32>>,
    dense: Vec<Vec<f32>>,
}

impl Prototypes {
    pub(super) fn new(seeds: &SeedEvidence, papers: &GuidedPapers<'_>, terms: &GuidedTerms<'_>) -> Self {
        let columns = papers.rows.columns();
        let sparse: Vec<_> = (0..seeds.matcher().themes())
            .map(|theme| seeds.prototype(theme, columns, terms.resolve))
            .collect();
        let dense = sparse
            .iter()
            .map(|prototype| {
                let mut sum = vec![0.0; papers.vectors.ncols()];
                if let Some(vector) = terms.vector {
                    for (id, &weight) in prototype.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                        for (sum, value) in sum.iter_mut().zip(vector(id as u32)) {
                            *sum += weight * value;
                        }
                    }
                }
                normalise(&mut sum);
                sum
            })
            .collect();
        Self { sparse, dense }
    }
}

impl ThemeSum {
    fn new(sum: Vec<f32>, prototype: Vec<f32>) -> Self {
        let dot = |a: &[f32], b: &[f32]| -> f64 {
            a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
        };
        Self {
            sum_norm_squared: dot(&sum, &sum),
            sum_dot_prototype: dot(&sum, &prototype),
            prototype_norm_squared: dot(&prototype, &prototype),
            sum,
            prototype,
        }
    }

    /// Direction of the sum, of unit length, plus `share` of the prototype.
    fn centroid(&self, share: f32) -> Vec<f32> {
        let mut centroid = self.sum.clone();
        normalise(&mut centroid);
        for (mean, seed) in centroid.iter_mut().zip(&self.prototype) {
            *mean += share * seed;
        }
        centroid
    }

    /// Cosine of a unit vector `x`, which is part of the sum, with the centroid of the other vectors, from
    /// the products of `x` with the sum and with the prototype.
    fn cosine_left_out(&self, x_dot_sum: f64, x_dot_prototype: f64, share: f64) -> f32 {
        let rest_norm_squared = self.sum_norm_squared - 2.0 * x_dot_sum + 1.0;
        let (along_rest, rest_along_prototype, rest_length) = if rest_norm_squared > ROUNDING {
            let rest_norm = rest_norm_squared.sqrt();
            let along_rest = (x_dot_sum - 1.0) / rest_norm;
            (along_rest, (self.sum_dot_prototype - x_dot_prototype) / rest_norm, 1.0)
        } else {
            (0.0, 0.0, 0.0)
        };
        let norm_squared =
            rest_length + 2.0 * share * rest_along_prototype + share * share * self.prototype_norm_squared;
        if norm_squared <= 0.0 {
            return 0.0;
        }
        ((along_rest + share * x_dot_prototype) / norm_squared.sqrt()) as f32
    }
}

impl Lesson {
    /// For every theme, takes its papers with some seed evidence and keeps the share `confident` with the
    /// largest margins, given all scores (papers × themes) and their parts.
    pub(super) fn learn(
        papers: &GuidedPapers<'_>,
        prototypes: &Prototypes,
        (scores, parts): (&[f32], &[f32]),
        confident: f32,
        seed_share: f32,
    ) -> Self {
        let members = confident_papers(scores, parts, prototypes.sparse.len(), confident);
        let (rows, vectors) = (papers.rows, papers.vectors);
        let (sparse, dense) = members
            .par_iter()
            .enumerate()
            .map(|(theme, members)| {
                (
                    ThemeSum::new(sparse_sum(rows, members), prototypes.sparse[theme].clone()),
                    ThemeSum::new(dense_sum(vectors, members), prototypes.dense[theme].clone()),
                )
            })
            .unzip();
        Self { sparse, dense, members, seed_share }
    }

    /// The centroids of the round.
    pub(super) fn centroids(&self) -> Centroids {
        let of = |sums: &[ThemeSum]| sums.iter().map(|sum| sum.centroid(self.seed_share)).collect();
        Centroids::new(of(&self.sparse), of(&self.dense))
    }

    /// Replaces, in the parts of every confident paper, the cosine with its own theme by the cosine with the
    /// theme's centroid without the paper, so that a paper does not vouch for itself.
    pub(super) fn leave_one_out(&self, papers: &GuidedPapers<'_>, parts: &mut [f32]) {
        let themes = self.members.len();
        let share = f64::from(self.seed_share);
        for (theme, members) in self.members.iter().enumerate() {
            for &member in members {
                let paper = member as usize;
                let own = &mut parts[paper * PARTS * themes..(paper + 1) * PARTS * themes];
                let (sum, row) = (&self.sparse[theme], papers.rows.row(paper));
                own[themes + theme] =
                    sum.cosine_left_out(sparse_dot(row, &sum.sum), sparse_dot(row, &sum.prototype), share);
                let (sum, vector) = (&self.dense[theme], papers.vectors.row(paper));
                if let Some(scale) = inverse_norm(vector) {
                    let dot = |other: &[f32]| -> f64 {
                        let dot: f64 =
                            vector.iter().zip(other).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum();
                        dot * f64::from(scale)
                    };
                    own[2 * themes + theme] = sum.cosine_left_out(dot(&sum.sum), dot(&sum.prototype), share);
                }
            }
        }
    }
}

/// For every theme, the rows of its most confident papers, ascending.
fn confident_papers(scores: &[f32], parts: &[f32], themes: usize, share: f32) -> Vec<Vec<u32>> {
    let mut members: Vec<Vec<(f32, u32)>> = vec![Vec::new(); themes];
    let papers = scores.chunks_exact(themes).zip(parts.chunks_exact(PARTS * themes));
    for (paper, (scores, parts)) in papers.enumerate() {
        let ((theme, best), second) = best_two(scores);
        let evidence = parts[theme as usize];
        if evidence > 0.0 {
            let margin = second.map_or(best, |(_, next)| best - next);
            members[theme as usize].push((margin, paper as u32));
        }
    }
    members
        .into_iter()
        .map(|mut papers| {
            papers.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            papers.truncate((papers.len() as f32 * share).ceil() as usize);
            let mut rows: Vec<u32> = papers.into_iter().map(|(_, row)| row).collect();
            rows.sort_unstable();
            rows
        })
        .collect()
}

/// Inverse of the Euclidean norm; `None` for a zero vector.
fn inverse_norm(vector: ArrayView1<'_, f32>) -> Option<f32> {
    let norm = vector.dot(&vector).sqrt();
    (norm > 0.0).then(|| norm.recip())
}

fn sparse_dot(row: SparseRow<'_>, dense: &[f32]) -> f64 {
    row.indices.iter().zip(row.values).map(|(&i, &x)| f64::from(x) * f64::from(dense[i as usize])).sum()
}

fn sparse_sum(rows: &CsrMatrix, members: &[u32]) -> Vec<f32> {
    let mut sum = vec![0.0; rows.columns()];
    for &member in members {
        let row = rows.row(member as usize);
        for (&column, &value) in row.indices.iter().zip(row.values) {
            sum[column as usize] += value;
        }
    }
    sum
}

fn dense_sum(vectors: ArrayView2<'_, f32>, members: &[u32]) -> Vec<f32> {
    let mut sum = vec![0.0; vectors.ncols()];
    for &member in members {
        let vector = vectors.row(member as usize);
        if let Some(scale) = inverse_norm(vector) {
            for (sum, &value) in sum.iter_mut().zip(vector) {
                *sum += scale * value;
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaving_out_equals_the_centroid_of_the_others() {
        let (x, others, prototype) = ([0.6_f32, 0.8, 0.0], [0.0_f32, 1.0, 1.0], [0.0_f32, 0.0, 1.0]);
        let sum: Vec<f32> = x.iter().zip(&others).map(|(a, b)| a + b).collect();
        let theme = ThemeSum::new(sum, prototype.to_vec());
        let got = theme.cosine_left_out(f64::from(0.6 * 0.6 + 0.8 * 1.8_f32), 0.0, 0.5);
        let rest = ThemeSum::new(others.to_vec(), prototype.to_vec());
        let mut centroid = rest.centroid(0.5);
        normalise(&mut centroid);
        let want: f32 = x.iter().zip(&centroid).map(|(a, b)| a * b).sum();
        assert!((got - want).abs() < 1e-5, "{got} {want}");
    }

    #[test]
    fn a_lone_paper_is_left_with_the_prototype() {
        let theme = ThemeSum::new(vec![0.6, 0.8], vec![1.0, 0.0]);
        assert!((theme.cosine_left_out(1.0, 0.6, 0.5) - 0.6).abs() < 1e-6);
        let bare = ThemeSum::new(vec![0.6, 0.8], vec![0.0, 0.0]);
        assert!(bare.cosine_left_out(1.0, 0.0, 0.5).abs() < 1e-9);
    }
}
