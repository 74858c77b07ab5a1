//! The map of papers: a layout in two dimensions, made for the eye. Papers that share a place share words; axes and
//! distances between far groups mean nothing.

mod affinity;
mod embedding;
mod forces;
mod landmarks;

pub use landmarks::map_layout;
