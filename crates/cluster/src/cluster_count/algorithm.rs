//! The curve over cluster counts, and the choice.

use linfa::DatasetBase;
use linfa::traits::Fit;
use ndarray::{Array2, ArrayBase, Axis, Data, Ix2};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thema_progress::Task;

use super::hyperparams::ClusterCountValidParams;
use crate::ClusterError;
use crate::agreement::Contingency;
use crate::directions::Directions;
use crate::neighbours::{NeighbourGraph, NeighbourGraphParams, centred, smoothed};
use crate::spherical_kmeans::SphericalKMeans;
use crate::spherical_kmeans::content_sample;

/// Ratio of one count on the grid to the previous one.
const GRID_RATIO: f64 = 1.19;

/// Minimum rows of the sample per cluster.
const ROWS_A_CLUSTER: usize = 20;

/// Shortfall, as a share of the highest modularity, at which a count's weight drops to 1 / e.
const SHORTFALL: f64 = 0.02;

/// Largest shortfall, as a share of the highest modularity, for which the stability is measured; the weight
/// there is 1 / 150.
const MOST_SHORT: f64 = 0.1;

/// Exponent of the stability in a count's weight.
const SHARPNESS: i32 = 8;

/// Number of times the sample is split into halves.
const SPLITS: usize = 3;

/// Seeded starts per clustering of the sample, and of a half. Fewer are enough for halves, because chance
/// averages out over halves and splits.
const STARTS: usize = 2;
const HALF_STARTS: usize = 1;

/// Most iterations of every clustering, and the share of rows that may still move when it stops.
const ITERATIONS: usize = 30;
const TOLERANCE: f64 = 0.003;

/// Principal directions to which the smoothed sample is reduced.
const DIRECTIONS: usize = 32;

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

/// Smoothed rows, with the graph they were smoothed over.
struct Smoothed {
    rows: Array2<f32>,
    graph: NeighbourGraph,
}

impl<D: Data<Elem = f32>, T> Fit<ArrayBase<D, Ix2>, T, ClusterError> for ClusterCountValidParams {
    type Object = ClusterCount;

    /// Chooses the number of clusters of dense rows, shape (rows, columns), as projected: they are centred
    /// and smoothed here. For fewer than 40 rows it is the square root of half their number.
    ///
    /// # Errors
    /// [`ClusterError::NotFinite`] for a NaN or an infinity.
    fn fit(&self, dataset: &DatasetBase<ArrayBase<D, Ix2>, T>) -> Result<ClusterCount, ClusterError> {
        let records = dataset.records().as_standard_layout();
        let sample = content_sample(records.view(), self.seed, self.sample)?;
        let most = self.most.min(sample.len() / ROWS_A_CLUSTER);
        if most < 2 || self.least >= most {
            let clusters = ((sample.len() as f64 / 2.0).sqrt().round() as usize).clamp(1, self.most);
            let clusters = clusters.max(self.least.min(sample.len().max(1)));
            return Ok(ClusterCount {
                clusters,
                low: clusters,
                high: clusters,
                sample: sample.len(),
                curve: Vec::new(),
            });
        }
        let mut whole = self.smooth(records.select(Axis(0), &sample))?;
        // Smoothed rows are almost entirely described by their longest directions, and clustering those takes
        // a quarter of the arithmetic.
        let directions = Directions::longest(&whole.rows, DIRECTIONS)?;
        whole.rows = directions.along(whole.rows.view());
        let halves = self.halves(&records, &sample, &directions)?;
        let grid = grid(self.least, most);
        let progress = Task::new("cluster count", 2 * grid.len());
        let mut curve = each_of(grid, |clusters| {
            let model = self.cluster(&whole.rows, clusters, STARTS)?;
            let assigned: Vec<u32> = model.nearest().iter().map(|nearest| nearest.cluster).collect();
            let modularity = whole.graph.modularity(&assigned)?;
            progress.advance(1);
            Ok(CountPoint { clusters, modularity, stability: None, weight: 0.0 })
        })?;
        let enough = (1.0 - MOST_SHORT) * highest(&curve);
        curve = each_of(curve, |point| {
            let matters = point.modularity >= enough;
            let stability = matters.then(|| self.stability(&halves, point.clusters)).transpose()?;
            progress.advance(1);
            Ok(CountPoint { stability, ..point })
        })?;
        Ok(choose(curve, sample.len()))
    }
}

impl ClusterCountValidParams {
    /// The sample split into halves, differently for every split; each half is smoothed on its own and
    /// reduced to `directions`.
    fn halves<D: Data<Elem = f32>>(
        &self,
        records: &ArrayBase<D, Ix2>,
        sample: &[usize],
        directions: &Directions,
    ) -> Result<Vec<[Array2<f32>; 2]>, ClusterError> {
        let mut order = sample.to_vec();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        (0..SPLITS)
            .map(|split| {
                // The sample is already in random order.
                if split > 0 {
                    order.shuffle(&mut random);
                }
                let (first, second) = order.split_at(order.len() / 2);
                let half = |rows| {
                    let smoothed = self.smooth(records.select(Axis(0), rows))?;
                    Ok::<_, ClusterError>(directions.along(smoothed.rows.view()))
                };
                Ok([half(first)?, half(second)?])
            })
            .collect()
    }

