//! Data that does not fit in memory, spilled to unnamed files. They vanish with the process, however it ends.

mod buckets;
mod pieces;

pub(crate) use buckets::Buckets;
pub(crate) use pieces::{Piece, Pieces};
