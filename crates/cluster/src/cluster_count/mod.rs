//! The number of clusters, chosen from the vectors when it is not given.
//!
//! Two measures are taken along a grid of numbers of clusters: the modularity of the clusters on the neighbour graph,
//! which is flat around its maximum, and the agreement of the clusters of two halves of the papers. All numbers have their
//! weight in the choice. See [`ClusterCountParams`] for the rule.

mod algorithm;
mod hyperparams;

pub use algorithm::{ClusterCount, CountPoint};
pub use hyperparams::{ClusterCountParams, ClusterCountValidParams};
