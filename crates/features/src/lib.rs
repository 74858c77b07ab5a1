//! Turns texts into vectors: text analysis, vocabulary, TF-IDF and BM25 rows, and the projection learned from
//! the texts themselves. This room takes `&str` and gives sparse rows and dense vectors; it knows nothing of
//! papers or themes.

pub mod analysis;
mod background;
mod contrastive;
mod counting;
mod csr;
mod dense;
mod document;
mod error;
mod model;
mod params;
mod projection;
mod sparse_product;
mod storage;
mod svd;
mod symmetric_eigen;
mod task_progress;
mod weight;

pub use background::{BackgroundModel, Provenance, TermVectors};
pub use contrastive::{Contrastive, ContrastiveParams, ContrastiveValidParams, Epoch, HeldOut};
pub use counting::{CountMatrix, CountRow, DocumentCounts, DocumentFrequencies, FrequencyBound, Vocabulary};
pub use csr::{CsrMatrix, SparseRow};
pub use dense::{
    multiply, multiply_sequential, multiply_transposed, normalize, normalize_rows, squared_norm,
};
pub use document::Document;
pub use error::FeatureError;
pub use model::{FeatureModel, MeanLengths};
pub use params::{FeatureParams, FeatureValidParams};
pub use projection::{Projection, ProjectionMethod, ProjectionParams, ProjectionValidParams, TrainingRows};
pub use svd::{SvdParams, SvdValidParams, TruncatedSvd};
pub use task_progress::TaskProgress;
pub use weight::{Weigher, Weighting};
