//! From the bytes of a snapshot to records.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use thema_benches::{Counter, SIZES, Workload};
use thema_ingest::{Format, source};

fn parse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse");
    for size in SIZES {
        let workload = Workload::new(size);
        let snapshot = workload.snapshot();
        group.throughput(Throughput::Bytes(snapshot.len() as u64));
        group.bench_function(BenchmarkId::new("lines of JSON to records", size), |bencher| {
            bencher.iter(|| {
                let mut counter = Counter::default();
                source(Format::KaggleJsonl).read(&mut &*snapshot, &mut counter).expect("a snapshot");
                assert_eq!(counter, Counter { records: size as usize, rejects: 0 });
            });
        });
    }
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
