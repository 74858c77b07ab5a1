//! The page of a run, rendered again from the run's files, and all of its report where its edits have changed.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use thema_durable::{FileGroup, Links, Output, OutputLock};
use thema_report::StagedRun;

use crate::Result;
use crate::editing::{EditFile, EditedRun, read_edited, rewrite};
use crate::report_files::PAGE;
use crate::stages::Stages;
use crate::stored::{manifest, read};

/// Bytes in which a page says who rendered it.
const HEAD: u64 = 4_096;

/// The page that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rendered {
    /// Its file.
    pub page: PathBuf,
    /// Its size.
    pub bytes: usize,
    /// What of the run's edits does not fit its themes.
    pub misfits: Vec<String>,
}

/// Renders the page of the run directory `run` to `out`, or to the run's own page, and puts it in its place whole. A file
/// that is no page of thema is not replaced. Where the run's files do not show its edits as they are, the run's own page
/// comes with all files of the report.
///
/// # Errors
/// [`Fault::Input`](crate::Fault::Input) if the run cannot be read, [`Fault::Output`](crate::Fault::Output) if the page
/// cannot be written.
pub fn render(run: &Path, out: Option<&Path>) -> Result<Rendered> {
    let page = out.map_or_else(|| run.join(PAGE), Path::to_path_buf);
    if !run.is_dir() {
        read(run)?;
    }
    if out.is_none() {
        show_edits(run)?;
    }
    // A run that is replaced meanwhile must not lose its page.
    let lock = if lies_in(&page, run) { Some(OutputLock::take(run)?) } else { None };
    let output =
        Output { path: page.clone(), links: Links::Follow, ours: Box::new(is_page), what: "a page of thema" };
    let mut file = match &lock {
        Some(lock) => FileGroup::begin_under(lock, vec![output])?,
        None => FileGroup::begin(vec![output])?,
    };
    let stored = read_edited(run)?;
    let html = thema_html::render_run(&stored)?;
    file.write(0, |out| out.write_all(html.as_bytes()))?;
    file.commit()?;
    let misfits = stored.manifest.edits.map(|edits| edits.misfits).unwrap_or_default();
    Ok(Rendered { page, bytes: html.len(), misfits })
}

/// Writes the report of a run anew if it does not show the edits of the run.
fn show_edits(run: &Path) -> Result<()> {
    if EditFile::read(run)?.is_shown(&manifest(run)?) {
        return Ok(());
    }
    let staged = StagedRun::begin(run, true)?;
    let old = read(run)?;
    let edited = EditedRun::of_directory(run, &old, &EditFile::read(run)?)?;
    rewrite(&staged, &old, &edited, &mut Stages::new(&(Arc::new(()) as _)))?;
    staged.commit()?;
    Ok(())
}

/// Whether the folder of `file` is `folder`.
fn lies_in(file: &Path, folder: &Path) -> bool {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    matches!((parent.canonicalize(), folder.canonicalize()), (Ok(parent), Ok(folder)) if parent == folder)
}

/// Whether a file is a page that some version of thema rendered.
fn is_page(file: &mut File) -> io::Result<bool> {
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    Ok(String::from_utf8_lossy(&head).contains("<meta name=\"generator\" content=\"thema "))
}
