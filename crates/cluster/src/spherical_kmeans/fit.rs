//! Fitting.

use linfa::DatasetBase;
use linfa::traits::Fit;
use ndarray::{Array2, ArrayBase, Axis, Data, Ix2};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use thema_progress::Task;

use super::hyperparams::{Seeding, SphericalKMeansValidParams};
use super::lloyd::Lloyd;
use super::nearest::{inertia, nearest_of, nearest_of_all};
use super::rows::Rows;
use super::{SphericalKMeans, mini_batch, seeding};
use crate::ClusterError;
use crate::content_order::content_sample;

impl<D: Data<Elem = f32>, T> Fit<ArrayBase<D, Ix2>, T, ClusterError> for SphericalKMeansValidParams {
    type Object = SphericalKMeans;

    /// Fits dense rows, shape (rows, columns); they need not have unit length.
    ///
    /// # Errors
    /// [`ClusterError::NoRows`] without rows, [`ClusterError::NotFinite`] for a NaN or an infinity.
    fn fit(&self, dataset: &DatasetBase<ArrayBase<D, Ix2>, T>) -> Result<SphericalKMeans, ClusterError> {
        let records = dataset.records().as_standard_layout();
        fit(self, &Rows::new(records.view())?)
    }
}

/// Compares starts on a sample, refines the best over all rows, and assigns every row.
fn fit(params: &SphericalKMeansValidParams, rows: &Rows<'_>) -> Result<SphericalKMeans, ClusterError> {
    if rows.len() == 0 {
        return Err(ClusterError::NoRows);
    }
    let sample = drawn(rows, params.seed(), params.start_rows());
    let short = rows.shortened(&sample)?;
    let is_done = short.is_none() && rows.len() == sample.len();
    let after = match rows.len() {
        all if all > params.full_rows() => mini_batch::batches(all, params.batch_rows()),
        _ if is_done => 0,
        _ => params.max_iterations(),
    };
    let progress = Task::new("k-means", params.starts() * params.max_iterations() + after);
    let mut centroids = match &short {
        Some(short) => {
            let started = Rows::new(short.rows.view())?;
            let members: Vec<u32> = (0..sample.len() as u32).collect();
            short.directions.back(best_start(params, &started, &members, &progress).view())
        }
        None => best_start(params, rows, &sample, &progress),
    };
    drop(short);
    let mut iterations = 0;
    if rows.len() > params.full_rows() {
        let mut members = drawn(rows, params.seed(), rows.len());
        mini_batch::refine(rows, &mut members, params.batch_rows(), &mut centroids, params.seed(), &progress);
    } else if !is_done {
        let members: Vec<u32> = (0..rows.len() as u32).collect();
        let mut lloyd = Lloyd::new(rows, &members, centroids.nrows());
        iterations = lloyd.run(&mut centroids, params.max_iterations(), params.tolerance(), &progress);
    }
    Ok(largest_first(rows, &centroids, iterations))
}

/// A seeded sample of at most `limit` rows that are not zeros.
fn drawn(rows: &Rows<'_>, seed: u64, limit: usize) -> Vec<u32> {
    content_sample(rows.view(), seed, limit).into_iter().map(|row| row as u32).collect()
}

