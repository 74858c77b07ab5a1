//! A thin draw of all kinds of inputs is even, bounded, and the same for any number of threads.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use polars::prelude::{Column, DataFrame, ParquetWriter};
use thema_ingest::{Corpus, CorpusParts, IngestError, IngestParams, IngestedParts};

const PAPERS: usize = 12_000;
const MOST: usize = 2_000;

fn title(paper: usize) -> String {
    format!("On queue {paper:05}")
}

/// About 170 bytes, so that the papers make a few dozen pieces.
fn text(paper: usize) -> String {
    format!("Queue {paper} waits. {}", "It is long and it waits on. ".repeat(4 + paper % 4))
}

fn lines(papers: impl Iterator<Item = usize>) -> String {
    papers.fold(String::new(), |mut lines, paper| {
        let record = serde_json::json!({ "title": title(paper), "abstract": text(paper) });
        writeln!(lines, "{record}").unwrap();
        lines
    })
}

fn write(path: PathBuf, bytes: impl AsRef<[u8]>) -> PathBuf {
    fs::write(&path, bytes).unwrap();
    path
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn parquet() -> Vec<u8> {
    let columns = vec![
        Column::new("title".into(), (0..PAPERS).map(title).collect::<Vec<_>>()),
        Column::new("abstract".into(), (0..PAPERS).map(text).collect::<Vec<_>>()),
    ];
    let mut bytes = Vec::new();
    let mut table = DataFrame::new(PAPERS, columns).unwrap();
    ParquetWriter::new(&mut bytes).with_row_group_size(Some(5_000)).finish(&mut table).unwrap();
    bytes
}

/// The same papers in several kinds of inputs, with the name of the kind.
fn inputs(home: &Path) -> Vec<(&'static str, Vec<PathBuf>)> {
    let all = lines(0..PAPERS);
    let rows = |paper| format!("\"{}\",\"{}\"\n", title(paper), text(paper));
    let table = "title,abstract\n".to_owned() + &(0..PAPERS).map(rows).collect::<String>();
    let entries = |paper| format!("TY  - JOUR\nTI  - {}\nAB  - {}\nER  - \n\n", title(paper), text(paper));
    let references = (0..PAPERS).map(entries).collect::<String>();
    let plain = write(home.join("papers.jsonl"), &all);
    let corpus = home.join("corpus.parquet");
    IngestParams::new()
        .run(std::slice::from_ref(&plain))
        .unwrap()
        .corpus
        .write_parquet(fs::File::create(&corpus).unwrap())
        .unwrap();
    let of_files = |name: &str, files: usize| -> Vec<PathBuf> {
        let papers = PAPERS / files;
        let file = |at: usize| {
            write(home.join(format!("{name}-{at:04}.jsonl")), lines(at * papers..(at + 1) * papers))
        };
        (0..files).map(file).collect()
    };
    vec![
        ("gzip", vec![write(home.join("papers.jsonl.gz"), gzip(&all))]),
        ("zstd", vec![write(home.join("papers.jsonl.zst"), zstd::encode_all(all.as_bytes(), 1).unwrap())]),
        ("lines", vec![plain]),
        ("csv", vec![write(home.join("papers.csv"), table)]),
        ("ris", vec![write(home.join("papers.ris"), references)]),
        ("parquet", vec![write(home.join("papers.parquet"), parquet())]),
        ("corpus", vec![corpus]),
        ("a few files", of_files("few", 4)),
        ("many files", of_files("many", 600)),
    ]
}

fn draw(paths: &[PathBuf], home: &Path, most: usize, threads: usize) -> Result<IngestedParts, IngestError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| IngestParams::new().draw(Some(most)).run_in_parts(paths, home, u64::MAX))
}

