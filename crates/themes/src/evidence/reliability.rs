//! How probable it is that an assignment is right.
//!
//! Whether a paper is in the right theme is decided by its nearest papers, which play no part in assignment
//! by centroids: it is if most of them are in that theme too. How often this holds, given how near the paper
//! is to its theme compared with the theme's other papers and with the next theme, is learned by logistic
//! regression (Platt, "Probabilistic outputs for support vector machines", 1999) from every other paper of a
//! draw. The rest of the draw measures the calibration.

use ndarray::{Array2, ArrayView2, Axis};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Maximum number of papers whose neighbours are examined, and of papers among which neighbours are searched.
const ASKED: usize = 600;
const AMONG: usize = 8_000;
/// Neighbours examined per paper.
const NEIGHBOURS: usize = 10;
/// Minimum number of papers to learn from.
const FEWEST: usize = 100;
/// Maximum number of steps of Newton's method, and the weights that keep the intercept and the other coefficients finite.
const STEPS: usize = 25;
const RIDGE_OF_INTERCEPT: f64 = 1e-6;
const RIDGE: f64 = 1e-2;
/// Bins of the reliability table.
const BINS: usize = 10;

/// How near a paper is to its theme: its cosine with the theme in standard deviations of the theme's papers,
/// and that cosine minus the cosine with the nearest other theme.
pub(crate) type Nearness = [f32; 2];

/// Probabilities of assignments, calibrated by neighbours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reliability {
    /// Intercept, and one coefficient per feature.
    coefficients: [f64; 3],
    /// Calibration on papers that were not learned from.
    pub table: Vec<ReliabilityBin>,
    /// Expected calibration error on these papers: mean distance between predicted
    /// and observed share, in [0, 1].
    pub expected_error: f64,
}

/// Papers with similar predicted probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReliabilityBin {
    /// Mean predicted probability.
    pub said: f64,
    /// Share of the papers whose neighbours confirm their theme.
    pub held: f64,
    /// Number of papers.
    pub papers: usize,
}

