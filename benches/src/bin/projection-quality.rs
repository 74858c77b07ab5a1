//! V-measure and adjusted Rand index of plain spherical k-means, without smoothing, for every weight, length of phrases and
//! projection: `projection-quality PAPERS.jsonl LABELS.csv CLUSTERS`, scored on the first 6,000 papers, mean of three
//! seeds. PAPERS is any input of `thema run`; the first column of LABELS is the paper's id, the last its label.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Parser;
use linfa::traits::Fit;
use linfa::{DatasetBase, ParamGuard};
use ndarray::Array2;
use thema_cluster::agreement::Contingency;
use thema_cluster::algorithms::{Algorithm, ClusteringParams};
use thema_cluster::neighbours::centred;
use thema_features::analysis::PhraseParams;
use thema_features::{Document, FeatureModel, FeatureParams, FrequencyBound, Weighting};
use thema_ingest::{Corpus, IngestParams};
use thema_projection::{
    BackgroundModel, ContrastiveParams, Projection, ProjectionMethod, ProjectionParams, TrainingRows,
};

const SCORED: usize = 6_000;
const SEEDS: [u64; 3] = [1, 2, 3];
const BATCH: usize = 1_024;
/// Papers of its authors that a paper is learned beside: those of `thema run`.
const PARTNERS: usize = 2;
/// Passes of learning: those of `thema run` at this size.
const EPOCHS: usize = 12;

#[derive(Parser)]
struct Arguments {
    papers: PathBuf,
    labels: PathBuf,
    clusters: usize,
}

/// How rows become vectors.
#[derive(Clone, Copy)]
enum Vectors {
    Lsa,
    Alone,
    Background { epochs: usize },
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let corpus = IngestParams::new().run(std::slice::from_ref(&arguments.papers), &|_| {})?.corpus;
    let documents: Vec<Document<'_>> = (0..corpus.len())
        .map(|row| Document { title: corpus.title(row), body: corpus.abstract_text(row) })
        .collect();
    let labelled = labelled(&arguments.labels, &corpus)?;
    let related = corpus.pairs_by_author(&(0..corpus.len() as u32).collect::<Vec<_>>(), PARTNERS);
    let background = BackgroundModel::shipped()?;
    let ways = [
        ("LSA", Vectors::Lsa),
        ("learned from the set", Vectors::Alone),
        ("background", Vectors::Background { epochs: 0 }),
        ("background, learned on", Vectors::Background { epochs: EPOCHS }),
    ];
    let mut out = io::stdout().lock();
    writeln!(out, "| weight | words of a phrase | {} |", ways.map(|(name, _)| name).join(" | "))?;
    writeln!(out, "|---|---|{}", "---|".repeat(ways.len()))?;
    for (weight, weighting) in
        [("bm25", Weighting::default()), ("tfidf", Weighting::TfIdf { sublinear: true })]
    {
        for longest in 1..=3 {
            let params = FeatureParams::default()
                .phrases(PhraseParams::default().longest(longest))
                .minimum_frequency(FrequencyBound::Count(3))
                .maximum_frequency(FrequencyBound::Share(0.2))
                .weighting(weighting)
                .check()?;
            let (model, counts) = FeatureModel::fit(&params, &documents)?;
            let rows = model.weigh(&counts.sums())?;
            let (titles, bodies) =
                (model.weigh_titles(counts.titles())?, model.weigh_bodies(counts.bodies())?);
            let training =
                TrainingRows { documents: &rows, titles: &titles, bodies: &bodies, related: &related };
            let mut cells = Vec::new();
            for (_, way) in ways {
                let projection = match way {
                    Vectors::Lsa => {
                        Projection::fit(&projection(ProjectionMethod::Lsa, 0).check()?, training)?
                    }
                    Vectors::Alone => {
                        Projection::fit(&projection(ProjectionMethod::Contrastive, 0).check()?, training)?
                    }
                    Vectors::Background { epochs } => Projection::fit_from(
                        &projection(ProjectionMethod::Contrastive, epochs).check()?,
                        background.vectors_of(&model),
                        training,
                    )?,
                };
                let (v, ari) = score(&projection.project(&rows)?, &labelled, arguments.clusters)?;
                cells.push(format!("{v:.3} / {ari:.3}"));
            }
            writeln!(out, "| {weight} | {longest} | {} |", cells.join(" | "))?;
        }
    }
    Ok(())
}

fn projection(method: ProjectionMethod, continued: usize) -> ProjectionParams {
    ProjectionParams::default()
        .method(method)
        .contrastive(ContrastiveParams::default().epochs(EPOCHS).batch(BATCH))
        .continued(ContrastiveParams::continued().epochs(continued).batch(BATCH))
        .seed(SEEDS[0])
}

/// Mean V-measure and adjusted Rand index over the seeds, of the `labelled` rows.
fn score(vectors: &Array2<f32>, labelled: &[(usize, u32)], clusters: usize) -> anyhow::Result<(f64, f64)> {
    let vectors = centred(vectors)?;
    let labels: Vec<u32> = labelled.iter().map(|&(_, label)| label).collect();
    let (mut v, mut ari) = (0.0, 0.0);
    for seed in SEEDS {
        let params = ClusteringParams::new(Algorithm::SphericalKMeans, clusters).seed(seed).check()?;
        let found = params.fit(&DatasetBase::from(vectors.view()))?.assignments();
        let found: Vec<_> = labelled.iter().map(|&(row, _)| found[row]).collect();
        let agreement = Contingency::new(&labels, &found)?.agreement();
        v += agreement.v_measure / SEEDS.len() as f64;
        ari += agreement.adjusted_rand / SEEDS.len() as f64;
    }
    Ok((v, ari))
}

/// The first papers of the file that the corpus holds, by row, with their labels as numbers.
fn labelled(path: &PathBuf, corpus: &Corpus) -> anyhow::Result<Vec<(usize, u32)>> {
    let row_of: BTreeMap<&str, usize> = (0..corpus.len()).map(|row| (corpus.key(row), row)).collect();
    let mut names: Vec<String> = Vec::new();
    let mut labelled = Vec::new();
    for line in BufReader::new(File::open(path)?).lines().skip(1).take(SCORED) {
        let line = line?;
        let (id, name) = line.split_once(',').context("a row of labels has an id and a label")?;
        let name = name.rsplit(',').next().unwrap_or(name);
        let number = names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        });
        labelled.extend(row_of.get(id).map(|&row| (row, number as u32)));
    }
    Ok(labelled)
}
