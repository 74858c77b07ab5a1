//! The map of papers: a two-dimensional layout for viewing. Papers close to each other share words; axes, and
//! distances between distant groups, mean nothing.

mod affinity;
mod embedding;
mod forces;
mod landmarks;

pub use landmarks::map_layout;
