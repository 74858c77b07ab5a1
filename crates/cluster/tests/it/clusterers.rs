//! Properties that hold for every clustering algorithm.

use linfa::DatasetBase;
use linfa::traits::Fit;
use ndarray::{Array2, Axis, concatenate};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thema_cluster::ClusterError;
use thema_cluster::algorithms::{Algorithm, Clustering, ClusteringParams};

const GROUPS: usize = 4;
const SIZE: usize = 60;

/// Four dense directions in twelve dimensions, 60 rows each.
fn directions() -> Array2<f32> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    Array2::from_shape_fn((GROUPS * SIZE, 12), |(row, column)| {
        let centre = if column / 3 == row / SIZE { 1.0 } else { 0.0 };
        centre + 0.15 * rng.gen_range(-1.0_f32..1.0)
    })
}

fn params(algorithm: Algorithm, clusters: usize) -> ClusteringParams {
    ClusteringParams::new(algorithm, clusters).seed(3).starts(3)
}

fn fit(algorithm: Algorithm, clusters: usize, rows: &Array2<f32>) -> Result<Clustering, ClusterError> {
    params(algorithm, clusters).fit(&DatasetBase::from(rows.view()))
}

/// Every row is in an existing cluster, sizes add up, and all numbers are finite.
fn check(algorithm: Algorithm, clustering: &Clustering, rows: usize) {
    assert_eq!(clustering.nearest().len(), rows, "{algorithm}");
    assert_eq!(clustering.sizes().iter().sum::<usize>(), rows, "{algorithm}");
    assert!(clustering.sizes().iter().all(|&size| size > 0), "{algorithm}");
    assert_eq!(clustering.centroids().nrows(), clustering.sizes().len(), "{algorithm}");
    for nearest in clustering.nearest() {
        assert!((nearest.cluster as usize) < clustering.sizes().len(), "{algorithm}");
        assert!(nearest.similarity.is_finite() && nearest.margin().is_finite(), "{algorithm}");
    }
}

#[test]
fn no_rows_make_no_clusters() {
    for algorithm in Algorithm::ALL {
        let clustering = fit(algorithm, 3, &Array2::zeros((0, 5))).unwrap();
        check(algorithm, &clustering, 0);
        assert!(clustering.sizes().is_empty(), "{algorithm}");
    }
}

#[test]
fn one_row_is_one_cluster() {
    for algorithm in Algorithm::ALL {
        let clustering = fit(algorithm, 3, &Array2::ones((1, 5))).unwrap();
        check(algorithm, &clustering, 1);
        assert_eq!(clustering.sizes(), [1], "{algorithm}");
    }
}

#[test]
fn identical_rows_are_one_cluster() {
    for algorithm in Algorithm::ALL {
        for value in [0.0, 0.7] {
            let clustering = fit(algorithm, 3, &Array2::from_elem((50, 5), value)).unwrap();
            check(algorithm, &clustering, 50);
            assert_eq!(clustering.sizes(), [50], "{algorithm}");
        }
    }
}

#[test]
fn more_clusters_than_rows_are_no_error() {
    let rows = Array2::from_shape_fn((6, 6), |(row, column)| if row == column { 1.0 } else { 0.1 });
    for algorithm in Algorithm::ALL {
        let clustering = fit(algorithm, 10, &rows).unwrap();
        check(algorithm, &clustering, 6);
        assert!(clustering.sizes().len() <= 6, "{algorithm}");
    }
}

#[test]
fn values_that_are_not_finite_are_refused() {
    for algorithm in Algorithm::ALL {
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut rows = directions();
            rows[[7, 3]] = value;
            let refused = fit(algorithm, 4, &rows);
            assert!(matches!(refused, Err(ClusterError::NotFinite { row: 7 })), "{algorithm}: {refused:?}");
        }
    }
}

#[test]
fn separate_groups_are_found() {
    let rows = directions();
    for algorithm in Algorithm::ALL {
        let clustering = params(algorithm, GROUPS).radius(0.4).fit(&DatasetBase::from(rows.view())).unwrap();
        check(algorithm, &clustering, rows.nrows());
        assert_eq!(clustering.sizes(), [SIZE; GROUPS], "{algorithm}");
        for (row, cluster) in clustering.assignments().into_iter().enumerate() {
            assert_eq!(cluster, clustering.assignments()[row / SIZE * SIZE], "{algorithm}, row {row}");
        }
    }
}

#[test]
fn noise_joins_the_nearest_cluster() {
    let between = Array2::from_shape_fn((1, 12), |(_, column)| [1.0, 0.55, 0.5, 0.45][column / 3]);
    let rows = concatenate(Axis(0), &[directions().view(), between.view()]).unwrap();
    for algorithm in [Algorithm::Dbscan, Algorithm::Optics, Algorithm::Hdbscan] {
        let clustering = params(algorithm, GROUPS).radius(0.4).fit(&DatasetBase::from(rows.view())).unwrap();
        check(algorithm, &clustering, rows.nrows());
        let assigned = clustering.assignments();
        assert_eq!(assigned[GROUPS * SIZE], assigned[0], "{algorithm}");
    }
}

#[test]
fn rows_that_differ_in_length_only_are_equal() {
    let rows = Array2::from_shape_fn((60, 4), |(row, column)| {
        let length = [0.25, 0.5, 1.0, 2.0][row % 4];
        if row % 2 == column { length } else { 0.0 }
    });
    for algorithm in Algorithm::ALL {
        let clustering = fit(algorithm, 7, &rows).unwrap();
        check(algorithm, &clustering, 60);
        assert!(clustering.sizes().len() <= 2, "{algorithm}: {:?}", clustering.sizes());
    }
}

#[test]
fn shuffled_rows_give_the_same_partition() {
    let noise = Array2::from_shape_fn((60, 12), |(row, column)| ((row * 12 + column) as f32 * 1.7).sin());
    let rows = concatenate(Axis(0), &[directions().view(), noise.view()]).unwrap();
    let mut order: Vec<usize> = (0..rows.nrows()).collect();
    order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(1));
    for algorithm in Algorithm::ALL {
        let straight = fit(algorithm, 6, &rows).unwrap();
        let shuffled = fit(algorithm, 6, &rows.select(Axis(0), &order)).unwrap();
        let mut names = vec![None; straight.sizes().len()];
        for (at, &row) in order.iter().enumerate() {
            let (straight, shuffled) = (straight.nearest()[row].cluster, shuffled.nearest()[at].cluster);
            let name = names[straight as usize].get_or_insert(shuffled);
            assert_eq!(*name, shuffled, "{algorithm}, row {row}");
        }
    }
}

#[test]
fn one_and_eight_threads_give_the_same_bytes() {
    let rows = directions();
    for algorithm in Algorithm::ALL {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| fit(algorithm, 5, &rows)).unwrap()
        };
        assert_eq!(on(1), on(8), "{algorithm}");
    }
}

#[test]
fn too_many_rows_are_refused_before_any_work() {
    let rows = Array2::zeros((Algorithm::Dbscan.row_limit() + 1, 1));
    let refused = fit(Algorithm::Dbscan, 2, &rows);
    assert!(matches!(refused, Err(ClusterError::TooManyRows { .. })), "{refused:?}");
}
