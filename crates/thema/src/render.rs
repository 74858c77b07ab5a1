//! The page of a run, rendered again from the run's files.

use std::path::{Path, PathBuf};

use serde::Serialize;
use thema_html::PageInput;

use crate::diff::read;
use crate::error::Blame;
use crate::fit::replace;
use crate::report_files::PAGE;
use crate::{Fault, Result};

/// The page that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rendered {
    /// Its file.
    pub page: PathBuf,
    /// Its size.
    pub bytes: usize,
}

/// Renders the page of the run directory `run` to `out`, or to the run's own page, and puts it in its place whole.
///
/// # Errors
/// [`Fault::Input`] if the run cannot be read, [`Fault::Output`] if the page cannot be written.
pub fn render(run: &Path, out: Option<&Path>) -> Result<Rendered> {
    let stored = read(run)?;
    let html = thema_html::render(&PageInput {
        report: &stored.report,
        manifest: &stored.manifest,
        papers: &stored.papers,
        theme_of: &stored.theme_of,
        positions: stored.positions.as_deref(),
    })?;
    let page = out.map_or_else(|| run.join(PAGE), Path::to_path_buf);
    replace(&page, html.as_bytes())
        .blame_for(Fault::Output, || format!("cannot write {}", page.display()))?;
    Ok(Rendered { page, bytes: html.len() })
}
