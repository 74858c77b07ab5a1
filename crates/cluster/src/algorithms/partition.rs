//! What every algorithm gives.

/// Cluster of every row, `None` for noise.
pub(super) type Partition = Vec<Option<u32>>;
