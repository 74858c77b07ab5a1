//! Loads research abstracts: bytes in, a reconciled corpus out.
//!
//! A [`Source`] reads one format and streams [`Record`]s to a [`Sink`]; a bad record is rejected with its place
//! and reason and the run goes on. Reconciliation joins the records of one paper, whatever its versions,
//! cross-lists and copies. This room knows formats and papers; it knows nothing of terms, vectors or themes.

mod arxiv_id;
mod author_names;
mod category;
mod category_names;
mod decompress;
mod document;
mod doi;
mod error;
mod format;
mod html_tokens;
mod input;
mod partial_date;
mod raw_input;
mod record;
mod reject;
mod sniff;
mod source;
mod sources;
mod timestamp;
mod whitespace;
mod xml;

pub use arxiv_id::ArxivId;
pub use error::{IngestError, ParseError, SourceError};
pub use format::Format;
pub use input::{STANDARD_INPUT, find_inputs};
pub use record::Record;
pub use reject::Reject;
pub use sniff::{SNIFF_BYTES, sniff};
pub use source::{Position, Sink, Source};
pub use sources::source;
pub use timestamp::Timestamp;
