//! Turns texts into sparse rows: text analysis, vocabulary, TF-IDF and BM25 weights. The crate takes `&str`
//! and returns a [`CsrMatrix`]; it knows nothing of papers, dense vectors or themes.

pub mod analysis;
mod counting;
mod csr;
mod document;
mod error;
mod model;
mod params;
pub mod storage;
mod unit_rows;
mod weight;

pub use counting::{CountMatrix, CountRow, DocumentCounts, DocumentFrequencies, FrequencyBound, Vocabulary};
pub use csr::{CsrMatrix, SparseRow};
pub use document::{Document, NOTES};
pub use error::FeatureError;
pub use model::{FeatureModel, MeanLengths};
pub use params::{FeatureParams, FeatureValidParams};
pub use unit_rows::{centred_at, normalize, normalize_rows, squared_norm};
pub use weight::{Weigher, Weighting};
