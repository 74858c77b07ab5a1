//! The user's file of wanted themes: its format, its checks with line and column, and the taxonomies that ship
//! with the program.

mod file;
mod model;
mod parse;
mod shipped;
mod validate;

pub use model::{Taxonomy, TaxonomyTheme};
pub use shipped::{best_for_categories, shipped};
