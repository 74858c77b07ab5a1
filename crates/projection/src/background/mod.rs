//! What is known before a corpus is read: term vectors and document frequencies learned from a large dump, quantised
//! to a few megabytes.
//!
//! A day's listing is too small to learn from, and its document frequencies say little. `blend` gives such a corpus
//! the frequencies and vectors of the background for the terms that it knows; the larger the corpus, the more its own
//! statistics weigh and the further learning moves its vectors.

mod blend;
mod model;
mod quantized;

pub use blend::TermVectors;
pub use model::{BackgroundModel, Provenance};
pub(crate) use quantized::QuantizedRows;
