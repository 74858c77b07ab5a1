//! Whether a text belongs to a corpus at all, and not only where in it it lies nearest: how familiar its words are, in
//! which language it is, whether it is the notice of a withdrawal. Everything is learned from the corpus itself, and
//! judging one text needs nothing but the text and what was learned.

mod corpus_fit;
mod familiarity;
mod language;
mod notice;
mod reliability;
mod spread;
mod word_counts;
mod word_table;
mod words;

pub use corpus_fit::{CorpusFit, CorpusFitParams, CorpusFitValidParams, Judgement};
pub(crate) use reliability::Nearness;
pub use reliability::{Reliability, ReliabilityBin};
