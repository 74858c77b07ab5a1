//! Tables in the memory of another program, as Arrow.

mod stream;
mod table;

pub(crate) use table::Contents;

pub use table::ArrowTable;
