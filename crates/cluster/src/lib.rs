//! Groups vectors into clusters: clustering algorithms, nearest neighbours, the number of clusters, the
//! hierarchy above them, quality measures, and the layout of the map. The crate works on vectors and sparse
//! rows; it knows nothing of papers or words.

pub mod agreement;
pub mod algorithms;
pub mod cluster_count;
mod content_order;
mod directions;
mod error;
mod finite;
pub mod hierarchy;
mod map_layout;
pub mod neighbours;
pub mod newcomers;
pub mod quality;
pub mod spherical_kmeans;
mod splitmix;

pub use error::ClusterError;
pub use map_layout::map_layout;
