//! Times single kernels, one after another, on the papers of a dump. The work is of a size that peers can do too.
//! Writes the figures to standard output as JSON: `kernel-times DUMP [--vectors FILE]`. DUMP has one JSON object
//! per line with `title` and `abstract`. The times of a run's stages are in the run's own `timings.json`.

mod figures;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use clap::Parser;
use linfa::traits::Fit;
use linfa::{DatasetBase, ParamGuard};
use ndarray::Array2;
use serde::Deserialize;
use thema_benches::measure_bounds;
use thema_cluster::map_layout;
use thema_cluster::neighbours::{NeighbourGraph, NeighbourGraphParams, centred, smoothed};
use thema_cluster::spherical_kmeans::SphericalKMeans;
use thema_features::analysis::PhraseParams;
use thema_features::{CsrMatrix, Document, FeatureModel, FeatureParams, FrequencyBound};
use thema_ingest::IngestParams;
use thema_projection::{Contrastive, ContrastiveParams, Projection, SvdParams, TrainingRows, TruncatedSvd};

use figures::{Bounds, Figures, Kernel};

const DIMENSIONS: usize = 256;
const PAIRS: usize = 250_000;
const BATCH: usize = 2048;
const EPOCHS: usize = 3;
const CLUSTERS: usize = 100;
const ITERATIONS: usize = 20;
const NEIGHBOURS: usize = 15;
const PROBES: usize = 12;
/// Rows per cell from which the search learns its cells, the iterations, the directions of the first pass,
/// and the rows compared in full: copies of the kernel's private constants.
const CELL_SAMPLE: usize = 16;
const CELL_ITERATIONS: usize = 4;
const DIRECTIONS: usize = 64;
const COMPARED: usize = 4 * NEIGHBOURS;
const SMOOTHING_STEPS: usize = 2;
/// Landmarks of the map and steps of their layout (copies of the kernel's constants), and 64-bit operations
/// per pair of landmarks and step.
const LANDMARKS: usize = 1_000;
const LAYOUT_STEPS: usize = 400;
const LAYOUT_OPERATIONS: usize = 18;
/// Reading, writing and text to rows are timed this many times; the best counts.
const REPETITIONS: usize = 3;

