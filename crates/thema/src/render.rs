//! Renders the page of a run again from the run's files, and rewrites the whole report if its edits have
//! changed.

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

/// Bytes at the start of a page that hold the name of the program that rendered it.
const HEAD: u64 = 4_096;

/// The page that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rendered {
    /// Its file.
    pub page: PathBuf,
    /// Its size in bytes.
    pub bytes: usize,
    /// The run's edits that do not fit its themes.
    pub misfits: Vec<String>,
}

/// Renders the page of the run directory `run` to `out`, or to the run's own page, and replaces it
/// atomically. A file that is not a page of thema is not replaced. Without `out`, all report files are
/// rewritten if they do not show the run's current edits.
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
    // If the run is replaced meanwhile, it must not lose its page.
    let lock = if lies_in(&page, run) { Some(OutputLock::take(run)?) } else { None };
    let output =
        Output { path: page.clone(), links: Links::Follow, ours: Box::new(is_page), what: "a thema page" };
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

/// Rewrites the report of a run if it does not show the run's edits.
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

/// Whether `file` lies directly in `folder`.
fn lies_in(file: &Path, folder: &Path) -> bool {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    matches!((parent.canonicalize(), folder.canonicalize()), (Ok(parent), Ok(folder)) if parent == folder)
}

/// Whether a file is a page rendered by any version of thema.
fn is_page(file: &mut File) -> io::Result<bool> {
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    Ok(String::from_utf8_lossy(&head).contains("<meta name=\"generator\" content=\"thema "))
}
