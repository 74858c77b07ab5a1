//! Loads research abstracts: bytes in, a reconciled corpus out.
//!
//! A [`Source`] reads one format and streams [`Record`]s to a [`Sink`]. A bad record is rejected with its
//! position and a reason, and the run goes on. Reconciliation joins the records of one paper across versions,
//! cross-lists and copies. This crate knows formats and papers; it knows nothing of terms, vectors or themes.

mod corpus;
pub mod divided;
mod error;
mod format;
pub mod harvest;
mod identifiers;
mod ingest;
mod input;
mod reconcile;
mod records;
mod sources;
mod spill;
mod text;
mod xml;

pub use corpus::{Corpus, CorpusParts, NearIndex, SourceReference};
pub use error::IngestError;
pub use format::Format;
pub use identifiers::{ArxivId, category_name, country_name, language_name};
pub use ingest::{
    FieldDescription, IngestParams, Ingested, IngestedParts, InputDescription, InputNotes, InputSummary,
    Thinned,
};
pub use input::{STANDARD_INPUT, TextEncoding, check_parquet_directory, find_inputs, input_name};
pub use reconcile::{Additions, Reconciliation, ReconciliationReason, ReconciliationRow};
pub use records::{DateLosses, DateTexts, Position, Record, RecordBatch, Reject, Sink, Source, SourceError};
pub use sources::{
    ArrowTable, Column, ColumnMapping, ColumnMappingError, ColumnUse, SNIFF_BYTES, sniff, source,
    table_source,
};
pub use text::{DateOrder, ParseError, Precision, Timestamp, plain, readable_title};
