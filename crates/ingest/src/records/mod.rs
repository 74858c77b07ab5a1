//! One record of one input, the two traits that carry it from reader to receiver, and the columnar store for
//! many.

pub(crate) mod category_list;
pub(crate) mod cleaning;
mod date_tally;
pub(crate) mod keywords;
mod record;
mod record_batch;
pub(crate) mod record_block;
pub(crate) mod record_store;
mod reject;
mod source;
mod source_error;
mod text_store;
pub(crate) mod withdrawal;

pub(crate) use date_tally::DateTally;
pub use date_tally::{DateLosses, DateTexts};
pub use record::Record;
pub use record_batch::RecordBatch;
pub use reject::Reject;
pub use source::{Position, Sink, Source};
pub use source_error::SourceError;
