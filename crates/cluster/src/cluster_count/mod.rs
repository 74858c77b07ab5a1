//! The number of clusters, chosen from the vectors when it is not given.
//!
//! Two measures are taken over a grid of cluster counts: the modularity of the clusters on the neighbour
//! graph, which is flat around its maximum, and how well the clusters of two halves of the papers agree.
//! Every count contributes to the choice by its weight. See [`ClusterCountParams`] for the rule.

mod choice;
mod curve;
mod hyperparams;

pub use choice::{ClusterCount, CountPoint};
pub use hyperparams::{ClusterCountParams, ClusterCountValidParams};
