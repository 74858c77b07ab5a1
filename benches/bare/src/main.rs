//! `thema-bare-parse FILE RUNS`: the best times, in seconds, in which sonic-rs parses the lines of a snapshot on one
//! thread and on all, taking only the fields that a record keeps and keeping none. The ingest bench runs it.

use std::borrow::Cow;
use std::time::Instant;

use rayon::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Bare<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    title: Cow<'a, str>,
    #[serde(borrow, rename = "abstract")]
    abstract_text: Cow<'a, str>,
    #[serde(borrow, default)]
    authors: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    categories: Option<Cow<'a, str>>,
}

fn parse(line: &&[u8]) {
    let bare: Bare<'_> = sonic_rs::from_slice(line).expect("a line of a snapshot");
    let optional: usize = [&bare.authors, &bare.categories].into_iter().flatten().map(|text| text.len()).sum();
    std::hint::black_box(bare.id.len() + bare.title.len() + bare.abstract_text.len() + optional);
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
