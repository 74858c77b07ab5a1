//! The files of a run, read back.

use std::fs;
use std::path::Path;

use polars::prelude::{AnyValue, CsvReader, DataFrame, ParquetReader, SerReader};
use thema_report::ReportError;
use thema_report::{HeldPapers, Manifest, MapPlaces, Report, RunFiles, StagedRun};
use thema_report::{StageTiming, StoredRun, Timings, digest};
use thema_themes::{Bridge, Facet};

use crate::corpus::{Corpus, small};

fn write(corpus: &Corpus, target: &Path) {
    let report = corpus.report();
    let manifest = Manifest::new(&report, serde_json::json!({ "seed": 7 }), 7, corpus.inputs.clone());
    let papers = HeldPapers {
        papers: &corpus.papers,
        assignments: &corpus.themes.assignments,
        counted: &corpus.themes.counted(),
        positions: Some(&corpus.positions),
    };
    let map = MapPlaces::of(&report, &report.indices_of(&corpus.themes), &papers).unwrap();
    let files =
        RunFiles { report: &report, manifest: &manifest, papers: &papers, themes: &corpus.themes, map: &map };
    let staged = StagedRun::begin(target, false).unwrap();
    files.write(&staged, [serde_json::json!({ "source": "b.xml", "reason": "no abstract" })]).unwrap();
    Timings { stages: vec![StageTiming::default()], ..Timings::default() }.write(&staged).unwrap();
    staged.commit().unwrap();
}

fn text<'a>(frame: &'a DataFrame, column: &str, row: usize) -> Option<&'a str> {
    frame.column(column).unwrap().str().unwrap().get(row)
}

#[test]
fn every_file_is_there() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    write(&small(), &out);
    let mut names: Vec<String> =
        fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(
        names,
        [
            "csv-metadata.json",
            "digest.md",
            "exports",
            "facets.csv",
            "manifest.json",
            "papers.csv",
            "papers.parquet",
            "quality.json",
            "rejects.jsonl",
            "themes.csv",
            "themes.json",
            "timings.json",
            "trends.csv"
        ]
    );
    assert_eq!(
        fs::read_to_string(out.join("rejects.jsonl")).unwrap(),
        "{\"reason\":\"no abstract\",\"source\":\"b.xml\"}\n"
    );
}

#[test]
fn a_border_is_told_by_the_theme_that_has_a_paper_on_it() {
    let mut corpus = small();
    corpus.similarity[1][2] = 0.5;
    corpus.similarity[2][1] = 0.5;
    corpus.themes.themes[1].bridges.clear();
    corpus.themes.themes[2].representatives.clear();
    corpus.themes.themes[2].bridges = vec![Bridge { paper: 5, theme: 1 }];
    corpus.count();
    let digest = digest(&corpus.report());
    let [serving, federated] =
        ["\n**Theme serving** (", "\n**Theme federated** ("].map(|name| digest.find(name));
    assert!(serving.is_some() && serving < federated, "the one without such a paper comes first: {digest}");
    assert!(
        digest.contains("The nearest theme is **Theme serving**, and “Federated learning at the edge”"),
        "{digest}"
    );
}

#[test]
fn the_tables_read_as_written() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    write(&small(), &out);
    insta::assert_snapshot!("papers_csv", fs::read_to_string(out.join("papers.csv")).unwrap());
    insta::assert_snapshot!("themes_csv", fs::read_to_string(out.join("themes.csv")).unwrap());
    insta::assert_snapshot!("trends_csv", fs::read_to_string(out.join("trends.csv")).unwrap());
    insta::assert_snapshot!("facets_csv", fs::read_to_string(out.join("facets.csv")).unwrap());
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    // Hashes of compressed tables change with the crates that compress them.
    let (before, files) = manifest.split_once(",\n  \"files\": {").unwrap();
    insta::assert_snapshot!("manifest_json", before);
    assert_eq!(files.matches("\"blake3\"").count(), 14);
    for name in ["themes.graphml", "topic_info.csv", "vosviewer_map.txt", "vosviewer_network.txt"] {
        let text = fs::read_to_string(out.join("exports").join(name)).unwrap();
        insta::assert_snapshot!(name.replace('.', "_"), text);
    }
    insta::assert_snapshot!("digest_md", fs::read_to_string(out.join("digest.md")).unwrap());
}

#[test]
fn polars_reads_the_tables_back() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let corpus = small();
    write(&corpus, &out);
    let open = |name: &str| fs::File::open(out.join(name)).unwrap();
    let parquet = ParquetReader::new(open("papers.parquet")).finish().unwrap();
    let csv = CsvReader::new(open("papers.csv")).finish().unwrap();
    assert_eq!((parquet.height(), csv.height()), (6, 6));
    for (row, paper) in corpus.papers.iter().enumerate() {
        assert_eq!(text(&parquet, "title", row), Some(paper.title.as_str()));
        assert_eq!(text(&parquet, "theme", row), text(&csv, "theme", row));
    }
    assert_eq!(text(&csv, "title", 1), Some("'=HYPERLINK(\"http://evil.example\")"));
    assert_eq!(parquet.column("submitted").unwrap().get(0).unwrap(), AnyValue::Date(20_580));
    assert_eq!(parquet.column("submitted").unwrap().get(4).unwrap(), AnyValue::Null);
    assert_eq!(text(&parquet, "submitted_precision", 0), Some("day"));
    assert_eq!(text(&parquet, "submitted_precision", 4), None);
    assert_eq!(text(&parquet, "url", 4), None);
    assert_eq!(parquet.column("categories").unwrap().list().unwrap().get_as_series(0).unwrap().len(), 2);
    assert_eq!(parquet.column("countries").unwrap().list().unwrap().get_as_series(0).unwrap().len(), 2);
    assert_eq!(
        (text(&parquet, "venue", 1), text(&parquet, "venue", 3)),
        (Some("Queues & <b>Logs</b>"), None)
    );
    assert_eq!(parquet.column("map_x").unwrap().get(3).unwrap(), AnyValue::Float32(3.0));
    assert_eq!(parquet.column("cluster").unwrap().get(2).unwrap(), AnyValue::UInt32(1));
    for name in ["themes.csv", "trends.csv"] {
        assert_eq!(CsvReader::new(open(name)).finish().unwrap().height(), 3, "{name}");
    }
}

