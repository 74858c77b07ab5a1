//! Spherical k-means: every row belongs to the centroid with the highest cosine similarity, and a centroid is
//! the normalised sum of its rows.
//!
//! The result depends only on the set of rows and the seed, not on the number of threads or the order of the
//! rows: seeds are drawn in the order of a hash of each row's content, and sums are exact (see
//! [`CentroidSums`]).
//!
//! Source: I. S. Dhillon, D. S. Modha, "Concept decompositions for large sparse text data using clustering",
//! Machine Learning 42, 2001.

mod bounds;
mod centroid_sums;
mod fit;
mod hyperparams;
mod lloyd;
mod mini_batch;
mod model;
mod nearest;
mod rows;
mod seeding;

pub use centroid_sums::CentroidSums;
pub use hyperparams::{Seeding, SphericalKMeansParams, SphericalKMeansValidParams};
pub use model::SphericalKMeans;
pub use nearest::Nearest;
pub(crate) use nearest::similarities_to;
