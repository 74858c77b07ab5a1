//! The nearest-neighbour graph of the rows, and smoothing of vectors over it.
//!
//! A small number of rows is compared exhaustively, in blocks. For more rows, a first pass uses only a few
//! directions, and only its best candidates are compared in full. For many rows, the first pass no longer
//! covers all pairs but only cells of a coarse spherical k-means. The share of true neighbours found is
//! measured on a seeded sample of the rows.

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