    fn smooth(&self, rows: Array2<f32>) -> Result<Smoothed, ClusterError> {
        let rows = centred(rows)?;
        let graph = NeighbourGraphParams::new(self.neighbours)
            .seed(self.seed)
            .fit(&DatasetBase::from(rows.view()))?
            .symmetrised();
        Ok(Smoothed { rows: smoothed(rows, &graph, self.steps)?, graph })
    }

    fn cluster(
        &self,
        rows: &Array2<f32>,
        clusters: usize,
        starts: usize,
    ) -> Result<SphericalKMeans, ClusterError> {
        SphericalKMeans::params(clusters)
            .seed(self.seed)
            .starts(starts)
            .max_iterations(ITERATIONS)
            .tolerance(TOLERANCE)
            .fit(&DatasetBase::from(rows.view()))
    }

    /// Mean agreement, over all splits, of the clusters of each half with those the other half's centroids assign to it.
    fn stability(&self, splits: &[[Array2<f32>; 2]], clusters: usize) -> Result<f64, ClusterError> {
        let mut sum = 0.0;
        for halves in splits {
            let models = [
                self.cluster(&halves[0], clusters, HALF_STARTS)?,
                self.cluster(&halves[1], clusters, HALF_STARTS)?,
            ];
            for (own, other) in [(0, 1), (1, 0)] {
                let predicted = models[other].nearest_to(halves[own].view())?;
                let names = |nearest: &[crate::spherical_kmeans::Nearest]| -> Vec<u32> {
                    nearest.iter().map(|nearest| nearest.cluster).collect()
                };
                let agreement =
                    Contingency::new(&names(models[own].nearest()), &names(&predicted))?.agreement();
                sum += agreement.adjusted_rand;
            }
        }
        Ok(sum / (2 * splits.len()) as f64)
    }
}

/// Does the work for all counts at once: for the few rows of a sample, one count keeps few threads busy.
fn each_of<In: Send, Out: Send>(
    counts: Vec<In>,
    work: impl Fn(In) -> Result<Out, ClusterError> + Sync + Send,
) -> Result<Vec<Out>, ClusterError> {
    counts.into_par_iter().with_max_len(1).map(work).collect()
}

/// Counts from `least` to `most`, each about a fifth above the previous one.
fn grid(least: usize, most: usize) -> Vec<usize> {
    let mut numbers = vec![least.max(2)];
    while let Some(&last) = numbers.last() {
        let next = ((last as f64 * GRID_RATIO).round() as usize).max(last + 1);
        if next > most {
            break;
        }
        numbers.push(next);
    }
    numbers
}

fn highest(curve: &[CountPoint]) -> f64 {
    curve.iter().map(|point| point.modularity).fold(0.0, f64::max)
}

/// Weights the counts by modularity, stability and the share of the scale that each represents on the grid.
fn choose(mut curve: Vec<CountPoint>, sample: usize) -> ClusterCount {
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
    use crate::cluster_count::ClusterCountParams;
    use rand::Rng;

    fn groups(count: usize, size: usize) -> Array2<f32> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let centres = Array2::from_shape_fn((count, 32), |_| rng.gen_range(-1.0_f32..1.0));
        Array2::from_shape_fn((count * size, 32), |(row, column)| {
            centres[[row % count, column]] + rng.gen_range(-1.0..1.0)
        })
    }

    #[test]
    fn the_number_of_separate_groups_is_found() {
        for count in [4, 9, 16] {
            let rows = DatasetBase::from(groups(count, 100));
            let found = ClusterCountParams::default().most(60).fit(&rows).unwrap();
            let ratio = found.clusters as f64 / count as f64;
            assert!((0.8..=1.25).contains(&ratio), "{count}: {found:?}");
            assert!(found.low <= found.clusters && found.clusters <= found.high);
        }
    }

    #[test]
    fn the_choice_depends_on_neither_order_nor_threads() {
        let rows = groups(5, 40);
        let reversed = rows.select(Axis(0), &(0..200).rev().collect::<Vec<_>>());
        let on = |rows: &Array2<f32>, threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| ClusterCountParams::default().fit(&DatasetBase::from(rows.view()))).unwrap()
        };
        let one = on(&rows, 1);
        assert_eq!(one, on(&rows, 8));
        assert_eq!(one.clusters, on(&reversed, 2).clusters);
    }

    #[test]
    fn few_rows_have_a_plain_answer() {
        for (rows, expected) in [(0, 1), (1, 1), (8, 2), (32, 4)] {
            let found = ClusterCountParams::default().fit(&DatasetBase::from(groups(1, rows))).unwrap();
            assert_eq!((found.clusters, found.curve.len()), (expected, 0), "{rows} rows");
        }
    }

    #[test]
    fn where_nothing_speaks_for_a_number_all_parts_of_the_scale_weigh_alike() {
        let flat = |clusters| CountPoint { clusters, modularity: 0.7, stability: Some(0.6), weight: 0.0 };
        let curve = grid(10, 160).into_iter().map(flat).collect();
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

    #[test]
    fn the_grid_grows_by_about_a_fifth() {
        assert_eq!(grid(2, 12), [2, 3, 4, 5, 6, 7, 8, 10, 12]);
        assert_eq!(grid(9, 9), [9]);
    }
}
