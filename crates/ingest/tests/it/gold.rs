//! The seed documents, compared with fields read from them by hand.

use std::path::{Path, PathBuf};

use thema_ingest::{Corpus, Format, IngestParams, Ingested, Position, Record, Sink, source};

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn shared() -> Option<PathBuf> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let is_there = shared.join("seeds").is_dir();
    if !is_there {
        eprintln!("skipped: {} is not there", shared.display());
    }
    is_there.then_some(shared)
}

#[derive(Default)]
struct Kept {
    records: Vec<Record>,
    rejects: Vec<(Position, String)>,
}

impl Sink for Kept {
    fn record(&mut self, _position: Position, record: Record) {
        self.records.push(record);
    }

    fn reject(&mut self, position: Position, reason: String) {
        self.rejects.push((position, reason));
    }
}

fn seed(shared: &Path, prefix: &str, format: Format) -> Vec<Record> {
    let path = std::fs::read_dir(shared.join("seeds")).unwrap().map(|entry| entry.unwrap().path());
    let path = path.into_iter().find(|path| path.file_name().unwrap().to_string_lossy().starts_with(prefix));
    let bytes = std::fs::read(path.unwrap()).unwrap();
    assert_eq!(thema_ingest::sniff(&bytes), Some(format));
    let mut kept = Kept::default();
    source(format).read(&mut bytes.as_slice(), &mut kept).unwrap();
    assert_eq!(kept.rejects, []);
    kept.records
}

fn ingest(paths: &[PathBuf]) -> Ingested {
    IngestParams::new().run(paths).unwrap()
}

#[test]
fn every_field_is_the_one_read_by_hand() {
    let Some(shared) = shared() else { return };
    let gold = std::fs::read_to_string(shared.join("gold/papers-dev.jsonl")).unwrap();
    let seeds =
        [("000", Format::ArxivApiText), ("002", Format::ArxivApiText), ("004", Format::ArxivListingText)];
    let seeds = seeds.map(|(file, format)| (file, seed(&shared, file, format)));
    assert_eq!(seeds.each_ref().map(|(_, records)| records.len()), [15, 15, 19]);
    for line in gold.lines() {
        let gold: serde_json::Value = serde_json::from_str(line).unwrap();
        let (_, records) = seeds.iter().find(|(file, _)| gold["file"] == *file).unwrap();
        let record = &records[gold["ordinal"].as_u64().unwrap() as usize - 1];
        let text = |text: Option<String>| serde_json::to_value(text).unwrap();
        let list = |list: &[String]| serde_json::to_value((!list.is_empty()).then_some(list)).unwrap();
        let fields = [
            ("arxiv_id", text(record.arxiv_id.as_ref().map(ToString::to_string))),
            ("version", text(record.version.map(|version| format!("v{version}")))),
            ("title", text(Some(record.title.clone()))),
            ("abstract", text(Some(record.abstract_text.clone()))),
            ("authors", list(&record.authors)),
            ("published", text(record.published.map(|time| time.to_string()))),
            ("updated", text(record.updated.map(|time| time.to_string()))),
            ("comment", text(record.comment.clone())),
            ("categories", list(&record.categories)),
        ];
        for (field, value) in fields {
            assert_eq!(value, gold[field], "{field} of {} in {}", gold["ordinal"], gold["file"]);
        }
    }
}

#[test]
fn what_the_pages_show_beside_the_papers_stays_out_of_them() {
    let Some(shared) = shared() else { return };
    let pith = seed(&shared, "001", Format::PithListing);
    let report = seed(&shared, "003", Format::InferenceReport);
    assert_eq!((pith.len(), report.len()), (80, 30));
    for record in pith.iter().chain(&report) {
        assert!(record.abstract_text.len() > 200, "{}", record.title);
        for furniture in ["full image", "click to expand", "browse all", "Showing of", "cs.DC"] {
            let all = [&record.title, &record.abstract_text];
            assert!(all.iter().all(|text| !text.contains(furniture)), "{}", record.title);
        }
        for line in [&record.headline, &record.subheadline].into_iter().flatten() {
            assert!(!record.abstract_text.contains(line.as_str()), "{}", record.title);
        }
        assert_eq!(record.categories, ["cs.DC"]);
        assert!(record.announced.is_some());
    }
    assert!(pith.iter().all(|record| record.headline.is_some() && record.subheadline.is_some()));
}

#[test]
fn the_seeds_are_145_papers() {
    let Some(shared) = shared() else { return };
    let Ingested { corpus, rejects, inputs, reconciliation } = ingest(&[shared.join("seeds")]);
    assert_eq!(rejects, []);
    assert_eq!(inputs.iter().map(|input| input.records).sum::<u64>(), 159);
    assert_eq!((reconciliation.records, reconciliation.papers), (159, 145));
    assert_eq!(corpus.len(), 145);
    let titled = |start: &str| (0..corpus.len()).filter(|&row| corpus.title(row).contains(start)).count();
    assert_eq!(titled("From Sensors to Insight"), 2);
    assert_eq!(titled("TACO: "), 2);
    assert_eq!(titled("Irminsul"), 1);
    assert_eq!(titled("Light Cone Consistency"), 2);
}

#[test]
fn the_order_of_inputs_makes_no_difference() {
    let Some(shared) = shared() else { return };
    let mut seeds: Vec<PathBuf> =
        std::fs::read_dir(shared.join("seeds")).unwrap().map(|entry| entry.unwrap().path()).collect();
    seeds.sort();
    let forwards = ingest(&seeds);
    seeds.reverse();
    let backwards = ingest(&seeds);
    assert_eq!(forwards.reconciliation, backwards.reconciliation);
    assert_eq!(rows(&forwards.corpus), rows(&backwards.corpus));
}

fn rows(corpus: &Corpus) -> Vec<String> {
    let row = |row| {
        let sources: Vec<_> = corpus.sources(row).collect();
        format!(
            "{} {} {} {:?} {:?} {:?} {sources:?}",
            corpus.key(row),
            corpus.title(row),
            corpus.abstract_text(row),
            corpus.headline(row),
            corpus.submitted(row),
            corpus.announced(row),
        )
    };
    (0..corpus.len()).map(row).collect()
}
