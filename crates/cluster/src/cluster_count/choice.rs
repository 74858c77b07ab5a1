//! The number of clusters with its interval, chosen from the measured curve.

use serde::{Deserialize, Serialize};

/// Shortfall, as a share of the highest modularity, at which a count's weight drops to 1 / e.
const SHORTFALL: f64 = 0.02;

/// Exponent of the stability in a count's weight.
const SHARPNESS: i32 = 8;

/// Share of the weight outside the interval at each end.
const TAIL: f64 = 0.1;

/// A number of clusters with its interval and the curve it was chosen from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClusterCount {
    /// The chosen number.
    pub clusters: usize,
    /// Lower end of the interval that holds four fifths of the weight.
    pub low: usize,
    /// Upper end of that interval.
    pub high: usize,
    /// Rows sampled.
    pub sample: usize,
    /// One point per number tried, increasing; empty if there were too few rows to try any.
    pub curve: Vec<CountPoint>,
}

/// The measurements for one number of clusters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CountPoint {
    /// The number of clusters.
    pub clusters: usize,
    /// Modularity of the clusters on the neighbour graph.
    pub modularity: f64,
    /// Mean adjusted Rand index between the clusters of two halves; `None` if the modularity is too low to matter.
    pub stability: Option<f64>,
    /// Share of the weight.
    pub weight: f64,
}

impl ClusterCount {
    /// The same with `wanted` clusters if that is more than were chosen, but at most the upper end of the interval.
    #[must_use]
    pub fn finer(self, wanted: usize) -> Self {
        Self { clusters: wanted.min(self.high).max(self.clusters), ..self }
    }
}

/// The highest modularity of the curve; 0 if none is positive.
pub(super) fn highest(curve: &[CountPoint]) -> f64 {
    curve.iter().map(|point| point.modularity).fold(0.0, f64::max)
}

/// Weights the counts by modularity, stability and the share of the scale that each represents on the grid.
pub(super) fn choose(mut curve: Vec<CountPoint>, sample: usize) -> ClusterCount {
    let highest = highest(&curve).max(f64::MIN_POSITIVE);
    let numbers: Vec<f64> = curve.iter().map(|point| point.clusters as f64).collect();
    for (at, point) in curve.iter_mut().enumerate() {
        let (before, after) = (at.saturating_sub(1), (at + 1).min(numbers.len() - 1));
        let width = (numbers[after] - numbers[before]) / (after - before).max(1) as f64;
        let short = 1.0 - point.modularity / highest;
        let stability = point.stability.map_or(0.0, |stability| stability.max(1e-3));
        let share = width.max(1.0) / point.clusters as f64;
        point.weight = share * (-short / SHORTFALL).exp() * stability.powi(SHARPNESS);
    }
    let total: f64 = curve.iter().map(|point| point.weight).sum();
    let mut mean = 0.0;
    for point in &mut curve {
        point.weight /= total;
        mean += point.weight * point.clusters as f64;
    }
    let mean = mean.round() as usize;
    let low = quantile(&curve, TAIL).min(mean);
    let high = quantile(&curve, 1.0 - TAIL).max(mean);
    ClusterCount { clusters: mean, low, high, sample, curve }
}

/// The number below which a `share` of the weight lies. A point's weight is spread evenly, on the scale of
/// ratios, between its neighbours on the grid, half the way to each.
fn quantile(curve: &[CountPoint], share: f64) -> usize {
    let scale = |at: usize| (curve[at].clusters as f64).ln();
    let mut below = 0.0;
    for (at, point) in curve.iter().enumerate() {
        if below + point.weight >= share {
            let from = f64::midpoint(scale(at.saturating_sub(1)), scale(at));
            let to = f64::midpoint(scale(at), scale((at + 1).min(curve.len() - 1)));
            let within = (share - below) / point.weight.max(f64::MIN_POSITIVE);
            return (from + within * (to - from)).exp().round() as usize;
        }
        below += point.weight;
    }
    curve.last().map_or(1, |point| point.clusters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_speaks_for_a_number_all_parts_of_the_scale_weigh_alike() {
        let flat = |clusters| CountPoint { clusters, modularity: 0.7, stability: Some(0.6), weight: 0.0 };
        let curve = [10, 12, 14, 17, 20, 24, 29, 35, 42, 50, 60, 71, 84, 100, 119, 142].map(flat).to_vec();
        let chosen = choose(curve, 8000);
        let share = |from: usize, to: usize| -> f64 {
            let within = chosen.curve.iter().filter(|point| (from..to).contains(&point.clusters));
            within.map(|point| point.weight).sum()
        };
        assert!((share(10, 40) - share(40, 161)).abs() < 0.1, "{chosen:?}");
    }

    #[test]
    fn a_finer_choice_stays_within_the_interval() {
        let chosen = ClusterCount { clusters: 18, low: 8, high: 30, sample: 8000, curve: Vec::new() };
        for (wanted, expected) in [(0, 18), (18, 18), (24, 24), (99, 30)] {
            let finer = chosen.clone().finer(wanted);
            assert_eq!((finer.clusters, finer.low, finer.high), (expected, 8, 30), "{wanted}");
        }
    }

    #[test]
    fn quantiles_lie_between_the_points_of_the_grid() {
        let point = |clusters, weight| CountPoint { clusters, modularity: 0.7, stability: None, weight };
        let curve = [point(10, 0.25), point(20, 0.5), point(40, 0.25)];
        // The weight of 20 reaches from the root of 10 * 20 to the root of 20 * 40.
        assert_eq!(quantile(&curve, 0.25), 14);
        assert_eq!(quantile(&curve, 0.5), 20);
        assert_eq!(quantile(&curve, 0.75), 28);
        assert_eq!(quantile(&curve, 1.0), 40);
        assert_eq!(quantile(&[point(7, 1.0)], 0.5), 7);
    }
}
