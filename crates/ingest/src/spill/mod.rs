//! What does not fit in memory, put aside in files without a name: they are gone with the process, however it ends.

mod pieces;

pub(crate) use pieces::{Piece, Pieces};
