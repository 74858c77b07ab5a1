//! Levels above and below the clusters: clusters merged into a few top groups, and one cluster split on
//! demand. A level never divides a group of the level below it.

mod dendrogram;
mod split;
mod top_groups;

pub use dendrogram::{Dendrogram, Merge};
pub use split::{Split, split_cluster};