#[test]
fn a_stored_run_is_what_was_written() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let corpus = small();
    write(&corpus, &out);
    let run = StoredRun::read(&out).unwrap();
    assert_eq!(run.report, corpus.report());
    assert_eq!(run.theme_of, run.report.theme_of(&corpus.themes));
    assert_eq!(run.positions.unwrap(), corpus.positions);
    for (read, paper) in run.papers.iter().zip(&corpus.papers) {
        assert_eq!((&read.id, &read.title, &read.categories), (&paper.id, &paper.title, &paper.categories));
        assert_eq!((read.submitted, read.announced), (paper.submitted, paper.announced));
    }
    fs::write(out.join("papers.parquet"), "no table").unwrap();
    assert!(matches!(StoredRun::read(&out), Err(ReportError::Read { .. })));
    assert!(matches!(StoredRun::read(home.path()), Err(ReportError::Read { .. })));
}

#[test]
fn equal_runs_give_equal_bytes() {
    let home = tempfile::tempdir().unwrap();
    let (first, second) = (home.path().join("first"), home.path().join("second"));
    write(&small(), &first);
    write(&small(), &second);
    for entry in fs::read_dir(&first).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        if entry.path().is_dir() {
            continue;
        }
        assert_eq!(
            fs::read(first.join(&name)).unwrap(),
            fs::read(second.join(&name)).unwrap(),
            "{}",
            name.display()
        );
    }
}

#[test]
fn a_corpus_without_papers_has_its_files_too() {
    let home = tempfile::tempdir().unwrap();
    let mut corpus = small();
    corpus.papers.clear();
    corpus.themes = thema_themes::Themes::default();
    corpus.positions.clear();
    corpus.labels.clear();
    corpus.similarity.clear();
    corpus.count();
    let out = home.path().join("out");
    write(&corpus, &out);
    let parquet = ParquetReader::new(fs::File::open(out.join("papers.parquet")).unwrap()).finish().unwrap();
    assert_eq!((parquet.height(), parquet.width()), (0, 26));
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let mut corpus = small();
    corpus.themes.themes.pop();
    assert!(matches!(Report::assemble(&corpus.input()), Err(ReportError::LengthMismatch { .. })));
    let mut corpus = small();
    corpus.similarity[1].pop();
    assert!(matches!(Report::assemble(&corpus.input()), Err(ReportError::LengthMismatch { .. })));
    let mut corpus = small();
    corpus.themes.themes[0].representatives.push(6);
    assert!(matches!(Report::assemble(&corpus.input()), Err(ReportError::InconsistentThemes { .. })));
    let mut corpus = small();
    corpus.themes.themes[1].bridges[0].theme = 3;
    assert!(matches!(Report::assemble(&corpus.input()), Err(ReportError::InconsistentThemes { .. })));
}

#[test]
fn a_report_is_read_back_unless_its_parts_do_not_fit() {
    let report = small().report();
    let written = serde_json::to_vec(&report).unwrap();
    assert_eq!(Report::read(&written[..]).unwrap(), report);
    let mut longer = report.clone();
    longer.similarity.as_mut().unwrap()[1].push(0.5);
    let read = Report::read(&serde_json::to_vec(&longer).unwrap()[..]);
    assert!(read.unwrap_err().to_string().contains("similarity matrix does not match its themes"));
}

#[test]
fn facets_are_shares_of_the_papers_of_which_they_are_known() {
    let report = small().report();
    let facets: Vec<Facet> = report.facets.iter().map(|facet| facet.facet).collect();
    assert_eq!(facets, [Facet::Country, Facet::Venue, Facet::Year], "one paper of six says who paid");
    let serving = &report.themes[0];
    let [country, ..] = &serving.facets[..] else { panic!("{:?}", serving.facets) };
    assert_eq!(country.papers, 2);
    let values: Vec<(&str, u64, f64, f64)> = country
        .values
        .iter()
        .map(|count| (count.value.as_str(), count.papers, count.share, count.lift))
        .collect();
    assert_eq!(values, [("Chile", 2, 1.0, 1.5), ("Japan", 1, 0.5, 1.5)]);
}

#[test]
fn themes_come_by_size_and_the_rest_last() {
    let report = small().report();
    let keys: Vec<&str> = report.themes.iter().map(|theme| theme.key.as_str()).collect();
    assert_eq!(keys, ["serving", "federated", "other"]);
    let total: u64 = report.themes.iter().map(|theme| theme.size).sum();
    assert_eq!(total, report.corpus.papers);
    let similarity = report.similarity.as_ref().unwrap();
    assert_eq!(similarity[0], [1.0, 0.125, 0.5], "rows and columns are in the order of the report's themes");
    assert_eq!(similarity[2], [0.5, 0.25, 1.0]);
}
