//! The nearest-neighbour graph of the rows, and the smoothing of vectors along it.
//!
//! Up to a limit the graph is exact: all pairs, in blocks. Beyond it the neighbours are searched in the cells of a
//! coarse spherical k-means, and the share of true neighbours found is measured on a seeded sample of the rows.

mod cells;
mod exact;
mod graph;
mod hyperparams;
mod modularity;
mod smoothing;
mod top;

pub use graph::NeighbourGraph;
pub use hyperparams::{NeighbourGraphParams, NeighbourGraphValidParams};
pub use smoothing::{centred, smoothed};