/// The numbers of the papers, ascending.
fn numbers(corpus: &CorpusParts) -> Vec<usize> {
    let of_part = |part: &Corpus| -> Vec<usize> {
        (0..part.len()).map(|row| part.title(row).rsplit(' ').next().unwrap().parse().unwrap()).collect()
    };
    let mut numbers: Vec<usize> = corpus.each().flat_map(|part| of_part(&part.unwrap().1)).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn a_draw_is_even_and_the_same_for_any_number_of_threads() {
    let home = tempfile::tempdir().unwrap();
    for (name, paths) in inputs(home.path()) {
        let drawn = draw(&paths, home.path(), MOST, 2).unwrap();
        let papers = numbers(&drawn.corpus);
        assert!((MOST / 2 - 500..=MOST).contains(&papers.len()), "{} papers of {name}", papers.len());
        let thinned = drawn.thinned.unwrap();
        let estimate = thinned.records as f64 / PAPERS as f64;
        assert!((0.8..1.2).contains(&estimate), "{estimate} of the papers of {name}");
        for third in 0..3 {
            let of_third = papers.iter().filter(|&&paper| paper * 3 / PAPERS == third).count();
            let share = of_third as f64 / papers.len() as f64;
            assert!((0.1..0.6).contains(&share), "{share} of {name} are of third {third}");
        }
        let records: u64 = drawn.inputs.iter().map(|input| input.records).sum();
        assert_eq!((records as usize, drawn.rejects.len()), (papers.len(), 0), "{name}");
        let bytes = |input: &PathBuf| fs::metadata(input).unwrap().len();
        assert!(drawn.inputs.iter().zip(&paths).all(|(input, path)| input.bytes == bytes(path)), "{name}");
        for threads in [1, 3] {
            let again = draw(&paths, home.path(), MOST, threads).unwrap();
            assert_eq!(numbers(&again.corpus), papers, "{name} by {threads} threads");
            assert_eq!(again.thinned, Some(thinned));
        }
    }
}

#[test]
fn fewer_records_are_read_as_ever() {
    let home = tempfile::tempdir().unwrap();
    for (name, paths) in inputs(home.path()) {
        let drawn = draw(&paths, home.path(), PAPERS, 2).unwrap();
        let whole = IngestParams::new().run_in_parts(&paths, home.path(), u64::MAX).unwrap();
        assert_eq!(numbers(&drawn.corpus), numbers(&whole.corpus), "{name}");
        assert_eq!((drawn.thinned, drawn.inputs), (None, whole.inputs), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_once() {
    let home = tempfile::tempdir().unwrap();
    let pipe = home.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let written = pipe.clone();
    let writer = std::thread::spawn(move || fs::write(written, lines(0..10)));
    let drawn = draw(&[pipe], home.path(), MOST, 2).unwrap();
    assert_eq!((drawn.corpus.len(), drawn.thinned), (10, None));
    writer.join().unwrap().unwrap();
}

#[test]
fn what_cannot_be_read_is_told_of_the_pieces_that_are_drawn() {
    let home = tempfile::tempdir().unwrap();
    let damaged = lines(0..PAPERS).replace("\"abstract\"", "\"abstract");
    let mixed = lines(PAPERS..2 * PAPERS) + &damaged;
    let drawn = draw(&[write(home.path().join("papers.jsonl"), mixed)], home.path(), MOST, 2).unwrap();
    let (rejected, papers) = (drawn.rejects.len(), drawn.corpus.len());
    assert!(rejected > MOST / 8 && papers > MOST / 8 && rejected + papers <= MOST, "{rejected}, {papers}");
    let last = drawn.rejects.last().unwrap().position.unwrap();
    assert_eq!(last.line, None, "lines before it were passed over");
    assert_eq!(drawn.inputs[0].rejected as usize, rejected);
}

#[test]
fn nothing_readable_is_an_error_of_a_draw_too() {
    let home = tempfile::tempdir().unwrap();
    let missing = draw(&[home.path().join("missing.jsonl")], home.path(), MOST, 1);
    assert!(matches!(missing, Err(IngestError::NothingReadable { .. })));
}
