//! The user's taxonomy file: its format, its checks with line and column, and the
//! taxonomies shipped with the program.

mod file;
mod model;
mod parse;
mod shipped;
mod validate;

pub use model::{Taxonomy, TaxonomyTheme};
pub use shipped::shipped;
