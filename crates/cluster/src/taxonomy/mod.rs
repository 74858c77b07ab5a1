//! The user's file of wanted themes: its format, its checks with line and column, and the taxonomies that ship
//! with the program.

mod model;
mod parse;
mod problem;
mod shipped;
mod validate;

pub use model::{Taxonomy, TaxonomyTheme};
pub use problem::TaxonomyProblem;
pub use shipped::{best_for_categories, shipped};

pub(crate) use problem::list_problems;
