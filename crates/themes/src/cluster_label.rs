//! Names of discovered clusters and of groups of clusters.

use serde::{Deserialize, Serialize};

use crate::LabelTerm;

/// Label of a discovered cluster.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClusterLabel {
    /// The cluster, counted from 0.
    pub cluster: u32,
    /// Readable name.
    pub name: String,
    /// Terms, heaviest first.
    pub terms: Vec<LabelTerm>,
    /// Rows of the papers nearest the centre, nearest first.
    pub representatives: Vec<u32>,
}

/// A group of clusters in the hierarchy above them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClusterGroup {
    /// Readable name.
    pub name: String,
    /// Clusters in the group.
    pub clusters: Vec<u32>,
    /// Groups one level below.
    pub children: Vec<ClusterGroup>,
}
