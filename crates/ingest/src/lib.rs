//! Loads research abstracts: bytes in, a reconciled corpus out.
//!
//! A [`Source`] reads one format and streams [`Record`]s to a [`Sink`]; a bad record is rejected with its place
//! and reason and the run goes on. Reconciliation joins the records of one paper, whatever its versions,
//! cross-lists and copies. This room knows formats and papers; it knows nothing of terms, vectors or themes.

mod archive;
mod arxiv_id;
mod author_names;
mod category;
mod category_names;
mod cleaning;
mod collecting;
mod column_mapping;
mod corpus;
mod decompress;
mod document;
mod doi;
mod error;
mod format;
pub mod harvest;
mod html_tokens;
mod ingest;
mod input;
mod latex_accents;
mod mojibake;
mod near_duplicates;
mod parquet_pages;
mod partial_date;
mod progress;
mod raw_input;
mod reading;
mod reconcile;
mod record;
mod record_batch;
mod record_store;
mod reject;
mod sniff;
mod source;
mod sources;
mod text_store;
mod timestamp;
mod whitespace;
mod withdrawal;
mod xml;

pub use arxiv_id::ArxivId;
pub use column_mapping::{Column, ColumnMapping, ColumnMappingError};
pub use corpus::{Corpus, SourceReference};
pub use error::{IngestError, ParseError, SourceError};
pub use format::Format;
pub use ingest::{IngestParams, Ingested, InputSummary};
pub use input::{STANDARD_INPUT, find_inputs};
pub use progress::Progress;
pub use reconcile::{Additions, Reconciliation, ReconciliationReason, ReconciliationRow};
pub use record::Record;
pub use record_batch::RecordBatch;
pub use reject::Reject;
pub use sniff::{SNIFF_BYTES, sniff};
pub use source::{Position, Sink, Source};
pub use sources::{source, table_source};
pub use timestamp::Timestamp;
