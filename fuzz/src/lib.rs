//! Code shared by the fuzz targets.

mod caught;
mod parser;
mod run;

pub use caught::let_panics_be_caught;
pub use parser::read;
pub use run::{StoredRun, page};
