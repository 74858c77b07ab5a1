//! Turns sparse rows into dense vectors: a projection learned from the texts themselves, the background that a
//! small corpus starts from, and the matrix products behind both. The crate takes a
//! [`CsrMatrix`](thema_features::CsrMatrix) and returns an `Array2<f32>`; it knows nothing of papers or themes.

mod background;
mod contrastive;
mod dot;
mod principal;
mod product;
mod projected;
mod projection;
mod reduction;
mod regression;
mod sparse_product;
mod storage;
mod svd;
mod symmetric_eigen;
mod training_rows;
mod transposed_product;

pub use background::{BackgroundModel, Provenance, TermVectors};
pub use contrastive::{Contrastive, ContrastiveParams, ContrastiveValidParams, Epoch, HeldOut};
pub use dot::{dot, dots};
pub use principal::principal_directions;
pub use product::{multiply, multiply_sequential, multiply_transposed};
pub use projection::{Projection, ProjectionMethod, ProjectionParams, ProjectionValidParams};
pub use svd::{SvdParams, SvdValidParams, TruncatedSvd};
pub use training_rows::TrainingRows;
