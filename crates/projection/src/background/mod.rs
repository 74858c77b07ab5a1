//! The background: term vectors and document frequencies learned from a large dump and quantised to a few megabytes.
//!
//! A day's listing is too small to learn from, and its document frequencies mean little. `blend` gives such a
//! corpus the frequencies and vectors of the background for the terms the background knows. The larger the
//! corpus, the more its own statistics count and the further learning moves its vectors.

mod blend;
mod model;
mod quantized;

pub use blend::TermVectors;
pub use model::{BackgroundModel, Provenance};
pub(crate) use quantized::QuantizedRows;
