//! The nearest-neighbour graph of the rows, and the smoothing of vectors along it.
//!
//! Few rows are compared pair by pair, in blocks. Of more, the first look is along few directions and only the best of it
//! are compared whole; of many, that look is no longer at all pairs but in the cells of a coarse spherical k-means. The share
//! of true neighbours found is measured on a seeded sample of the rows.

mod cells;
mod exact;
mod graph;
mod hyperparams;
mod modularity;
mod pairs;
mod recall;
mod short_list;
mod smoothing;
mod top;

pub use graph::NeighbourGraph;
pub use hyperparams::{NeighbourGraphParams, NeighbourGraphValidParams};
pub use smoothing::{centred, smoothed};
