//! From vectors to clusters.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use linfa::DatasetBase;
use linfa::ParamGuard;
use linfa::traits::Fit;
use thema_benches::{SIZES, clustered_vectors};
use thema_cluster::neighbours::{NeighbourGraphParams, smoothed};
use thema_cluster::spherical_kmeans::SphericalKMeans;

const COLUMNS: usize = 256;
const CLUSTERS: usize = 40;

/// Whether rows around the same centre share a cluster, and at least three of four centres have their own
/// cluster; k-means++ seeding does not find every centre.
fn recovered(assignments: &[usize]) -> bool {
    let first = &assignments[..CLUSTERS];
    let distinct: std::collections::BTreeSet<_> = first.iter().collect();
    let together = assignments.iter().zip(first.iter().cycle()).filter(|(own, centre)| own == centre).count();
    distinct.len() * 4 >= CLUSTERS * 3 && together * 20 >= assignments.len() * 19
}

fn clustering(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("clustering");
    group.sample_size(10);
    for size in SIZES {
        let vectors = clustered_vectors(size as usize, COLUMNS, CLUSTERS);
        let dataset = DatasetBase::from(vectors.view());
        let params = SphericalKMeans::params(CLUSTERS).check().expect("valid parameters");
        let model = params.fit(&dataset).expect("finite vectors");
        assert!(recovered(&model.assignments()), "clusters far apart are found");
        group.throughput(Throughput::Elements(u64::from(size)));
        group.bench_function(BenchmarkId::new("spherical k-means", size), |bencher| {
            bencher.iter(|| {
                let again = params.fit(&dataset).expect("finite vectors");
                assert_eq!(again.sizes(), model.sizes());
            });
        });
        group.bench_function(BenchmarkId::new("assign to centroids", size), |bencher| {
            bencher.iter(|| {
                let nearest = model.nearest_to(vectors.view()).expect("as many columns");
                assert_eq!(nearest, model.nearest());
            });
        });
    }
    group.finish();
}

fn neighbours(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("neighbours");
    group.sample_size(10);
    for size in SIZES {
        let vectors = clustered_vectors(size as usize, COLUMNS, CLUSTERS);
        let dataset = DatasetBase::from(vectors.view());
        let params = NeighbourGraphParams::new(15).check().expect("valid parameters");
        let graph = params.fit(&dataset).expect("finite vectors");
        group.throughput(Throughput::Elements(u64::from(size)));
        group.bench_function(BenchmarkId::new("graph of 15", size), |bencher| {
            bencher.iter(|| assert_eq!(params.fit(&dataset).expect("finite vectors"), graph));
        });
        let symmetric = graph.symmetrised();
        group.bench_function(BenchmarkId::new("smooth twice", size), |bencher| {
            bencher.iter_batched(
                || vectors.clone(),
                |rows| {
                    let rows = smoothed(rows, &symmetric, 2).expect("a graph of these rows");
                    let (own, other) = (rows.row(0).dot(&rows.row(CLUSTERS)), rows.row(0).dot(&rows.row(1)));
                    assert!(own > 0.9 && other < 0.5, "{own} within a cluster, {other} between two");
                },
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, clustering, neighbours);
criterion_main!(benches);
