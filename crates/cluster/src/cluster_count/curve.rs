//! The curve over cluster counts: what is measured for each.

use linfa::DatasetBase;
use linfa::traits::Fit;
use ndarray::{Array2, ArrayBase, Axis, Data, Ix2};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use thema_progress::Task;

use super::choice::{ClusterCount, CountPoint, choose, highest};
use super::hyperparams::ClusterCountValidParams;
use crate::ClusterError;
use crate::agreement::Contingency;
use crate::content_order::content_sample;
use crate::directions::Directions;
use crate::finite::check_finite;
use crate::neighbours::{NeighbourGraph, NeighbourGraphParams, centred, smoothed};
use crate::spherical_kmeans::SphericalKMeans;

/// Ratio of one count on the grid to the previous one.
const GRID_RATIO: f64 = 1.19;

/// Fewest rows of the sample for which numbers are compared.
const FEWEST_ROWS: usize = 60;

/// Minimum rows of the sample per cluster of the highest number compared, or as many clusters as the square root
/// of half the rows if that is more, as it is below 200 rows.
const ROWS_A_CLUSTER: usize = 20;

/// Largest shortfall, as a share of the highest modularity, for which the stability is measured; the weight
/// there is 1 / 150.
const MOST_SHORT: f64 = 0.1;

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

/// Smoothed rows, with the graph they were smoothed over.
struct Smoothed {
    rows: Array2<f32>,
    graph: NeighbourGraph,
}

impl<D: Data<Elem = f32>, T> Fit<ArrayBase<D, Ix2>, T, ClusterError> for ClusterCountValidParams {
    type Object = ClusterCount;

    /// Chooses the number of clusters of dense rows, shape (rows, columns), as projected: they are centred
    /// and smoothed here. For fewer than 60 rows it is the square root of half their number.
    ///
    /// # Errors
    /// [`ClusterError::NotFinite`] for a NaN or an infinity.
    fn fit(&self, dataset: &DatasetBase<ArrayBase<D, Ix2>, T>) -> Result<ClusterCount, ClusterError> {
        let records = dataset.records().as_standard_layout();
        check_finite(records.view())?;
        let sample = content_sample(records.view(), self.seed, self.sample);
        let by_root = (sample.len() as f64 / 2.0).sqrt().round() as usize;
        let most = self.most.min(by_root.max(sample.len() / ROWS_A_CLUSTER));
        if sample.len() < FEWEST_ROWS || self.least >= most {
            let clusters = by_root.clamp(1, self.most).max(self.least.min(sample.len().max(1)));
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
    fn a_row_more_does_not_rule_out_the_number_that_a_row_fewer_gives() {
        let on = |rows: usize| {
            let rows = DatasetBase::from(groups(5, 40).slice_move(ndarray::s![..rows, ..]));
            ClusterCountParams::default().fit(&rows).unwrap()
        };
        let (plain, compared) = (on(FEWEST_ROWS - 1), on(FEWEST_ROWS));
        assert_eq!((plain.clusters, plain.curve.len()), (5, 0));
        assert_eq!(compared.curve.last().map(|point| point.clusters), Some(5));
        assert_eq!(compared.clusters, 5);
    }

    #[test]
    fn the_grid_grows_by_about_a_fifth() {
        assert_eq!(grid(2, 12), [2, 3, 4, 5, 6, 7, 8, 10, 12]);
        assert_eq!(grid(9, 9), [9]);
    }
}
