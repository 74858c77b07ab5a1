//! How good a clustering is: against labels where there are any, and by itself.

mod agreement;

pub use agreement::{Agreement, Contingency};
