//! Seeded synthetic corpora for the benches, of any size.
//!
//! [`Corpus`] draws papers whose terms follow a Zipf-Mandelbrot law and whose clusters are known, so that a bench
//! can assert what it timed and a scaling run needs no download. Paper `i` depends on the parameters and on `i`
//! alone: a corpus is read in any order, by any number of threads, and a larger corpus begins with the papers of a
//! smaller one (identifiers and dates aside). The program `generate-corpus` writes one as a Kaggle arXiv snapshot.

mod alias;
mod corpus;
mod counter;
mod kaggle;
mod probe;
mod words;
mod workload;

pub use corpus::{Corpus, CorpusError, CorpusParams, Paper};
pub use counter::Counter;
pub use kaggle::{write_labels, write_snapshot};
pub use probe::{GATHER, MEMORY_READ, PRODUCT, Probe, ZIPF_GATHER, measure_bounds};
pub use workload::{Workload, clustered_vectors};

/// The sizes, in papers, of every criterion bench.
pub const SIZES: [u32; 3] = [1_000, 4_000, 16_000];
