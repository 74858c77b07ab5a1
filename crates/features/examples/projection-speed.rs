//! Times the projection of a dump against what the machine can multiply.
//!
//! `cargo run --release -p thema-features --example projection-speed -- DUMP`, where DUMP has one JSON object a line
//! with `title` and `abstract`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::time::Instant;

use ndarray::Array2;
use serde::Deserialize;
use thema_features::{
    Contrastive, ContrastiveParams, Document, FeatureModel, FeatureParams, FrequencyBound, SvdParams,
    TruncatedSvd, multiply,
};

const DIMENSIONS: usize = 256;
const PAIRS: usize = 250_000;
const BATCH: usize = 2048;
const EPOCHS: usize = 3;

#[derive(Deserialize)]
struct Paper {
    title: String,
    #[serde(rename = "abstract")]
    body: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let dump = std::env::args().nth(1).ok_or("usage: projection-speed DUMP")?;
    let papers = BufReader::new(File::open(dump)?)
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<Result<Vec<Paper>, Box<dyn Error>>>()?;
    let documents: Vec<Document<'_>> =
        papers.iter().map(|paper| Document { title: &paper.title, body: &paper.body }).collect();
    let params = FeatureParams::default().minimum_frequency(FrequencyBound::Count(30)).check()?;
    let (model, counts) = FeatureModel::fit(&params, &documents)?;
    let rows = model.weigh(&counts.sums())?;
    let (titles, bodies) = (model.weigh_titles(counts.titles())?, model.weigh_bodies(counts.bodies())?);
    println!("{} papers, {} terms, {} entries", rows.rows(), rows.columns(), rows.nonzeros());

    let probe = product_rate();
    println!("matrix product: {probe:.0} GFMA/s");

    let started = Instant::now();
    let svd = TruncatedSvd::fit(&SvdParams::new(DIMENSIONS).check()?, &rows)?;
    println!("LSA: {:.1} s", started.elapsed().as_secs_f64());

    let mut table = svd.into_right_vectors();
    let length = table.iter().map(|value| value * value).sum::<f32>().sqrt();
    table *= 0.05 * (table.len() as f32).sqrt() / length;
    let learning = ContrastiveParams::default().batch(BATCH).epochs(EPOCHS).most_pairs(PAIRS).check()?;
    let started = Instant::now();
    let learned = Contrastive::fit(&learning, &titles, &bodies, table)?;
    let seconds = started.elapsed().as_secs_f64();
    let entries = (titles.nonzeros() as f64 * 0.9 + bodies.nonzeros() as f64 * 0.6) / rows.rows() as f64;
    let products = 3 * BATCH * DIMENSIONS;
    let work =
        (learned.pairs() * EPOCHS) as f64 * (products as f64 + 2.0 * entries * DIMENSIONS as f64) / 1e9;
    println!(
        "contrastive: {} pairs, {EPOCHS} epochs, {seconds:.1} s, {:.0} GFMA/s, {:.0} % of the matrix product",
        learned.pairs(),
        work / seconds,
        100.0 * work / seconds / probe
    );
    println!("{:?}", learned.epochs());
    if let Some(peak) =
        std::fs::read_to_string("/proc/self/status")?.lines().find(|line| line.starts_with("VmHWM"))
    {
        println!("{peak}");
    }
    Ok(())
}

/// The best of five products of 2,048 x 2,048 matrices, in 10^9 fused multiplications and additions a second.
fn product_rate() -> f64 {
    let side = 2048;
    let a = Array2::from_shape_fn((side, side), |(i, j)| ((i * 7 + j) % 13) as f32 - 6.0);
    let mut out = Array2::zeros((side, side));
    let seconds = (0..5)
        .map(|_| {
            let started = Instant::now();
            multiply(a.view(), a.view(), &mut out.view_mut());
            started.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min);
    (side as f64).powi(3) / seconds / 1e9
}