impl Reliability {
    /// Learns from unit vectors, the papers' themes and how near they are, for the rows `papers` alone; `None` if
    /// there are too few of these.
    pub(crate) fn learn(
        vectors: ArrayView2<'_, f32>,
        theme_of: &[u32],
        near: &[Nearness],
        papers: &[usize],
    ) -> Option<Self> {
        if papers.len() < FEWEST {
            return None;
        }
        let drawn =
            |most: usize| papers.iter().copied().step_by(papers.len().div_ceil(most)).collect::<Vec<_>>();
        let (asked, among) = (drawn(ASKED), drawn(AMONG));
        let others: Array2<f32> = vectors.select(Axis(0), &among);
        let confirmed: Vec<bool> = asked
            .par_iter()
            .map(|&paper| {
                let cosines = others.dot(&vectors.row(paper));
                let mut order: Vec<(f32, usize)> = cosines
                    .iter()
                    .zip(&among)
                    .filter(|&(_, &other)| other != paper)
                    .map(|(&cosine, &other)| (cosine, other))
                    .collect();
                let wanted = NEIGHBOURS.min(order.len());
                order.select_nth_unstable_by(wanted - 1, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
                let same = order[..wanted].iter().filter(|&&(_, other)| theme_of[other] == theme_of[paper]);
                2 * same.count() > wanted
            })
            .collect();
        let half = |odd: usize| -> Vec<(Nearness, bool)> {
            let pairs = asked.iter().zip(&confirmed).skip(odd).step_by(2);
            pairs.map(|(&paper, &confirmed)| (near[paper], confirmed)).collect()
        };
        let coefficients = fit(&half(0));
        let mut learned = Self { coefficients, table: Vec::new(), expected_error: 0.0 };
        learned.measure(&half(1));
        Some(learned)
    }

    /// The probability that an assignment is right.
    pub(crate) fn probability(&self, near: Nearness) -> f32 {
        said(&self.coefficients, near) as f32
    }

    fn measure(&mut self, papers: &[(Nearness, bool)]) {
        let mut bins = vec![(0.0_f64, 0_usize, 0_usize); BINS];
        for &(near, confirmed) in papers {
            let said = said(&self.coefficients, near);
            let bin = &mut bins[((said * BINS as f64) as usize).min(BINS - 1)];
            *bin = (bin.0 + said, bin.1 + usize::from(confirmed), bin.2 + 1);
        }
        self.table = bins
            .into_iter()
            .filter(|&(_, _, papers)| papers > 0)
            .map(|(said, held, papers)| ReliabilityBin {
                said: said / papers as f64,
                held: held as f64 / papers as f64,
                papers,
            })
            .collect();
        let distance = |bin: &ReliabilityBin| (bin.said - bin.held).abs() * bin.papers as f64;
        self.expected_error = self.table.iter().map(distance).sum::<f64>() / papers.len().max(1) as f64;
    }
}

fn said(coefficients: &[f64; 3], near: Nearness) -> f64 {
    let odds = coefficients[0] + coefficients[1] * f64::from(near[0]) + coefficients[2] * f64::from(near[1]);
    1.0 / (1.0 + (-odds).exp())
}

/// Logistic regression by Newton's method, with a weak prior for small coefficients.
fn fit(papers: &[(Nearness, bool)]) -> [f64; 3] {
    let mut coefficients = [0.0; 3];
    for _ in 0..STEPS {
        let (mut gradient, mut curvature) = ([0.0; 3], [[0.0; 3]; 3]);
        for &(near, confirmed) in papers {
            let said = said(&coefficients, near);
            let features = [1.0, f64::from(near[0]), f64::from(near[1])];
            let (error, weight) = (f64::from(u8::from(confirmed)) - said, said * (1.0 - said));
            for (row, &a) in features.iter().enumerate() {
                gradient[row] += error * a;
                for (column, &b) in features.iter().enumerate() {
                    curvature[row][column] += weight * a * b;
                }
            }
        }
        for row in 0..3 {
            let ridge = if row == 0 { RIDGE_OF_INTERCEPT } else { RIDGE };
            gradient[row] -= ridge * coefficients[row];
            curvature[row][row] += ridge;
        }
        let Some(step) = solved(curvature, gradient) else { break };
        let size = step.iter().map(|value| value.abs()).fold(0.0, f64::max);
        // A long step overshoots if the classes are cleanly separated.
        let part = if size > 4.0 { 4.0 / size } else { 1.0 };
        for (coefficient, step) in coefficients.iter_mut().zip(step) {
            *coefficient += part * step;
        }
    }
    coefficients
}

/// Solves three linear equations by elimination with pivoting; `None` if they are singular.
fn solved(mut matrix: [[f64; 3]; 3], mut values: [f64; 3]) -> Option<[f64; 3]> {
    for column in 0..3 {
        let pivot =
            (column..3).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        values.swap(column, pivot);
        for row in 0..3 {
            if row != column {
                let factor = matrix[row][column] / matrix[column][column];
                let above = matrix[column];
                for (value, above) in matrix[row].iter_mut().zip(above).skip(column) {
                    *value -= factor * above;
                }
                values[row] -= factor * values[column];
            }
        }
    }
    Some([values[0] / matrix[0][0], values[1] / matrix[1][1], values[2] / matrix[2][2]])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two themes on two axes; `mixed` papers lie between them and belong to either.
    fn papers(count: usize, mixed: usize) -> (Array2<f32>, Vec<u32>, Vec<Nearness>) {
        let theme_of: Vec<u32> = (0..count).map(|paper| u32::from(paper % 2 == 1)).collect();
        let vectors = Array2::from_shape_fn((count, 3), |(paper, column)| {
            let own = theme_of[paper] as usize;
            let wobble = 0.1 * ((paper * 13 % 17) as f32 / 17.0);
            match column {
                2 => wobble,
                _ if paper % 10 < mixed => 0.7,
                _ => f32::from(u8::from(column == own)),
            }
        });
        let near =
            (0..count).map(|paper| if paper % 10 < mixed { [-1.0, 0.0] } else { [0.5, 0.8] }).collect();
        (vectors, theme_of, near)
    }

    fn all(count: usize) -> Vec<usize> {
        (0..count).collect()
    }

    #[test]
    fn papers_left_out_are_not_learned_from() {
        let (mut vectors, theme_of, mut near) = papers(1_000, 4);
        let with_words: Vec<usize> = (0..1_000).filter(|paper| paper % 4 > 1).collect();
        let (chosen, places): (Vec<u32>, Vec<Nearness>) =
            with_words.iter().map(|&paper| (theme_of[paper], near[paper])).unzip();
        let rows = vectors.select(Axis(0), &with_words);
        let expected = Reliability::learn(rows.view(), &chosen, &places, &all(500));
        for paper in (0..1_000).filter(|paper| paper % 4 < 2) {
            vectors.row_mut(paper).fill(0.0);
            near[paper] = [-9.0, 0.0];
        }
        assert_eq!(Reliability::learn(vectors.view(), &theme_of, &near, &with_words), expected);
    }

    #[test]
    fn what_neighbours_confirm_is_probable() {
        let (vectors, theme_of, near) = papers(1_000, 4);
        let learned = Reliability::learn(vectors.view(), &theme_of, &near, &all(near.len())).unwrap();
        assert!(learned.probability([0.5, 0.8]) > 0.95, "{learned:?}");
        assert!(learned.probability([-1.0, 0.0]) < 0.75, "{learned:?}");
        assert!(learned.expected_error < 0.1, "{learned:?}");
        assert_eq!(learned.table.iter().map(|bin| bin.papers).sum::<usize>(), 250);
    }

    #[test]
    fn few_papers_say_nothing_and_one_theme_is_certain() {
        let (vectors, theme_of, near) = papers(99, 0);
        assert_eq!(Reliability::learn(vectors.view(), &theme_of, &near, &all(near.len())), None);
        let (vectors, _, near) = papers(200, 0);
        let learned = Reliability::learn(vectors.view(), &[0; 200], &near, &all(200)).unwrap();
        assert!(learned.probability([0.5, 0.8]) > 0.9, "{learned:?}");
    }

    #[test]
    fn equations_are_solved() {
        let solution = solved([[0.0, 2.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 4.0]], [2.0, 3.0, 8.0]).unwrap();
        assert_eq!(solution.map(f64::to_bits), [3.0_f64, 1.0, 2.0].map(f64::to_bits));
        assert_eq!(solved([[0.0; 3]; 3], [1.0; 3]), None);
    }
}
