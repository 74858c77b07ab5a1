//! Measures the limits of this machine, with one thread and with all, and
//! writes them to standard output as JSON.

use std::io::{self, Write};
use std::num::NonZero;
use std::thread::available_parallelism;

use anyhow::Context;
use serde::Serialize;
use thema_benches::{Probe, measure_bounds};

#[derive(Serialize)]
struct Roofline {
    probes: Vec<Probe>,
}

fn main() -> anyhow::Result<()> {
    let all = available_parallelism().map_or(1, NonZero::get);
    let mut probes = Vec::new();
    for threads in if all > 1 { vec![1, all] } else { vec![1] } {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("no threads")?;
        probes.extend(pool.install(measure_bounds));
    }
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &Roofline { probes })?;
    writeln!(out)?;
    Ok(())
}
