//! The output of every algorithm.

/// Cluster of every row, `None` for noise.
pub(super) type Partition = Vec<Option<u32>>;
