//! Runs one kernel on a small generated input a given number of times, for a
//! profiler or an instruction counter.
//!
//! `run-kernel KERNEL TIMES`. Preparing the input costs the same for any number of times, so the cost of one
//! call is the difference between two runs.

use anyhow::{Context, bail};
use clap::{Parser, ValueEnum};
use linfa::traits::Fit;
use linfa::{DatasetBase, ParamGuard};
use ndarray::Array2;
use thema_benches::{Workload, clustered_vectors};
use thema_cluster::neighbours::NeighbourGraphParams;
use thema_cluster::spherical_kmeans::SphericalKMeans;
use thema_features::{FeatureModel, FeatureParams};
use thema_projection::{Contrastive, ContrastiveParams, TrainingRows};

const PAPERS: u32 = 400;
const COLUMNS: usize = 64;
const CLUSTERS: usize = 10;

/// The kernels that can be run.
#[derive(Clone, Copy, ValueEnum)]
enum Kernel {
    /// Texts to a vocabulary and counts.
    Analyse,
    /// Counts to weighted rows.
    Weigh,
    /// An epoch of contrastive learning.
    Learn,
    /// Spherical k-means.
    Cluster,
    /// The graph of nearest neighbours.
    Neighbours,
}

/// Runs one kernel as often as asked.
#[derive(Parser)]
struct Arguments {
    kernel: Kernel,
    times: u32,
}

fn main() -> anyhow::Result<()> {
    let Arguments { kernel, times } = Arguments::parse();
    // Instruction counts must not depend on the machine's cores.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().context("a pool exists already")?;
    let workload = Workload::new(PAPERS);
    let documents = workload.documents();
    let params = FeatureParams::default().check()?;
    let (model, counts) = FeatureModel::fit(&params, &documents)?;
    let sums = counts.sums();
    let (titles, bodies) = (model.weigh_titles(counts.titles())?, model.weigh_bodies(counts.bodies())?);
    let rows = model.weigh(&sums)?;
    let training = TrainingRows { documents: &rows, titles: &titles, bodies: &bodies, related: &[] };
    let learning = ContrastiveParams::default().epochs(1).batch(128).check()?;
    let table = Array2::from_shape_fn((model.vocabulary().len(), COLUMNS), |(term, column)| {
        ((term * 31 + column * 17) % 97) as f32 / 970.0 - 0.05
    });
    let vectors = clustered_vectors(PAPERS as usize, COLUMNS, CLUSTERS);
    let dataset = DatasetBase::from(vectors.view());
    let mut outcome = 0;
    for _ in 0..times {
        outcome += match kernel {
            Kernel::Analyse => FeatureModel::fit(&params, &documents)?.0.vocabulary().len(),
            Kernel::Weigh => model.weigh(&sums)?.nonzeros(),
            Kernel::Learn => Contrastive::fit(&learning, training, table.clone())?.epochs().len(),
            Kernel::Cluster => SphericalKMeans::params(CLUSTERS).check()?.fit(&dataset)?.sizes().len(),
            Kernel::Neighbours => NeighbourGraphParams::new(15).check()?.fit(&dataset)?.edges(),
        };
    }
    if times > 0 && outcome == 0 {
        bail!("the kernel gave nothing");
    }
    Ok(())
}
