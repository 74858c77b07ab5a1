//! V-measure and adjusted Rand index of whole runs by weighting, projection and smoothing:
//! `projection-quality PAPERS LABELS.csv CLUSTERS`, scored on the first 6,000 labels, mean of three seeds.
//! PAPERS is any input of `thema run`; LABELS has the columns `id` and `label`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Parser;
use thema::{Choice, Engine, Grouping, Inputs, Labels, ProjectionMethod, Settings, Weight, eval};

const SCORED: usize = 6_000;
const SEEDS: [u64; 3] = [1, 2, 3];

#[derive(Parser)]
struct Arguments {
    papers: PathBuf,
    labels: PathBuf,
    clusters: usize,
}

/// How rows become vectors: a name, the method, and the background it starts from.
const WAYS: [(&str, ProjectionMethod, Choice); 3] = [
    ("LSA", ProjectionMethod::Lsa, Choice::None),
    ("learned from the set", ProjectionMethod::Contrastive, Choice::None),
    ("learned from the set on top of the background", ProjectionMethod::Contrastive, Choice::Auto),
];

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let home = tempfile::tempdir()?;
    let mut out = io::stdout().lock();
    writeln!(out, "| weight | smoothing | {} |", WAYS.map(|(name, ..)| name).join(" | "))?;
    writeln!(out, "|---|---|{}", "---|".repeat(WAYS.len()))?;
    for (weight, name) in [(Weight::Bm25, "bm25"), (Weight::Tfidf, "tfidf")] {
        for steps in [0, Settings::default().clusters.smoothing_steps] {
            let mut cells = Vec::new();
            for (_, projection, background) in &WAYS {
                let mut settings = Settings::default();
                settings.clusters.count = Some(arguments.clusters);
                settings.clusters.smoothing_steps = steps;
                settings.features.weight = weight;
                settings.features.projection = *projection;
                settings.features.background = background.clone();
                settings.themes.taxonomy = Choice::None;
                cells.push(score(&arguments, &settings, home.path())?);
            }
            writeln!(out, "| {name} | {steps} | {} |", cells.join(" | "))?;
        }
    }
    Ok(())
}

/// Mean V-measure and adjusted Rand index over the seeds.
fn score(arguments: &Arguments, settings: &Settings, home: &Path) -> anyhow::Result<String> {
    let (mut v, mut ari) = (0.0, 0.0);
    for seed in SEEDS {
        let run = home.join("run");
        let engine = Engine::new(Settings { seed, ..settings.clone() })?;
        engine.run(&Inputs::new([&arguments.papers]), &run, true)?;
        let labels = Labels::File(arguments.labels.clone());
        let agreement = eval(&run, &labels, Grouping::Cluster, Some(SCORED))?.agreement;
        v += agreement.v_measure / SEEDS.len() as f64;
        ari += agreement.adjusted_rand / SEEDS.len() as f64;
    }
    Ok(format!("{v:.3} / {ari:.3}"))
}
