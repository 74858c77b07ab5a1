//! How strongly landmarks attract each other.

use ndarray::{Array2, ArrayView2};
use rayon::prelude::*;

/// Bisection steps in the search for a row's bandwidth.
const BISECTIONS: usize = 40;

/// Symmetric affinities of the rows of `unit` (L2-normalised), as t-SNE defines them: for every row a
/// Gaussian of the cosine distance, with the bandwidth that gives the row the requested perplexity; then the
/// mean of both directions (van der Maaten and Hinton, "Visualizing data using t-SNE", 2008, equations 1 and
/// 2 and section 3.1). All entries sum to one; the diagonal is zero.
pub(super) fn affinities(unit: ArrayView2<'_, f32>, perplexity: f64) -> Array2<f64> {
    let rows = unit.nrows();
    let cosines = unit.dot(&unit.t());
    let conditional: Vec<Vec<f64>> = (0..rows)
        .into_par_iter()
        .map(|row| {
            let distances: Vec<f64> =
                cosines.row(row).iter().map(|&cosine| f64::from(1.0 - cosine).max(0.0)).collect();
            row_affinities(&distances, row, perplexity)
        })
        .collect();
    let scale = 1.0 / (2.0 * rows.max(1) as f64);
    Array2::from_shape_fn((rows, rows), |(row, column)| {
        (conditional[row][column] + conditional[column][row]) * scale
    })
}

/// Affinities of one row to all others, summing to one, with entropy `ln(perplexity)`.
fn row_affinities(distances: &[f64], own: usize, perplexity: f64) -> Vec<f64> {
    let nearest = distances
        .iter()
        .enumerate()
        .filter(|&(column, _)| column != own)
        .map(|(_, &distance)| distance)
        .fold(f64::INFINITY, f64::min);
    let target = perplexity.ln();
    let (mut low, mut high, mut precision) = (0.0_f64, f64::INFINITY, 1.0_f64);
    let mut weights = vec![0.0; distances.len()];
    for _ in 0..BISECTIONS {
        let (mut sum, mut weighted) = (0.0, 0.0);
        for (column, (weight, &distance)) in weights.iter_mut().zip(distances).enumerate() {
            let beyond = distance - nearest;
            *weight = if column == own { 0.0 } else { (-precision * beyond).exp() };
            sum += *weight;
            weighted += *weight * beyond;
        }
        let entropy = sum.ln() + precision * weighted / sum;
        for weight in &mut weights {
            *weight /= sum;
        }
        if (entropy - target).abs() < 1e-5 {
            break;
        }
        if entropy > target {
            low = precision;
            precision = if high.is_finite() { f64::midpoint(low, high) } else { precision * 2.0 };
        } else {
            high = precision;
            precision = f64::midpoint(low, high);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_its_perplexity() {
        let distances: Vec<f64> = (0..100).map(|at| f64::from(at) / 100.0).collect();
        let weights = row_affinities(&distances, 0, 10.0);
        let entropy: f64 = weights.iter().filter(|&&w| w > 0.0).map(|&w| -w * w.ln()).sum();
        assert!((entropy.exp() - 10.0).abs() < 0.01, "{}", entropy.exp());
        assert!(weights[0] == 0.0 && weights[1] > weights[50]);
    }

    #[test]
    fn affinities_are_symmetric_and_sum_to_one() {
        let unit = Array2::from_shape_fn((20, 3), |(row, column)| ((row * 3 + column) as f32).sin());
        let affinities = affinities(unit.view(), 5.0);
        assert!((affinities.sum() - 1.0).abs() < 1e-9);
        assert!((affinities[[3, 7]] - affinities[[7, 3]]).abs() < 1e-15);
    }
}
