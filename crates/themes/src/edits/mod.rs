//! Users' edits to the themes of a run. Edits are an overlay: what was learned stays unchanged.
//! [`Edits::apply`] is a pure function from themes to themes that also returns the edits that did not fit.

mod apply;
mod content;
mod edit;
mod editor;
mod group_names;
mod phrase;
#[cfg(test)]
mod tests;

pub use apply::{EditScope, Edited, Located};
pub use content::theme_content;
pub use edit::{Edit, Edits, Misfit, ModelName, Part};
pub use group_names::group_name;
pub use phrase::Phrase;
