//! Edits of a run: reads `edits.toml` from the run directory, applies it to what was learned, and adds to it
//! in [`edit()`] and [`name_themes`].

mod batch;
mod done;
mod edit;
mod edit_file;
mod edited_run;
mod model_names;
mod overlay;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use batch::edit_batch;
pub use edit::{EditedThemes, edit};
pub(crate) use edit_file::EditFile;
pub(crate) use edited_run::{EditedRun, Learned, read_edited, rewrite};
pub use model_names::{NameRequest, NamedTheme, NamedThemes, name_themes};
pub(crate) use overlay::Overlay;
