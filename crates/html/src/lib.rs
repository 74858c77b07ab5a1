//! Shows a report as one self-contained page. This crate takes the report model, the papers and their
//! positions on the map. It does not know how themes were made.

mod charts;
mod content_policy;
mod embedded;
mod error;
mod excerpt;
mod page;
mod palette;
mod sections;
mod shown;
mod tiles;

pub use error::HtmlError;
pub use page::{PAGE_LIMIT, PageInput, render, render_run};
pub use shown::shown;
