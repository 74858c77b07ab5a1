//! What the machine can do: sustained memory bandwidth and matrix products.

use std::hint::black_box;
use std::time::Instant;

use ndarray::Array2;
use rayon::prelude::*;
use serde::Serialize;
use thema_features::{multiply, multiply_sequential};

/// Values of each vector of the memory probes: 256 MiB as `f32`, beyond any cache.
const LENGTH: usize = 1 << 26;
/// Values that one task of a memory probe takes.
const TASK: usize = 1 << 20;
/// Side of the square matrices of the product probe.
const SIDE: usize = 2048;
/// Columns of the table that the gather probe reads, and its rows: 64 MiB.
const GATHER_COLUMNS: usize = 256;
const GATHER_ROWS: usize = 1 << 16;
/// Timed repetitions of a probe; the best counts, as in STREAM.
const REPETITIONS: usize = 5;

/// One measured bound.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Probe {
    /// What was measured.
    pub probe: &'static str,
    /// Threads that took part.
    pub threads: usize,
    /// The best of the repetitions.
    pub figure: f64,
    /// Unit of the figure.
    pub unit: &'static str,
}

/// Measures read and triad bandwidth as STREAM does (<https://www.cs.virginia.edu/stream/>), the gathering of
/// scattered rows of 1 KiB, and the product of square `f32` matrices, on the threads of the current rayon pool.
#[must_use]
pub fn measure_bounds() -> Vec<Probe> {
    let threads = rayon::current_num_threads();
    let probe = |probe, figure, unit| Probe { probe, threads, figure, unit };
    vec![
        probe("memory read", read_bandwidth(), "GB/s"),
        probe("memory triad", triad_bandwidth(), "GB/s"),
        probe("gather of 1 KiB rows", gather_bandwidth(), "GB/s"),
        probe("f32 matrix product", product_rate(threads), "GFLOP/s"),
    ]
}

/// The shortest of the repetitions, in seconds.
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

fn gather_bandwidth() -> f64 {
    let table = vec![1.0f32; GATHER_ROWS * GATHER_COLUMNS];
    // A permutation that jumps over the table: an odd multiplier modulo a power of two.
    let rows: Vec<usize> = (0..GATHER_ROWS).map(|row| (row * 40_503) % GATHER_ROWS).collect();
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
    (GATHER_ROWS * GATHER_COLUMNS * size_of::<f32>()) as f64 / seconds / 1e9
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
