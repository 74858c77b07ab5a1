//! What the fuzz targets share.

mod parser;
mod run;

pub use parser::read;
pub use run::{StoredRun, page};
