//! From clusters to named themes and a report.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ndarray::Axis;
use thema_benches::{SIZES, Workload, clustered_vectors};
use thema_cluster::map_layout;
use thema_features::{FeatureModel, FeatureParams};
use thema_report::{NamedPapers, Report, ReportInput};
use thema_themes::cosine_matrix;
use thema_themes::{
    ClusterPlace, LabelParams, Naming, SampledTexts, Tally, TallyShape, TermText, Theme, Themes, ThemesInput,
};

const COLUMNS: usize = 64;
const CLUSTERS: usize = 40;

/// A feature model as the source of term texts.
struct Texts(FeatureModel);

impl TermText for Texts {
    fn stems(&self, term: u32) -> &str {
        self.0.vocabulary().term(term)
    }

    fn surface(&self, term: u32) -> &str {
        self.0.surface(term)
    }

    fn term_of(&self, word: &str) -> Option<u32> {
        self.0.term_id(word)
    }

    fn terms_of(&self, text: &str) -> Vec<u32> {
        self.0.terms_of(text)
    }
}

fn report(criterion: &mut Criterion) {
    let params = FeatureParams::default().check().expect("the defaults are valid");
    let labels = LabelParams::default().check().expect("the defaults are valid");
    let mut group = criterion.benchmark_group("report");
    group.sample_size(10);
    for size in SIZES {
        let workload = Workload::new(size);
        let documents = workload.documents();
        let (model, counts) = FeatureModel::fit(&params, &documents).expect("a vocabulary");
        let rows = model.weigh(&counts.sums()).expect("counts of this vocabulary");
        let texts = Texts(model);
        let papers = workload.cluster_papers();
        let vectors = clustered_vectors(size as usize, COLUMNS, CLUSTERS);
        let places: Vec<ClusterPlace> = workload
            .clusters()
            .map(|cluster| ClusterPlace { cluster, second: None, similarity: 1.0, margin: 1.0 })
            .collect();
        let term_vectors = clustered_vectors(rows.columns(), COLUMNS, CLUSTERS);
        let outliers = vec![None; size as usize];
        let ordinary = vec![true; size as usize];
        let cluster_of: Vec<Option<u32>> = places.iter().map(|place| Some(place.cluster)).collect();
        let naming = Naming::read(&documents, &cluster_of, CLUSTERS, texts.0.analyzer());
        let sample = SampledTexts::read(&documents, &texts);
        let input = ThemesInput {
            documents: &documents,
            rows: &rows,
            vectors: vectors.view(),
            clusters: CLUSTERS,
            cluster_places: &places,
            guided: None,
            outliers: &outliers,
            ordinary: &ordinary,
            texts: &texts,
            term_vectors: term_vectors.view(),
            naming: &naming,
            sample: &sample,
        };
        let (themes, cluster_labels) = Themes::assemble(&labels, &input).expect("one entry a paper");
        group.throughput(Throughput::Elements(u64::from(size)));
        group.bench_function(BenchmarkId::new("name the themes", size), |bencher| {
            bencher.iter(|| {
                let (_, again) = Themes::assemble(&labels, &input).expect("one entry a paper");
                assert!(
                    again.iter().map(|label| &label.name).eq(cluster_labels.iter().map(|label| &label.name))
                );
            });
        });
        let clusters: Vec<u32> = (0..size).map(|row| row % CLUSTERS as u32).collect();
        let map = map_layout(vectors.view(), &clusters);
        group.bench_function(BenchmarkId::new("lay out the map", size), |bencher| {
            bencher.iter(|| assert_eq!(map_layout(vectors.view(), &clusters), map));
        });
        let shape = TallyShape::of(&themes);
        let placed = themes.placed(&papers);
        let tally = Tally::of(&shape, &placed);
        group.bench_function(BenchmarkId::new("count the papers", size), |bencher| {
            bencher.iter(|| assert_eq!(Tally::of(&shape, &placed).papers(), u64::from(size)));
        });
        let similarity = {
            let mean = |theme: &Theme| {
                let rows: Vec<usize> = theme.papers.iter().map(|&row| row as usize).collect();
                vectors.select(Axis(0), &rows).mapv(f64::from).sum_axis(Axis(0)).to_vec()
            };
            cosine_matrix(themes.themes.iter().map(mean).collect())
        };
        let input = ReportInput {
            thema_version: "bench",
            tally: &tally,
            named: &NamedPapers::among(&papers, &themes, &cluster_labels),
            inputs: &[],
            preview: None,
            near_duplicates: 0,
            excluded: 0,
            added: 0,
            found_later: &[],
            themes: &themes,
            cluster_labels: &cluster_labels,
            hierarchy: &[],
            similarity: Some(&similarity),
            quality: None,
        };
        group.bench_function(BenchmarkId::new("assemble the report", size), |bencher| {
            bencher.iter(|| {
                let report = Report::assemble(&input).expect("one entry a paper");
                assert_eq!(report.corpus.papers, u64::from(size));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, report);
criterion_main!(benches);
