//! `thema-bare-parse FILE RUNS`: the best times, in seconds, in which sonic-rs parses the lines of a snapshot on
//! one thread and on all, reading only the fields that a record keeps and storing none. Run by the ingest bench.

use std::borrow::Cow;
use std::time::Instant;

use rayon::prelude::*;
use serde::Deserialize;

/// A field that may be `null` or missing.
type Optional<'a> = Option<Cow<'a, str>>;

/// The fields of a record.
#[derive(Deserialize)]
struct Bare<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    title: Cow<'a, str>,
    #[serde(borrow, rename = "abstract")]
    abstract_text: Cow<'a, str>,
    #[serde(borrow, default)]
    authors: Optional<'a>,
    #[serde(borrow, default)]
    categories: Optional<'a>,
    #[serde(borrow, default)]
    comments: Optional<'a>,
    #[serde(borrow, default, rename = "journal-ref")]
    journal_reference: Optional<'a>,
    #[serde(borrow, default)]
    doi: Optional<'a>,
    #[serde(borrow, default)]
    update_date: Optional<'a>,
    #[serde(borrow, default)]
    versions: Vec<Version<'a>>,
}

#[derive(Deserialize)]
struct Version<'a> {
    #[serde(borrow)]
    version: Cow<'a, str>,
    #[serde(borrow)]
    created: Cow<'a, str>,
}

fn parse(line: &&[u8]) {
    let bare: Bare<'_> = sonic_rs::from_slice(line).expect("a line of a snapshot");
    let Bare {
        id,
        title,
        abstract_text,
        authors,
        categories,
        comments,
        journal_reference,
        doi,
        update_date,
        versions,
    } = &bare;
    let optional = [authors, categories, comments, journal_reference, doi, update_date];
    let texts: usize =
        optional.into_iter().flatten().chain([id, title, abstract_text]).map(|text| text.len()).sum();
    let versions: usize = versions.iter().map(|version| version.version.len() + version.created.len()).sum();
    std::hint::black_box(texts + versions);
}

fn best(runs: usize, work: impl Fn()) -> f64 {
    let times = (0..runs).map(|_| {
        let began = Instant::now();
        work();
        began.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file");
    let runs = arguments.next().and_then(|runs| runs.parse().ok()).unwrap_or(3);
    let bytes = std::fs::read(path).expect("a file that can be read");
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    let one = best(runs, || lines.iter().for_each(parse));
    let all = best(runs, || lines.par_chunks(256).for_each(|lines| lines.iter().for_each(parse)));
    println!("{one} {all}");
}
