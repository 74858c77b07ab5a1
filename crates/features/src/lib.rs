//! Turns texts into vectors: text analysis, vocabulary, TF-IDF and BM25 rows, and the projection learned from
//! the texts themselves. This room takes `&str` and gives sparse rows and dense vectors; it knows nothing of
//! papers or themes.

mod csr;
mod dense;
mod error;

pub use csr::{CsrMatrix, SparseRow};
pub use dense::{
    multiply, multiply_sequential, multiply_transposed, normalize, normalize_rows, squared_norm,
};
pub use error::FeatureError;
