//! Whether a text belongs to a corpus at all, rather than where in the corpus it lies: how familiar its words
//! are, what language it is in, and whether it is a withdrawal notice. Everything is learned from the corpus,
//! and judging a text needs only the text and what was learned.

mod common_words;
mod corpus_fit;
mod familiarity;
mod language;
mod notice;
mod reliability;
mod spread;
mod word_counts;
mod word_table;
mod words;

pub use common_words::CommonWords;
pub use corpus_fit::{CorpusFit, CorpusFitParams, CorpusFitValidParams, Judgement};
pub use language::language_of;
pub(crate) use reliability::Nearness;
pub use reliability::{Reliability, ReliabilityBin};
