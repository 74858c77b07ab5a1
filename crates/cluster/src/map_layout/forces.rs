//! The forces between all positions: the inner loop of the layout, quadratic in their number.

#![expect(
    clippy::inline_always,
    reason = "kernels must be inlined into the function compiled for the chosen instruction set"
)]

use ndarray::Array2;
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

/// Partial sums kept in parallel and added at the end. The number is the same on every processor, so the result is too.
const LANES: usize = 8;
/// Minimum positions per task.
const TASK_PLACES: usize = 32;

/// The parts of the gradient of t-SNE at one position (van der Maaten and Hinton, 2008, equation 5).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Force {
    /// Affinity times Student t kernel times the vector from the other position, summed over all.
    pub(super) pull: [f64; 2],
    /// The squared kernel times that vector, summed over all.
    pub(super) push: [f64; 2],
    /// Sum of the kernels of all other positions.
    pub(super) kernels: f64,
}

/// The forces at every position; `affinities` has a row and a column for each.
pub(super) fn forces(affinities: &Array2<f64>, places: &[[f64; 2]]) -> Vec<Force> {
    let [across, along] = [0, 1].map(|axis| places.iter().map(|place| place[axis]).collect::<Vec<f64>>());
    let affinities = affinities.as_slice().expect("a row-major matrix");
    places
        .par_iter()
        .zip(affinities.par_chunks_exact(places.len().max(1)))
        .with_min_len(TASK_PLACES)
        .map(|(&here, affinities)| {
            Arch::new().dispatch(ForceAt { here, across: &across, along: &along, affinities })
        })
        .collect()
}

struct ForceAt<'a> {
    here: [f64; 2],
    across: &'a [f64],
    along: &'a [f64],
    affinities: &'a [f64],
}

impl WithSimd for ForceAt<'_> {
    type Output = Force;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Force {
        let mut sums = Sums::default();
        let (across, across_rest) = self.across.as_chunks::<LANES>();
        let (along, along_rest) = self.along.as_chunks::<LANES>();
        let (affinities, affinities_rest) = self.affinities.as_chunks::<LANES>();
        for ((across, along), affinities) in across.iter().zip(along).zip(affinities) {
            for lane in 0..LANES {
                sums.add(lane, self.here[0] - across[lane], self.here[1] - along[lane], affinities[lane]);
            }
        }
        for (lane, ((across, along), &affinity)) in
            across_rest.iter().zip(along_rest).zip(affinities_rest).enumerate()
        {
            sums.add(lane, self.here[0] - across, self.here[1] - along, affinity);
        }
        let total = |lanes: [f64; LANES]| lanes.iter().sum::<f64>();
        Force {
            pull: sums.pull.map(total),
            push: sums.push.map(total),
            // The position's own kernel is one.
            kernels: total(sums.kernels) - 1.0,
        }
    }
}

#[derive(Default)]
struct Sums {
    pull: [[f64; LANES]; 2],
    push: [[f64; LANES]; 2],
    kernels: [f64; LANES],
}

impl Sums {
    #[inline(always)]
    fn add(&mut self, lane: usize, across: f64, along: f64, affinity: f64) {
        let kernel = 1.0 / (1.0 + across * across + along * along);
        self.kernels[lane] += kernel;
        let (pull, push) = (affinity * kernel, kernel * kernel);
        self.pull[0][lane] += pull * across;
        self.pull[1][lane] += pull * along;
        self.push[0][lane] += push * across;
        self.push[1][lane] += push * along;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forces_are_those_of_the_definition() {
        for rows in [1, 7, 8, 29] {
            let places: Vec<[f64; 2]> =
                (0..rows).map(|row| [f64::from(row).sin(), (f64::from(row) * 0.7).cos()]).collect();
            let affinities = Array2::from_shape_fn((places.len(), places.len()), |(row, column)| {
                if row == column { 0.0 } else { 1.0 / (1.0 + (row + column) as f64) }
            });
            for (row, force) in forces(&affinities, &places).iter().enumerate() {
                let mut expected = Force::default();
                for other in (0..places.len()).filter(|&other| other != row) {
                    let away = [0, 1].map(|axis| places[row][axis] - places[other][axis]);
                    let kernel = 1.0 / (1.0 + away[0].powi(2) + away[1].powi(2));
                    expected.kernels += kernel;
                    for (axis, away) in away.into_iter().enumerate() {
                        expected.pull[axis] += affinities[[row, other]] * kernel * away;
                        expected.push[axis] += kernel.powi(2) * away;
                    }
                }
                let values = |force: &Force| {
                    [force.pull[0], force.pull[1], force.push[0], force.push[1], force.kernels]
                };
                for (got, wanted) in values(force).into_iter().zip(values(&expected)) {
                    assert!((got - wanted).abs() < 1e-12, "{force:?} in place of {expected:?}");
                }
            }
        }
    }
}