/// What is measured, and where the vectors go.
#[derive(Parser)]
struct Arguments {
    dump: PathBuf,
    /// File that the projected vectors are written to, as little-endian 32-bit floats, for peers to cluster
    #[arg(long)]
    vectors: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Paper {
    title: Box<str>,
    #[serde(rename = "abstract")]
    body: Box<str>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let probes = measure_bounds();
    let bounds = Bounds::of(&probes);
    let mut kernels = Vec::new();
    read_and_write(&arguments.dump, &bounds, &mut kernels)?;
    let papers = BufReader::new(File::open(&arguments.dump)?)
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<anyhow::Result<Vec<Paper>>>()?;
    let documents: Vec<Document<'_>> =
        papers.iter().map(|paper| Document::new(&paper.title, &paper.body)).collect();

    let (model, rows) = text_to_rows(&documents, &bounds, &mut kernels)?;
    let counts = model.count(&documents);
    let (titles, bodies) = (model.weigh_titles(counts.titles())?, model.weigh_bodies(counts.bodies())?);

    let started = Instant::now();
    let svd = TruncatedSvd::fit(&SvdParams::new(DIMENSIONS).check()?, &rows)?;
    let seconds = started.elapsed().as_secs_f64();
    // Two power iterations plus the first and last pass: six products of the rows with 266 columns.
    let work = format!("{} x {} rows of {} values", rows.rows(), rows.columns(), rows.nonzeros());
    kernels.push(bounds.gather("LSA-256", work, seconds, 6.0 * rows.nonzeros() as f64 * 266.0));

    let mut table = svd.into_right_vectors();
    let length = table.iter().map(|value| value * value).sum::<f32>().sqrt();
    table *= 0.05 * (table.len() as f32).sqrt() / length;
    let learning = ContrastiveParams::default().batch(BATCH).epochs(EPOCHS).most_pairs(PAIRS).check()?;
    let training = TrainingRows { documents: &rows, titles: &titles, bodies: &bodies, related: &[] };
    let started = Instant::now();
    let learned = Contrastive::fit(&learning, training, table)?;
    let seconds = started.elapsed().as_secs_f64();
    let entries = (titles.nonzeros() as f64 * 0.9 + bodies.nonzeros() as f64 * 0.6) / rows.rows() as f64;
    let (dense, sparse) = ((3 * BATCH * DIMENSIONS) as f64, 2.0 * entries * DIMENSIONS as f64);
    let work = format!("{} pairs, {EPOCHS} epochs", learned.pairs());
    let pairs = (learned.pairs() * EPOCHS) as f64;
    kernels.push(bounds.both("contrastive", work, seconds, pairs * dense, pairs * sparse));

    let projection = Projection::from_table(learned.into_table())?;
    let started = Instant::now();
    let vectors = projection.project(&rows)?;
    let seconds = started.elapsed().as_secs_f64();
    let work = format!("{} rows", rows.rows());
    kernels.push(bounds.gather("project", work, seconds, (rows.nonzeros() * DIMENSIONS) as f64));
    if let Some(path) = &arguments.vectors {
        let mut out = BufWriter::new(File::create(path)?);
        for value in &vectors {
            out.write_all(&value.to_le_bytes())?;
        }
        out.flush()?;
    }

    let params = SphericalKMeans::params(CLUSTERS)
        .starts(1)
        .max_iterations(ITERATIONS)
        .tolerance(0.0)
        .full_rows(vectors.nrows())
        .check()?;
    let started = Instant::now();
    let clusters = params.fit(&DatasetBase::from(vectors.view()))?;
    let seconds = started.elapsed().as_secs_f64();
    let work =
        format!("{} x {DIMENSIONS}, K {CLUSTERS}, {} iterations", vectors.nrows(), clusters.iterations());
    let operations = (vectors.len() * CLUSTERS * clusters.iterations()) as f64;
    kernels.push(bounds.product("spherical k-means", work, seconds, operations));
    let assignments = clusters.assignments();
    let inertia = inertia(&vectors, &assignments);

    let smooth = smooth(centred(vectors)?, &bounds, &mut kernels)?;
    let groups: Vec<u32> = assignments.iter().map(|&cluster| cluster as u32).collect();
    let started = Instant::now();
    let places = map_layout(smooth.view(), &groups);
    let seconds = started.elapsed().as_secs_f64();
    // One 64-bit operation replaces two 32-bit ones, which is what a multiply-add counts as.
    let pairs = (LANDMARKS * LANDMARKS * LAYOUT_STEPS) as f64;
    let operations = pairs * LAYOUT_OPERATIONS as f64 + (smooth.len() * LANDMARKS) as f64;
    let work = format!("{} places around {LANDMARKS}, {LAYOUT_STEPS} steps", places.len());
    kernels.push(bounds.product("map", work, seconds, operations));

    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &Figures { probes, kernels, inertia })?;
    writeln!(out)?;
    Ok(())
}

/// The best time of several runs, and the last result.
fn best_of<T>(mut work: impl FnMut() -> anyhow::Result<T>) -> anyhow::Result<(f64, T)> {
    let mut best = f64::INFINITY;
    let mut made = None;
    for _ in 0..REPETITIONS {
        drop(made.take());
        let started = Instant::now();
        made = Some(work()?);
        best = best.min(started.elapsed().as_secs_f64());
    }
    Ok((best, made.context("nothing was timed")?))
}

/// From a dump to a reconciled corpus, and from the corpus to a file.
fn read_and_write(dump: &Path, bounds: &Bounds, kernels: &mut Vec<Kernel>) -> anyhow::Result<()> {
    let (seconds, ingested) = best_of(|| Ok(IngestParams::new().run(&[dump.to_owned()])?))?;
    let corpus = ingested.corpus;
    let texts = |row| corpus.title(row).len() + corpus.abstract_text(row).len();
    let (taken, kept) =
        (std::fs::metadata(dump)?.len() as f64, (0..corpus.len()).map(texts).sum::<usize>() as f64);
    let work = format!("{:.1} MB to {} papers", taken / 1e6, corpus.len());
    kernels.push(bounds.text("read", work, seconds, taken + kept));
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("corpus.parquet");
    let (seconds, ()) =
        best_of(|| Ok(corpus.write_parquet(std::io::BufWriter::new(std::fs::File::create(&path)?))?))?;
    let written = std::fs::metadata(&path)?.len() as f64;
    let work = format!("{:.1} MB of titles and abstracts to {:.1} MB", kept / 1e6, written / 1e6);
    kernels.push(bounds.text("write", work, seconds, kept + written));
    Ok(())
}

