//! A run that an engine such as Spark divides among processes and machines.
//!
//! The engine moves rows and blocks of bytes, this module does the rest. What it maps over:
//! records of inputs ([`Engine::read_rows`](crate::Engine::read_rows)), papers of records that share a key ([`papers_of_records`]), parts of the corpus
//! ([`papers_of_rows`], [`Corpus`]), near-duplicates among them ([`near`]), what learning draws of a part
//! ([`Roles::draw`]), and places ([`Places::place`]), whose tallies [add up](merged). A [`DividedRun`], on one machine, is told what
//! came of each step, learns the themes and writes the run directory: byte for byte the one of
//! [`Engine::run`](crate::Engine::run) over the same inputs but for `timings.json`.

mod blocks;
mod places;
mod reading;
mod roles;
mod run;

pub use places::{Places, merged};
pub use reading::list;
pub use roles::Roles;
pub use run::DividedRun;

pub use thema_ingest::divided::{
    PaperNotes, PaperRows, RecordRows, connected, near, papers_of_records, papers_of_rows,
};
pub use thema_ingest::{Corpus, CorpusParts, InputNotes};
