//! V-measure and adjusted Rand index of plain spherical k-means, without smoothing, for every weight, length of phrases and
//! projection: `projection-quality PAPERS.jsonl LABELS.csv CLUSTERS`, scored on the first 6,000 papers, mean of three
//! seeds. PAPERS has `title` and `abstract` a line; the last column of LABELS is the label, one row a paper in the same order.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

use clap::Parser;
use linfa::traits::Fit;
use linfa::{DatasetBase, ParamGuard};
use ndarray::Array2;
use serde::Deserialize;
use thema_cluster::algorithms::{Algorithm, ClusteringParams};
use thema_cluster::neighbours::centred;
use thema_cluster::quality::Contingency;
use thema_features::analysis::PhraseParams;
use thema_features::{
    BackgroundModel, ContrastiveParams, Document, FeatureModel, FeatureParams, FrequencyBound, Projection,
    ProjectionMethod, ProjectionParams, TrainingRows, Weighting,
};

const SCORED: usize = 6_000;
const SEEDS: [u64; 3] = [1, 2, 3];
const BATCH: usize = 1_024;
/// Passes of learning from the set alone, and from the background on: those of `thema run` at this size.
const EPOCHS: usize = 12;
const CONTINUED_EPOCHS: usize = 4;

#[derive(Parser)]
struct Arguments {
    papers: PathBuf,
    labels: PathBuf,
    clusters: usize,
}

#[derive(Deserialize)]
struct Paper {
    title: String,
    #[serde(rename = "abstract")]
    body: String,
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
    let papers = BufReader::new(File::open(&arguments.papers)?)
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<anyhow::Result<Vec<Paper>>>()?;
    let labels = labels(&arguments.labels)?;
    let documents: Vec<Document<'_>> =
        papers.iter().map(|paper| Document { title: &paper.title, body: &paper.body }).collect();
    let background = BackgroundModel::shipped()?;
    let ways = [
        ("LSA", Vectors::Lsa),
        ("learned from the set", Vectors::Alone),
        ("background", Vectors::Background { epochs: 0 }),
        ("background, learned on", Vectors::Background { epochs: CONTINUED_EPOCHS }),
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
            let training = TrainingRows { documents: &rows, titles: &titles, bodies: &bodies };
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
                let (v, ari) = score(&projection.project(&rows)?, &labels, arguments.clusters)?;
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

/// Mean V-measure and adjusted Rand index over the seeds.
fn score(vectors: &Array2<f32>, labels: &[u32], clusters: usize) -> anyhow::Result<(f64, f64)> {
    let vectors = centred(vectors)?;
    let (mut v, mut ari) = (0.0, 0.0);
    for seed in SEEDS {
        let params = ClusteringParams::new(Algorithm::SphericalKMeans, clusters).seed(seed).check()?;
        let found = params.fit(&DatasetBase::from(vectors.view()))?.assignments();
        let scored = SCORED.min(labels.len()).min(found.len());
        let agreement = Contingency::new(&labels[..scored], &found[..scored])?.agreement();
        v += agreement.v_measure / SEEDS.len() as f64;
        ari += agreement.adjusted_rand / SEEDS.len() as f64;
    }
    Ok((v, ari))
}

/// Labels by the order of their first paper.
fn labels(path: &PathBuf) -> anyhow::Result<Vec<u32>> {
    let mut names: Vec<String> = Vec::new();
    let mut labels = Vec::new();
    for line in BufReader::new(File::open(path)?).lines().skip(1) {
        let line = line?;
        let name = line.rsplit(',').next().unwrap_or_default().trim().to_owned();
        let number = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        labels.push(number as u32);
    }
    Ok(labels)
}
