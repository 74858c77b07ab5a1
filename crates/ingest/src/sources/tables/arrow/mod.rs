//! Arrow tables in another program's memory.

mod stream;
mod table;

pub(crate) use table::Contents;

pub use table::ArrowTable;
