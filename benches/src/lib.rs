//! Seeded synthetic corpora of any size for the benches.
//!
//! [`Corpus`] draws papers whose terms follow a Zipf-Mandelbrot law and whose clusters are known, so that a
//! bench can check what it timed and a scaling run needs no download. Paper `i` depends only on the
//! parameters and `i`: a corpus can be generated in any order and by any number of threads, and a larger
//! corpus begins with the papers of a smaller one (except identifiers and dates). The program
//! `generate-corpus` writes one as a Kaggle arXiv snapshot or as OpenAlex works.

mod alias;
mod calendar;
mod corpus;
mod counter;
mod kaggle;
mod lines;
mod openalex;
mod probe;
mod words;
mod workload;

pub use corpus::{Corpus, CorpusError, CorpusParams, Paper};
pub use counter::Counter;
pub use kaggle::{write_labels, write_snapshot};
pub use openalex::write_works;
pub use probe::{GATHER, MEMORY_READ, PRODUCT, Probe, ZIPF_GATHER, measure_bounds};
pub use workload::{Workload, clustered_vectors};

/// The sizes of every criterion bench, in papers.
pub const SIZES: [u32; 3] = [1_000, 4_000, 16_000];
