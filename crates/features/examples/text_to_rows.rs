//! Times text to weighted rows on a JSONL file with `title` and `abstract`: throughput, matrix size, peak memory.
//!
//! `cargo run --release -p thema-features --example text_to_rows -- FILE [words in the longest phrase] [min df]`
#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::time::Instant;

use serde::Deserialize;
use thema_features::analysis::PhraseParams;
use thema_features::{Document, FeatureModel, FeatureParams, FrequencyBound};

#[derive(Deserialize)]
struct Text {
    title: Box<str>,
    #[serde(rename = "abstract")]
    body: Box<str>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("a JSONL file is needed")?;
    let longest = arguments.next().map_or(Ok(2), |words| words.parse())?;
    let minimum = arguments.next().map_or(Ok(30), |documents| documents.parse())?;
    let mut texts = Vec::new();
    for line in BufReader::new(File::open(path)?).lines() {
        texts.push(serde_json::from_str::<Text>(&line?)?);
    }
    let documents: Vec<_> =
        texts.iter().map(|text| Document { title: &text.title, body: &text.body }).collect();
    let bytes: usize = texts.iter().map(|text| text.title.len() + text.body.len()).sum();
    println!("{} documents, {:.1} MB of text, {} MB before", texts.len(), bytes as f64 / 1e6, peak_memory());
    let params = FeatureParams::default()
        .phrases(PhraseParams::default().longest(longest).minimum_npmi(-1.0))
        .minimum_frequency(FrequencyBound::Count(minimum))
        .check()?;
    for _ in 0..3 {
        let (start, cpu) = (Instant::now(), cpu_seconds());
        let (model, counts) = FeatureModel::fit(&params, &documents)?;
        let counted = start.elapsed();
        let rows = model.weigh(&counts.sums())?;
        let all = start.elapsed();
        println!(
            "{:.2} s count + {:.2} s weigh: {:.1} MB/s; {} terms, {} values; {:.2} s of CPU, peak {} MB",
            counted.as_secs_f64(),
            all.saturating_sub(counted).as_secs_f64(),
            bytes as f64 / 1e6 / all.as_secs_f64(),
            model.vocabulary().len(),
            rows.nonzeros(),
            cpu_seconds() - cpu,
            peak_memory()
        );
    }
    Ok(())
}

/// Processor seconds of the process so far; 0 where the system does not tell.
fn cpu_seconds() -> f64 {
    let status = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = status.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// Peak resident memory of the process in MB; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1000
}
