//! The direction in which the papers of a theme differ from all others.
//!
//! Fisher's linear discriminant ("The use of multiple measurements in taxonomic problems", 1936): the
//! difference of the two means in a space in which the vectors have the same variance in every direction.
//! What most papers have in common, such as being about learning, then counts for little, whereas it would
//! decide a cosine with the theme's centroid. The covariance is shrunk half-way to that of a sphere
//! (Friedman, "Regularized discriminant analysis", 1989).

use ndarray::{Array1, Array2, ArrayView2, Axis};
use thema_features::centred_at;

/// Maximum number of papers to learn from, evenly spaced.
const MOST_PAPERS: usize = 50_000;
/// Added to every variance, as a multiple of the mean variance.
const SHRINKAGE: f64 = 1.0;

/// Papers in a space of equal variances.
pub(super) struct Discriminant {
    mean: Vec<f32>,
    drawn: Vec<usize>,
    /// Maps to that space by multiplication from the right.
    whitening: Array2<f32>,
    /// One row per drawn paper.
    rows: Array2<f32>,
    squared_lengths: Vec<f64>,
}

/// How the papers of a theme differ from the others.
pub(super) struct Contrast {
    /// The direction along which centred vectors of the theme differ from others.
    pub(super) direction: Vec<f32>,
    /// How far along the direction each drawn paper lies, as if it had not been learned from.
    pub(super) contexts: Vec<f32>,
}

impl Discriminant {
    /// Learns what papers have in common.
    pub(super) fn learn(vectors: ArrayView2<'_, f32>) -> Self {
        let mean = vectors.mean_axis(Axis(0)).map_or_else(Vec::new, |mean| mean.to_vec());
        let step = vectors.nrows().div_ceil(MOST_PAPERS).max(1);
        let drawn: Vec<usize> = (0..vectors.nrows()).step_by(step).collect();
        let centred = centred_at(vectors.select(Axis(0), &drawn), &mean);
        let whitening = whitening(&centred);
        let rows = centred.dot(&whitening);
        let squared_lengths = rows.rows().into_iter().map(|row| f64::from(row.dot(&row))).collect();
        Self { mean, drawn, whitening, rows, squared_lengths }
    }

    /// Mean of the vectors.
    pub(super) fn mean(&self) -> &[f32] {
        &self.mean
    }

    /// The papers learned from, ascending.
    pub(super) fn drawn(&self) -> &[usize] {
        &self.drawn
    }

    /// The contrast between papers that belong and papers that do not, given the
    /// probabilities of the drawn papers.
    pub(super) fn contrast(&self, probabilities: &[f64]) -> Contrast {
        let own: f64 = probabilities.iter().sum();
        let rest = probabilities.len() as f64 - own;
        let weights: Array1<f32> = probabilities.iter().map(|&probability| probability as f32).collect();
        let sum = weights.dot(&self.rows);
        let own_mean = &sum / own.max(f64::MIN_POSITIVE) as f32;
        let rest_mean = (self.rows.sum_axis(Axis(0)) - &sum) / rest.max(f64::MIN_POSITIVE) as f32;
        let (to_own, to_rest) = (self.rows.dot(&own_mean), self.rows.dot(&rest_mean));
        let contexts = to_own
            .iter()
            .zip(&to_rest)
            .zip(probabilities.iter().zip(&self.squared_lengths))
            .map(|((&to_own, &to_rest), (&probability, &length))| {
                let without = (own * f64::from(to_own) - probability * length) / (own - probability).max(1.0);
                (without - f64::from(to_rest)) as f32
            })
            .collect();
        Contrast { direction: self.whitening.dot(&(own_mean - rest_mean)).to_vec(), contexts }
    }
}

/// The transposed inverse of the Cholesky factor of the shrunk covariance.
fn whitening(centred: &Array2<f32>) -> Array2<f32> {
    let size = centred.ncols();
    let mut covariance = centred.t().dot(centred).mapv(f64::from) / (centred.nrows().max(1) as f64);
    let mean_variance = covariance.diag().sum() / size.max(1) as f64;
    for value in covariance.diag_mut() {
        *value += SHRINKAGE * mean_variance + f64::from(f32::EPSILON);
    }
    let factor = cholesky(&covariance);
    // Computes the columns of the inverse by substitution.
    let mut inverse = Array2::<f64>::zeros((size, size));
    for column in 0..size {
        for row in column..size {
            let known: f64 = (column..row).map(|at| factor[[row, at]] * inverse[[at, column]]).sum();
            let unit = if row == column { 1.0 } else { 0.0 };
            inverse[[row, column]] = (unit - known) / factor[[row, row]];
        }
    }
    inverse.t().mapv(|value| value as f32)
}

/// The lower triangular L of a positive definite matrix L Lᵀ.
fn cholesky(matrix: &Array2<f64>) -> Array2<f64> {
    let size = matrix.nrows();
    let mut factor = Array2::<f64>::zeros((size, size));
    for row in 0..size {
        for column in 0..=row {
            let known: f64 = (0..column).map(|at| factor[[row, at]] * factor[[column, at]]).sum();
            let left = matrix[[row, column]] - known;
            factor[[row, column]] = if row == column {
                left.max(f64::from(f32::EPSILON)).sqrt()
            } else {
                left / factor[[column, column]]
            };
        }
    }
    factor
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn whitening_undoes_the_covariance() {
        let matrix = array![[4.0, 2.0, 0.4], [2.0, 3.0, 0.5], [0.4, 0.5, 2.0]];
        let factor = cholesky(&matrix);
        assert!((factor.dot(&factor.t()) - &matrix).iter().all(|difference| difference.abs() < 1e-12));
    }

    #[test]
    fn what_all_papers_vary_in_does_not_decide() {
        // The first component varies much in all papers, the second little and by theme.
        let vectors = Array2::from_shape_fn((200, 3), |(paper, column)| match column {
            0 => {
                if paper % 2 == 0 {
                    0.9
                } else {
                    -0.9
                }
            }
            1 => {
                if paper < 40 {
                    0.2
                } else {
                    -0.05
                }
            }
            _ => 0.1 * ((paper * 7 % 11) as f32 / 11.0 - 0.5),
        });
        let learned = Discriminant::learn(vectors.view());
        // The first guess has more papers of one side than of the other.
        let guess: Vec<f64> = (0..200)
            .map(|paper| if paper < 40 && (paper % 2 == 0 || paper < 10) { 0.9 } else { 0.02 })
            .collect();
        let Contrast { direction, .. } = learned.contrast(&guess);
        // The means differ by .6 in the first component and by .25 in the second.
        assert!(direction[1].abs() > direction[0].abs(), "{direction:?}");
    }

    #[test]
    fn papers_without_vectors_have_no_context() {
        let learned = Discriminant::learn(Array2::zeros((5, 0)).view());
        let contrast = learned.contrast(&[0.5; 5]);
        assert!(contrast.direction.is_empty() && contrast.contexts.iter().all(|context| *context == 0.0));
    }
}
