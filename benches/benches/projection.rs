//! From weighted rows to dense vectors.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use thema_benches::{SIZES, Workload};
use thema_features::{FeatureModel, FeatureParams};
use thema_projection::{Contrastive, ContrastiveParams, Projection, SvdParams, TrainingRows, TruncatedSvd};

const DIMENSIONS: usize = 256;

fn projection(criterion: &mut Criterion) {
    let feature_params = FeatureParams::default().check().expect("the defaults are valid");
    let svd_params = SvdParams::new(DIMENSIONS).check().expect("valid parameters");
    let learning = ContrastiveParams::default().epochs(1).check().expect("valid parameters");
    let mut group = criterion.benchmark_group("projection");
    group.sample_size(10);
    for size in SIZES {
        let workload = Workload::new(size);
        let (model, counts) =
            FeatureModel::fit(&feature_params, &workload.documents()).expect("a vocabulary");
        let rows = model.weigh(&counts.sums()).expect("counts of this vocabulary");
        let titles = model.weigh_titles(counts.titles()).expect("counts of this vocabulary");
        let bodies = model.weigh_bodies(counts.bodies()).expect("counts of this vocabulary");
        let svd = TruncatedSvd::fit(&svd_params, &rows).expect("rows of this vocabulary");
        group.throughput(Throughput::Elements(rows.nonzeros() as u64));
        group.bench_function(BenchmarkId::new("svd", size), |bencher| {
            bencher.iter(|| {
                let again = TruncatedSvd::fit(&svd_params, &rows).expect("rows of this vocabulary");
                assert_eq!(again.singular_values(), svd.singular_values());
            });
        });
        let table = svd.into_right_vectors();
        let training = TrainingRows { documents: &rows, titles: &titles, bodies: &bodies, related: &[] };
        group.throughput(Throughput::Elements(u64::from(size)));
        group.bench_function(BenchmarkId::new("contrastive epoch", size), |bencher| {
            bencher.iter_batched(
                || table.clone(),
                |table| {
                    let learned = Contrastive::fit(&learning, training, table).expect("finite weights");
                    let held_out = learned.epochs().last().and_then(|epoch| epoch.held_out);
                    let loss = held_out.map_or(f64::NAN, |held_out| held_out.loss);
                    let bound = 0.75 * f64::from(size).ln();
                    assert!(loss < bound, "a loss of {loss} nats; topics alone bring it below {bound}");
                },
                BatchSize::LargeInput,
            );
        });
        let fitted = Projection::from_table(table.clone()).expect("finite vectors");
        group.throughput(Throughput::Elements(rows.nonzeros() as u64));
        group.bench_function(BenchmarkId::new("project", size), |bencher| {
            bencher.iter(|| {
                let vectors = fitted.project(&rows).expect("rows of this vocabulary");
                let length: f32 = vectors.row(0).iter().map(|value| value * value).sum();
                assert!((length - 1.0).abs() < 1e-3, "a vector of length {length}");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, projection);
criterion_main!(benches);
