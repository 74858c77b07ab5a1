//! The `edits.toml` of a run. It belongs to the user: thema appends to it and changes nothing else in it.

use std::fs::File as Opened;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use thema_report::{AppliedEdits, Manifest, StagedRun};
use thema_themes::{Edit, Edits, Misfit};

use super::table::{Addition, EditTable, File, NameTable};
use crate::error::Blame;
use crate::{Error, Fault, Result};

/// The file's name in a run directory.
const EDITS: &str = "edits.toml";
/// Largest accepted file, in bytes.
const MOST_BYTES: u64 = 4 << 20;

/// The edits of a run and their lines in the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct EditFile {
    path: PathBuf,
    text: String,
    pub(crate) edits: Edits,
    /// Line of every edit, counted from 1.
    edit_lines: Vec<usize>,
    /// Line of every name from a model, counted from 1.
    name_lines: Vec<usize>,
}

impl EditFile {
    /// Reads the edits of the run directory `run`; none if there is no file.
    ///
    /// # Errors
    /// [`Fault::Settings`] with line and column of the first error, [`Fault::Input`] if the file cannot be
    /// read.
    pub(crate) fn read(run: &Path) -> Result<Self> {
        let path = run.join(EDITS);
        let name = || path.display().to_string();
        let file = match Opened::open(&path) {
            Err(missing) if missing.kind() == ErrorKind::NotFound => {
                return Ok(Self { path, ..Self::default() });
            }
            opened => opened.blame_for(Fault::Input, name)?,
        };
        let mut bytes = Vec::new();
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).blame_for(Fault::Input, name)?;
        if bytes.len() as u64 > MOST_BYTES {
            let reason = format!("{}: larger than {MOST_BYTES} bytes", name());
            return Err(Error::new(Fault::Settings, reason));
        }
        let text = String::from_utf8(bytes).blame_for(Fault::Settings, name)?;
        Self::parse(path, text)
    }

    pub(super) fn parse(path: PathBuf, text: String) -> Result<Self> {
        let wrong = |at: usize, reason: &str| {
            let (line, column) = place(&text, at);
            let reason = format!("{}: line {line}, column {column}: {reason}", path.display());
            Error::new(Fault::Settings, reason)
        };
        let file: File = toml::from_str(&text)
            .map_err(|error| wrong(error.span().map_or(0, |span| span.start), error.message()))?;
        let mut read = Self::default();
        for table in file.edit {
            let start = table.span().start;
            let edit = table.into_inner().edit().map_err(|reason| wrong(start, &reason))?;
            read.edit_lines.push(place(&text, start).0);
            read.edits.edits.push(edit);
        }
        for table in file.name {
            let start = table.span().start;
            let name = table.into_inner().name().map_err(|reason| wrong(start, &reason))?;
            read.name_lines.push(place(&text, start).0);
            read.edits.names.push(name);
        }
        Ok(Self { path, text, ..read })
    }

    /// The path of the file, whether or not it exists.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The file with another edit appended.
    pub(super) fn with_edit(&self, edit: &Edit) -> Result<Self> {
        self.with(&Addition { edit: vec![EditTable::of(edit)], ..Addition::default() })
    }

    /// The file with more names from models appended.
    pub(super) fn with_names(&self, name: Vec<NameTable>) -> Result<Self> {
        self.with(&Addition { name, ..Addition::default() })
    }

    fn with(&self, addition: &Addition) -> Result<Self> {
        let addition = toml::to_string(addition).blame(Fault::Internal)?;
        if addition.is_empty() {
            return Ok(self.clone());
        }
        let mut text = self.text.clone();
        if !text.is_empty() {
            text.push_str(if text.ends_with('\n') { "\n" } else { "\n\n" });
        }
        text.push_str(&addition);
        Self::parse(self.path.clone(), text)
    }

    /// Writes the file into the staged run, so that report and edits change together.
    ///
    /// # Errors
    /// [`Fault::Output`] if it cannot be written, or if the current file is a symbolic link, whose target
    /// cannot change together with the run.
    pub(super) fn write(&self, staged: &StagedRun) -> Result<()> {
        let standing = staged.target().join(EDITS);
        if standing.is_symlink() {
            let reason = format!(
                "{} is a symbolic link; write the edit into its target, then run `thema report`",
                standing.display()
            );
            return Err(Error::new(Fault::Output, reason));
        }
        Ok(staged.continue_file(EDITS, |out| out.write_all(self.text.as_bytes()))?)
    }

    /// Whether a report shows these edits.
    pub(crate) fn is_shown(&self, manifest: &Manifest) -> bool {
        match &manifest.edits {
            Some(applied) => applied.blake3 == self.hash(),
            None => self.edits.is_empty(),
        }
    }

    /// The manifest's entry for these edits.
    pub(crate) fn applied(&self, misfits: &[Misfit]) -> Option<AppliedEdits> {
        let misfits = misfits.iter().map(|misfit| self.describe(misfit)).collect();
        (!self.edits.is_empty()).then(|| AppliedEdits { blake3: self.hash(), misfits })
    }

    /// A misfit with its line number.
    pub(crate) fn describe(&self, misfit: &Misfit) -> String {
        let (line, reason) = match misfit {
            Misfit::Edit { index, reason } => (self.edit_lines[*index], reason),
            Misfit::Name { index, reason } => (self.name_lines[*index], reason),
        };
        format!("{EDITS}, line {line}: {reason}")
    }

    fn hash(&self) -> String {
        blake3::hash(self.text.as_bytes()).to_hex().to_string()
    }
}

/// Line and column (in characters) of a byte offset, both counted from 1.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[line..].chars().count() + 1)
}
