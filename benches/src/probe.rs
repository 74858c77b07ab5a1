//! The limits of the machine: sustained memory bandwidth and matrix products.

use std::hint::black_box;
use std::time::Instant;

use ndarray::Array2;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::Serialize;
use thema_projection::{multiply, multiply_sequential};

use crate::alias::AliasTable;

/// Values of each vector of the memory probes: 256 MiB as `f32`, beyond any cache.
const LENGTH: usize = 1 << 26;
/// Values per task of a memory probe.
const TASK: usize = 1 << 20;
/// Side of the square matrices of the product probe.
const SIDE: usize = 2048;
/// Columns of the table that the gather probe reads, and its rows: 64 MiB.
const GATHER_COLUMNS: usize = 256;
const GATHER_ROWS: usize = 1 << 16;
/// Rows read by the probe of gathering by Zipf's law.
const ZIPF_DRAWS: usize = 1 << 20;
/// Name of the probe that reads memory sequentially: the bound of stages over text.
pub const MEMORY_READ: &str = "memory read";
/// Name of the probe that reads every row of a table once, in scattered order: the bound of means over neighbours.
pub const GATHER: &str = "gather of 1 KiB rows";
/// Name of the probe that reads rows as often as terms occur: the bound of sparse rows times a dense table.
pub const ZIPF_GATHER: &str = "gather of 1 KiB rows by Zipf's law";
/// Name of the probe that multiplies square matrices: the bound of dense stages.
pub const PRODUCT: &str = "f32 matrix product";
/// Timed repetitions of a probe; the best counts, as in STREAM.
const REPETITIONS: usize = 5;

/// One measured limit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Probe {
    /// What was measured.
    pub probe: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// The best of the repetitions.
    pub figure: f64,
    /// Unit of the figure.
    pub unit: &'static str,
}

/// Measures read and triad bandwidth as STREAM does (<https://www.cs.virginia.edu/stream/>), gathering of 1
/// KiB rows, scattered and by Zipf's law, and the product of square `f32` matrices, on the threads of the
/// current rayon pool.
#[must_use]
pub fn measure_bounds() -> Vec<Probe> {
    let threads = rayon::current_num_threads();
    let probe = |probe, figure, unit| Probe { probe, threads, figure, unit };
    vec![
        probe(MEMORY_READ, read_bandwidth(), "GB/s"),
        probe("memory triad", triad_bandwidth(), "GB/s"),
        probe(GATHER, gather_bandwidth(&scattered_rows()), "GB/s"),
        probe(ZIPF_GATHER, gather_bandwidth(&zipf_rows()), "GB/s"),
        probe(PRODUCT, product_rate(threads), "GFLOP/s"),
    ]
}

/// An order that visits every row once and jumps across the table: an odd multiplier modulo a power of two.
fn scattered_rows() -> Vec<usize> {
    (0..GATHER_ROWS).map(|row| (row * 40_503) % GATHER_ROWS).collect()
}

/// Rows sampled like terms, the r-th most frequent in proportion to 1/r; frequent rows stay in the caches.
fn zipf_rows() -> Vec<usize> {
    let table = AliasTable::zipf_mandelbrot(GATHER_ROWS as u32, 0.0, 1.0);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    (0..ZIPF_DRAWS).map(|_| table.draw(&mut random) as usize).collect()
}

/// The shortest time of the repetitions, in seconds.
fn best(mut work: impl FnMut()) -> f64 {
    (0..REPETITIONS)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min)
}

fn read_bandwidth() -> f64 {
    let values = vec![1u32; LENGTH];
    let seconds = best(|| {
        let sum: u32 =
            values.par_chunks(TASK).map(|part| part.iter().fold(0u32, |sum, &v| sum.wrapping_add(v))).sum();
        black_box(sum);
    });
    (LENGTH * size_of::<u32>()) as f64 / seconds / 1e9
}

fn triad_bandwidth() -> f64 {
    let (b, c) = (vec![1.0f32; LENGTH], vec![2.0f32; LENGTH]);
    let mut a = vec![0.0f32; LENGTH];
    let seconds = best(|| {
        a.par_chunks_mut(TASK).zip(b.par_chunks(TASK)).zip(c.par_chunks(TASK)).for_each(|((a, b), c)| {
            for ((a, b), c) in a.iter_mut().zip(b).zip(c) {
                *a = b + 3.0 * c;
            }
        });
        black_box(&a);
    });
    (3 * LENGTH * size_of::<f32>()) as f64 / seconds / 1e9
}

fn gather_bandwidth(rows: &[usize]) -> f64 {
    let table = vec![1.0f32; GATHER_ROWS * GATHER_COLUMNS];
    let seconds = best(|| {
        rows.par_chunks(1024).for_each(|rows| {
            let mut sum = [0.0f32; GATHER_COLUMNS];
            for &row in rows {
                let values = &table[row * GATHER_COLUMNS..(row + 1) * GATHER_COLUMNS];
                for (sum, value) in sum.iter_mut().zip(values) {
                    *sum += value;
                }
            }
            black_box(sum);
        });
    });
    (rows.len() * GATHER_COLUMNS * size_of::<f32>()) as f64 / seconds / 1e9
}

fn product_rate(threads: usize) -> f64 {
    let a = Array2::from_shape_fn((SIDE, SIDE), |(i, j)| ((i * 7 + j) % 13) as f32 - 6.0);
    let mut out = Array2::zeros((SIDE, SIDE));
    let seconds = best(|| {
        if threads == 1 {
            multiply_sequential(a.view(), a.view(), &mut out.view_mut());
        } else {
            multiply(a.view(), a.view(), &mut out.view_mut());
        }
        black_box(&out);
    });
    2.0 * (SIDE as f64).powi(3) / seconds / 1e9
}