/// Finds the neighbours of every row among those in its nearest cells, and averages the rows with them.
fn smooth(rows: Array2<f32>, bounds: &Bounds, kernels: &mut Vec<Kernel>) -> anyhow::Result<Array2<f32>> {
    let params = NeighbourGraphParams::new(NEIGHBOURS).probes(PROBES).exact_rows(0).paired_rows(0).check()?;
    let started = Instant::now();
    let graph: NeighbourGraph = params.fit(&DatasetBase::from(rows.view()))?;
    let seconds = started.elapsed().as_secs_f64();
    // The work consists of finding the nearest cells and searching them (the number of cells makes both
    // equal), learning the cells, finding the directions, and the full comparisons.
    let cells = ((rows.nrows() * PROBES) as f64).sqrt().floor();
    let looks = (rows.nrows() * DIRECTIONS) as f64 * cells * 2.0;
    let learning = cells * cells * (CELL_SAMPLE * CELL_ITERATIONS * DIRECTIONS) as f64;
    let whole = (rows.len() * (rows.ncols() + DIRECTIONS + COMPARED)) as f64;
    let recall = graph.recall().unwrap_or(1.0);
    let work = format!("{} of {} rows, {cells:.0} cells, recall {recall:.3}", NEIGHBOURS, rows.nrows());
    kernels.push(bounds.product("neighbours", work, seconds, looks + learning + whole));
    let graph = graph.symmetrised();
    let values = (graph.edges() * rows.ncols() * SMOOTHING_STEPS) as f64;
    let work = format!("{} edges, {SMOOTHING_STEPS} steps", graph.edges());
    let started = Instant::now();
    let smooth = smoothed(rows, &graph, SMOOTHING_STEPS)?;
    kernels.push(bounds.scatter("smooth", work, started.elapsed().as_secs_f64(), values));
    Ok(smooth)
}

/// Stems of words and bigrams in at least 30 documents, as BM25 rows: the same work as a peer's vectoriser.
fn text_to_rows(
    documents: &[Document<'_>],
    bounds: &Bounds,
    kernels: &mut Vec<Kernel>,
) -> anyhow::Result<(FeatureModel, CsrMatrix)> {
    let params = FeatureParams::default()
        .phrases(PhraseParams::default().longest(2).minimum_npmi(-1.0))
        .minimum_frequency(FrequencyBound::Count(30))
        .check()?;
    let bytes: usize = documents.iter().map(|document| document.title.len() + document.body.len()).sum();
    let (seconds, (model, rows)) = best_of(|| {
        let (model, counts) = FeatureModel::fit(&params, documents)?;
        let rows = model.weigh(&counts.sums())?;
        Ok((model, rows))
    })?;
    let work = format!(
        "{:.1} MB, {:.1} MB/s, to {} terms",
        bytes as f64 / 1e6,
        bytes as f64 / 1e6 / seconds,
        rows.columns()
    );
    let row_bytes = rows.nonzeros() * (size_of::<u32>() + size_of::<f32>());
    kernels.push(bounds.text("text to rows", work, seconds, (bytes + row_bytes) as f64));
    Ok((model, rows))
}

fn inertia(vectors: &Array2<f32>, clusters: &[usize]) -> f64 {
    let mut sums = Array2::<f64>::zeros((CLUSTERS, vectors.ncols()));
    let mut sizes = vec![0_usize; CLUSTERS];
    let mut squares = 0.0;
    for (vector, &cluster) in vectors.rows().into_iter().zip(clusters) {
        sizes[cluster] += 1;
        for (sum, &value) in sums.row_mut(cluster).iter_mut().zip(vector) {
            *sum += f64::from(value);
            squares += f64::from(value) * f64::from(value);
        }
    }
    let explained: f64 =
        sums.rows().into_iter().zip(&sizes).map(|(sum, &size)| sum.dot(&sum) / size.max(1) as f64).sum();
    squares - explained
}
