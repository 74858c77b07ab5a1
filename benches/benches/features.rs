//! From text to weighted rows.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use thema_benches::{SIZES, Workload};
use thema_features::{FeatureModel, FeatureParams};

fn features(criterion: &mut Criterion) {
    let params = FeatureParams::default().check().expect("the defaults are valid");
    let mut group = criterion.benchmark_group("features");
    group.sample_size(10);
    for size in SIZES {
        let workload = Workload::new(size);
        let documents = workload.documents();
        let (model, counts) = FeatureModel::fit(&params, &documents).expect("a vocabulary");
        group.throughput(Throughput::Bytes(workload.text_bytes() as u64));
        group.bench_function(BenchmarkId::new("analyse and count", size), |bencher| {
            bencher.iter(|| {
                let (again, _) = FeatureModel::fit(&params, &documents).expect("a vocabulary");
                assert_eq!(again.vocabulary().len(), model.vocabulary().len());
            });
        });
        group.bench_function(BenchmarkId::new("count with a known vocabulary", size), |bencher| {
            bencher.iter(|| assert_eq!(model.count(&documents).sums().nonzeros(), counts.sums().nonzeros()));
        });
        let sums = counts.sums();
        group.throughput(Throughput::Elements(sums.nonzeros() as u64));
        group.bench_function(BenchmarkId::new("weigh", size), |bencher| {
            bencher.iter(|| {
                let rows = model.weigh(&sums).expect("counts of this vocabulary");
                assert_eq!((rows.rows(), rows.nonzeros()), (size as usize, sums.nonzeros()));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, features);
criterion_main!(benches);