/// Runs the starts on `sample` and returns the best centroids: any start that did not collapse is preferred
/// to one that did, then the lowest inertia wins.
fn best_start(
    params: &SphericalKMeansValidParams,
    rows: &Rows<'_>,
    sample: &[u32],
    progress: &Task,
) -> Array2<f32> {
    let mut best: Option<(bool, f64, Array2<f32>)> = None;
    let mut wanted = params.starts();
    let mut retries = params.retries();
    let mut start = 0;
    while start < wanted {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(
            params.seed().wrapping_add((start as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        );
        let mut centroids = match params.seeding() {
            Seeding::PlusPlus => seeding::plus_plus(rows, sample, params.clusters(), &mut rng),
            Seeding::Uniform => seeding::uniform(rows, sample, params.clusters(), &mut rng),
        };
        if centroids.nrows() == 0 {
            centroids = Array2::zeros((1, rows.columns()));
        }
        let mut lloyd = Lloyd::new(rows, sample, centroids.nrows());
        lloyd.run(&mut centroids, params.max_iterations(), params.tolerance(), progress);
        let collapsed = perplexity(lloyd.sizes()) < params.min_balance() * centroids.nrows() as f64;
        if collapsed && retries > 0 {
            retries -= 1;
            wanted += 1;
        }
        let inertia = inertia(&nearest_of(rows, sample, centroids.view()));
        let better = best.as_ref().is_none_or(|(best_collapsed, best_inertia, _)| {
            (collapsed, inertia) < (*best_collapsed, *best_inertia)
        });
        if better {
            best = Some((collapsed, inertia, centroids));
        }
        start += 1;
    }
    best.map(|(_, _, centroids)| centroids).expect("at least one start")
}

/// Assigns every row, drops empty clusters, and numbers the rest by falling size.
fn largest_first(rows: &Rows<'_>, centroids: &Array2<f32>, iterations: usize) -> SphericalKMeans {
    let mut nearest = nearest_of_all(rows, centroids.view());
    let mut sizes = vec![0_usize; centroids.nrows()];
    for nearest in &nearest {
        sizes[nearest.cluster as usize] += 1;
    }
    let mut order: Vec<usize> = (0..sizes.len()).filter(|&cluster| sizes[cluster] > 0).collect();
    order.sort_by_key(|&cluster| (std::cmp::Reverse(sizes[cluster]), cluster));
    let all_kept = order.len() == centroids.nrows();
    let centroids = centroids.select(Axis(0), &order);
    if all_kept {
        let mut number = vec![0_u32; sizes.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old] = new as u32;
        }
        for nearest in &mut nearest {
            nearest.cluster = number[nearest.cluster as usize];
            nearest.second = number[nearest.second as usize];
        }
    } else {
        nearest = nearest_of_all(rows, centroids.view());
    }
    let sizes = order.iter().map(|&cluster| sizes[cluster]).collect();
    SphericalKMeans { centroids, nearest, sizes, iterations }
}

/// Exponential of the entropy of the sizes: the number of equal clusters with the same entropy.
fn perplexity(sizes: &[i64]) -> f64 {
    let total: f64 = sizes.iter().map(|&size| size as f64).sum();
    let entropy: f64 = sizes
        .iter()
        .filter(|&&size| size > 0)
        .map(|&size| {
            let share = size as f64 / total;
            -share * share.ln()
        })
        .sum();
    entropy.exp()
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact results are what is tested")]
mod tests {
    use super::*;
    use linfa::traits::Predict;
    use rand::Rng;
    use rand::seq::SliceRandom;

    /// `groups` noisy directions of `size` rows each, and the group of every row.
    fn directions(groups: usize, size: usize, columns: usize, noise: f32) -> (Array2<f32>, Vec<usize>) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let centres = Array2::from_shape_fn((groups, columns), |_| rng.gen_range(-1.0_f32..1.0));
        let rows = Array2::from_shape_fn((groups * size, columns), |(row, column)| {
            centres[[row / size, column]] + noise * rng.gen_range(-1.0_f32..1.0)
        });
        (rows, (0..groups * size).map(|row| row / size).collect())
    }

    #[test]
    fn separate_directions_are_found() {
        let (rows, truth) = directions(6, 200, 32, 0.4);
        let model = SphericalKMeans::params(6).fit(&DatasetBase::from(rows.clone())).unwrap();
        assert_eq!(model.sizes(), [200; 6]);
        let assigned = model.assignments();
        for (a, b) in [(0, 1), (0, 250), (1199, 1000), (600, 500)] {
            assert_eq!(assigned[a] == assigned[b], truth[a] == truth[b]);
        }
        assert_eq!(model.predict(&rows).to_vec(), assigned);
        assert!(model.nearest().iter().all(|nearest| nearest.margin() > 0.0));
    }

    #[test]
    fn shuffled_rows_keep_their_clusters_to_the_last_bit() {
        for columns in [19, 160] {
            shuffled(columns);
        }
    }

    fn shuffled(columns: usize) {
        let (rows, _) = directions(5, 300, columns, 3.0);
        let mut order: Vec<usize> = (0..rows.nrows()).collect();
        order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(5));
        let params = SphericalKMeans::params(12).start_rows(700);
        let first = params.fit(&DatasetBase::from(rows.clone())).unwrap();
        let second = params.fit(&DatasetBase::from(rows.select(Axis(0), &order))).unwrap();
        assert_eq!(first.centroids(), second.centroids());
        for (at, &row) in order.iter().enumerate() {
            assert_eq!(second.nearest()[at], first.nearest()[row]);
        }
    }

    #[test]
    fn mini_batches_come_close_to_full_iterations() {
        let (rows, _) = directions(8, 500, 16, 1.5);
        let dataset = DatasetBase::from(rows);
        let full = SphericalKMeans::params(8).fit(&dataset).unwrap();
        let batches = SphericalKMeans::params(8)
            .start_rows(2000)
            .full_rows(2000)
            .batch_rows(300)
            .fit(&dataset)
            .unwrap();
        assert_eq!(batches.iterations(), 0);
        assert!(batches.inertia() < full.inertia() * 1.02, "{} {}", batches.inertia(), full.inertia());
    }

    #[test]
    fn fewer_clusters_where_fewer_rows_differ() {
        let same = Array2::from_elem((40, 3), 0.5_f32);
        let model = SphericalKMeans::params(7).fit(&DatasetBase::from(same)).unwrap();
        assert_eq!(model.sizes(), [40]);
        let zeros = Array2::<f32>::zeros((4, 3));
        let model = SphericalKMeans::params(2).fit(&DatasetBase::from(zeros)).unwrap();
        assert_eq!(model.sizes(), [4]);
        assert_eq!(model.nearest()[0].similarity, 0.0);
        let none = Array2::<f32>::zeros((0, 3));
        let failed = SphericalKMeans::params(2).fit(&DatasetBase::from(none));
        assert!(matches!(failed, Err(ClusterError::NoRows)));
    }

    #[test]
    fn an_even_split_has_the_highest_perplexity() {
        assert!((perplexity(&[5, 5, 5, 5]) - 4.0).abs() < 1e-12);
        assert!(perplexity(&[1, 1, 1, 3384]) < 1.02);
    }
}
