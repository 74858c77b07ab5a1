//! Adds an edit to a run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use thema_report::StagedRun;
use thema_themes::{Edit, Misfit};

use super::done::in_words;
use super::{EditFile, EditedRun, rewrite};
use crate::run_model::RunModel;
use crate::stages::Stages;
use crate::stored::read;
use crate::{Error, Fault, Result};

/// The result of an edit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EditedThemes {
    /// What the edit did, in words.
    pub done: String,
    /// Themes of the run now, not counting Other.
    pub themes: usize,
    /// Papers that count in these themes.
    pub papers: u64,
    /// Earlier edits that no longer fit.
    pub misfits: Vec<String>,
    /// The run directory.
    pub directory: PathBuf,
}

/// Appends an edit to `edits.toml` in the run directory `run` and rewrites the report. The model of the run
/// does not change.
///
/// # Errors
/// [`Fault::Settings`] if the edit does not fit the themes or the file holds an invalid edit; nothing is
/// written then. [`Fault::Input`] if the run cannot be read, [`Fault::Output`] if it cannot be written or
/// another process is writing it.
pub fn edit(run: &Path, edit: &Edit) -> Result<EditedThemes> {
    let model = RunModel::of(run)?;
    let staged = StagedRun::begin(model.run(), true)?;
    let old = read(model.run())?;
    let file = EditFile::read(model.run())?.with_edit(edit)?;
    let edited = EditedRun::of_directory(model.run(), &old, &file)?;
    let last = file.edits.edits.len() - 1;
    let (own, others): (Vec<&Misfit>, Vec<&Misfit>) = edited
        .misfits
        .iter()
        .partition(|misfit| matches!(misfit, Misfit::Edit { index, .. } if *index == last));
    if let Some(Misfit::Edit { reason, .. } | Misfit::Name { reason, .. }) = own.first() {
        let reason = format!("the edit does not fit, and nothing was written: {reason}");
        return Err(Error::new(Fault::Settings, reason));
    }
    let done = EditedThemes {
        done: in_words(edit, &old.report, &edited.report),
        themes: edited.report.found_themes(),
        papers: edited.report.themes.iter().map(|theme| theme.size).sum(),
        misfits: others.into_iter().map(|misfit| file.describe(misfit)).collect(),
        directory: model.run().to_path_buf(),
    };
    rewrite(&staged, &old, &edited, &mut Stages::new(&(Arc::new(()) as _)))?;
    file.write(&staged)?;
    staged.commit()?;
    Ok(done)
}
