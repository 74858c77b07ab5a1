//! What a person changes in the themes of a run: an overlay on what was learned, never a change of it. [`Edits::apply`] is a
//! pure function from themes to themes, and gives what did not fit.

mod apply;
mod content;
mod edit;
mod editor;
mod phrase;
#[cfg(test)]
mod tests;

pub use apply::{EditScope, Edited, Located};
pub use content::theme_content;
pub use edit::{Edit, Edits, Misfit, ModelName, Part};
pub use phrase::Phrase;
