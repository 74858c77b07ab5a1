//! Ingesting as work that an engine such as Spark divides among processes and machines. Inputs are read one by one into rows of
//! records ([`IngestParams::read_rows`](crate::IngestParams::read_rows)); whoever moves rows brings those together that share a
//! key, directly or through others ([`connected`]); these become papers ([`papers_of_records`]), which are sorted by their keys and cut into the parts
//! of a corpus. What is found of near-duplicates goes by rows of that corpus ([`near`]). The papers are those of
//! [`IngestParams::run`](crate::IngestParams::run), however rows were divided.

mod connecting;
pub mod near;
mod packing;
mod paper_rows;
mod record_rows;

pub use connecting::connected;
pub use paper_rows::{PaperNotes, PaperRows, papers_of_records, papers_of_rows};
pub use record_rows::{RecordRows, listed};
