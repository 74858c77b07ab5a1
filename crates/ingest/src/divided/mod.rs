//! Ingestion in steps that an engine such as Spark can distribute over processes and machines.
//!
//! 1. Inputs are read one by one into rows of records
//!    ([`IngestParams::read_rows`](crate::IngestParams::read_rows)).
//! 2. The engine brings together the rows that share a key, directly or through others ([`connected`]).
//! 3. Each such set becomes papers ([`papers_of_records`]). The engine sorts them by key and cuts them into
//!    the parts of a corpus.
//! 4. Near-duplicates are found as pairs of rows of that corpus ([`near`]).
//!
//! The papers are those of [`IngestParams::run`](crate::IngestParams::run), however the rows were
//! partitioned.

mod connecting;
pub mod near;
mod packing;
mod paper_rows;
mod record_rows;

pub use connecting::connected;
pub use paper_rows::{PaperNotes, PaperRows, papers_of_records, papers_of_rows};
pub use record_rows::{RecordRows, listed};
