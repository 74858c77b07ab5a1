//! A run that an engine such as Spark divides among processes and machines.
//!
//! The engine moves rows and blocks of bytes; this module does everything else. The engine maps over:
//!
//! - inputs, read into rows of records ([`Engine::read_rows`](crate::Engine::read_rows));
//! - records that share a key, made into papers ([`papers_of_records`]);
//! - sorted papers, made into parts of the corpus ([`papers_of_rows`], [`Corpus`]), and the near-duplicates
//!   in them ([`near`]);
//! - parts, for what learning draws of them ([`Roles::draw`]);
//! - parts, for the places of their papers ([`Places::place`]), with tallies that [merge](merged).
//!
//! A [`DividedRun`] on one machine receives the result of each step, learns the themes and writes the run
//! directory. It is byte for byte the one [`Engine::run`](crate::Engine::run) writes for the same inputs,
//! except for `timings.json`.

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
