//! Groups vectors into clusters: algorithms, nearest neighbours, the number of clusters, the hierarchy above them, how
//! good they are, and their layout on a map. This crate takes vectors and sparse rows; it knows nothing of papers or
//! words.

pub mod agreement;
pub mod algorithms;
pub mod cluster_count;
mod directions;
mod error;
pub mod hierarchy;
mod map_layout;
pub mod neighbours;
pub mod newcomers;
pub mod quality;
pub mod spherical_kmeans;

pub use error::ClusterError;
pub use map_layout::map_layout;
