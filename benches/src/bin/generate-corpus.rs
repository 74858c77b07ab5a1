//! Writes a generated corpus as a Kaggle arXiv snapshot or as OpenAlex works, and its labels.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Parser, ValueEnum};
use thema_benches::{Corpus, CorpusParams, write_labels, write_snapshot, write_works};

/// Writes a seeded synthetic corpus as JSON lines.
#[derive(Parser)]
struct Arguments {
    /// Number of papers, at most 20 million.
    #[arg(long, default_value_t = 10_000)]
    papers: u32,
    /// Number of clusters that papers are drawn from.
    #[arg(long, default_value_t = 40)]
    clusters: u32,
    /// Number of distinct words that belong to no cluster.
    #[arg(long, default_value_t = 400_000)]
    vocabulary: u32,
    /// Seed of everything that is drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What a line is like.
    #[arg(long, value_enum, default_value_t = Schema::Kaggle)]
    schema: Schema,
    /// File to write the papers to; standard output when missing.
    #[arg(long)]
    out: Option<PathBuf>,
    /// File to write `id,label` to.
    #[arg(long)]
    labels: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Schema {
    /// A paper of Kaggle's arXiv snapshot, some 1.3 KB.
    Kaggle,
    /// A work of OpenAlex, some 13 KB.
    #[value(name = "openalex")]
    OpenAlex,
}

fn main() -> anyhow::Result<()> {
    let Arguments { papers, clusters, vocabulary, seed, schema, out, labels } = Arguments::parse();
    let corpus = Corpus::new(CorpusParams { papers, clusters, vocabulary, seed })?;
    let mut writer: Box<dyn Write> = match &out {
        Some(path) => {
            Box::new(File::create(path).with_context(|| format!("cannot create {}", path.display()))?)
        }
        None => Box::new(io::stdout().lock()),
    };
    let mut buffered = BufWriter::with_capacity(1 << 20, &mut writer);
    match schema {
        Schema::Kaggle => write_snapshot(&corpus, &mut buffered)?,
        Schema::OpenAlex => write_works(&corpus, &mut buffered)?,
    }
    buffered.flush()?;
    if let Some(path) = labels {
        let file = File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
        let mut buffered = BufWriter::new(file);
        write_labels(&corpus, &mut buffered)?;
        buffered.flush()?;
    }
    Ok(())
}
