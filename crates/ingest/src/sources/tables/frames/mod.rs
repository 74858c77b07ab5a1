//! Tables decoded by polars: the columns that are read, and their cells.

mod cells;
mod wanted_columns;

#[cfg(test)]
pub(super) use cells::MAX_TEXT_BYTES;
pub(super) use wanted_columns::{Piece, WantedColumns};
