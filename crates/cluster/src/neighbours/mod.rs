//! The nearest-neighbour graph of the rows, and the smoothing of vectors along it.
//!
//! A small graph is exact: all pairs, in blocks. Beyond that the neighbours are searched in fewer dimensions and ranked in
//! all, and of very many rows in the cells of a coarse spherical k-means; the share of true neighbours found is then measured on a
//! seeded sample of the rows.

mod cells;
mod exact;
mod graph;
mod hyperparams;
mod modularity;
mod narrowed;
mod recall;
mod smoothing;
mod top;

pub use graph::NeighbourGraph;
pub use hyperparams::{NeighbourGraphParams, NeighbourGraphValidParams};
pub use smoothing::{centred, smoothed};
