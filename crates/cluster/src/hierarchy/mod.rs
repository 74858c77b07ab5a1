//! Levels above the clusters: clusters merged into a few top groups. A level never divides a group of the
//! level below it.

mod dendrogram;
mod top_groups;

pub use dendrogram::{Dendrogram, Merge};
