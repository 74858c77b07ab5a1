//! From affinities to positions in the plane.

use ndarray::{Array2, ArrayView2};
use thema_progress::Task;

use super::forces::forces;

/// Steps of gradient descent.
const STEPS: usize = 400;
/// Steps with exaggerated attraction, in which groups form before they separate.
const EXAGGERATED: usize = 120;
/// The factor of that exaggeration.
const EXAGGERATION: f64 = 12.0;
/// Steps of the power iteration that finds the initial axes.
const POWER_STEPS: usize = 60;

/// Positions that minimise the Kullback-Leibler divergence between `affinities` and those of a Student t
/// kernel in the plane: exact t-SNE (van der Maaten and Hinton, 2008) by gradient descent with momentum and
/// gains, started from `start`. The cost is quadratic in the rows. Rows are processed in parallel and summed
/// in order, so the result does not depend on the number of threads.
pub(super) fn embed(affinities: &Array2<f64>, start: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    let rows = start.len();
    let rate = (rows as f64 / EXAGGERATION).max(50.0);
    let mut places = start;
    let mut velocity = vec![[0.0_f64; 2]; rows];
    let mut gains = vec![[1.0_f64; 2]; rows];
    let progress = Task::new("layout", STEPS);
    for step in 0..STEPS {
        let (factor, momentum) = if step < EXAGGERATED { (EXAGGERATION, 0.5) } else { (1.0, 0.8) };
        let gradient = gradient(affinities, &places, factor);
        for row in 0..rows {
            for axis in 0..2 {
                let (slope, speed) = (gradient[row][axis], velocity[row][axis]);
                let gain = &mut gains[row][axis];
                *gain = if slope.signum() == speed.signum() { (*gain * 0.8).max(0.01) } else { *gain + 0.2 };
                velocity[row][axis] = momentum * speed - rate * *gain * slope;
                places[row][axis] += velocity[row][axis];
            }
        }
        centre(&mut places);
        progress.advance(1);
    }
    places
}

/// Gradient of the divergence at `places`, attraction multiplied by `factor`.
fn gradient(affinities: &Array2<f64>, places: &[[f64; 2]], factor: f64) -> Vec<[f64; 2]> {
    let forces = forces(affinities, places);
    let normaliser = forces.iter().map(|force| force.kernels).sum::<f64>().max(f64::MIN_POSITIVE);
    forces
        .iter()
        .map(|force| [0, 1].map(|axis| 4.0 * (factor * force.pull[axis] - force.push[axis] / normaliser)))
        .collect()
}

/// The first two principal axes of the rows of `unit` as initial positions, scaled to a spread of 1e-2. Power
/// iteration from fixed vectors; a small offset of its own per row separates equal rows.
pub(super) fn principal_start(unit: ArrayView2<'_, f32>) -> Vec<[f64; 2]> {
    let (rows, columns) = unit.dim();
    let mean: Vec<f64> =
        unit.columns().into_iter().map(|column| column.iter().map(|&v| f64::from(v)).sum::<f64>()).collect();
    let centred = Array2::from_shape_fn((rows, columns), |(row, column)| {
        f64::from(unit[[row, column]]) - mean[column] / rows.max(1) as f64
    });
    let mut axes: Vec<Vec<f64>> = Vec::with_capacity(2);
    for axis in 0..2_usize {
        let mut direction: Vec<f64> =
            (0..columns).map(|column| 1.0 / (1.0 + ((column * (axis + 3) + axis) % 17) as f64)).collect();
        for _ in 0..POWER_STEPS {
            let scores = centred.dot(&ndarray::ArrayView1::from(&direction));
            direction = centred.t().dot(&scores).to_vec();
            for other in &axes {
                let along: f64 = direction.iter().zip(other).map(|(a, b)| a * b).sum();
                direction.iter_mut().zip(other).for_each(|(value, &b)| *value -= along * b);
            }
            let norm = direction.iter().map(|value| value * value).sum::<f64>().sqrt();
            if norm <= f64::MIN_POSITIVE {
                break;
            }
            for value in &mut direction {
                *value /= norm;
            }
        }
        axes.push(direction);
    }
    let mut places: Vec<[f64; 2]> = centred
        .outer_iter()
        .enumerate()
        .map(|(row, values)| {
            [0, 1].map(|axis| {
                let score: f64 = values.iter().zip(&axes[axis]).map(|(a, b)| a * b).sum();
                score + 1e-6 * ((row * (7 + axis * 4)) % 101) as f64
            })
        })
        .collect();
    centre(&mut places);
    let spread = (places.iter().map(|place| place[0] * place[0]).sum::<f64>() / rows.max(1) as f64).sqrt();
    for place in &mut places {
        *place = place.map(|at| at * 1e-2 / spread.max(1e-12));
    }
    places
}

fn centre(places: &mut [[f64; 2]]) {
    let count = places.len().max(1) as f64;
    let mean = [0, 1].map(|axis| places.iter().map(|place| place[axis]).sum::<f64>() / count);
    for place in places {
        *place = [place[0] - mean[0], place[1] - mean[1]];
    }
}
