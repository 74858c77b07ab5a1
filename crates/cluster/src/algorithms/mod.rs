//! One interface to all clustering algorithms: spherical k-means, bisecting k-means, linfa's k-means,
//! Gaussian mixture, DBSCAN and OPTICS, HDBSCAN, and Leiden on the neighbour graph.
//!
//! Whatever the algorithm, rows are first scaled to unit length and sorted by their content, so no result
//! depends on the order of the rows. Every row gets a best and a second-best cluster.

mod algorithm;
mod bisecting_kmeans;
mod clustering;
mod dbscan;
mod gaussian_mixture;
mod hdbscan;
mod hyperparams;
mod kmeans;
mod leiden;
mod optics;
mod partition;
mod run;

pub use algorithm::Algorithm;
pub use clustering::Clustering;
pub use hyperparams::{ClusteringParams, ClusteringValidParams};
