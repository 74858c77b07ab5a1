//! Asks a model for the names of a run's themes and keeps them as edits.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use thema_report::StagedRun;
use thema_themes::identity::RunState;
use thema_themes::{Edit, Edits, Theme, ThemeKind, theme_content};

use super::answer;
use super::chat::Chat;
use super::question::question;
use crate::editing::table::NameTable;
use crate::editing::{EditFile, EditedRun, rewrite};
use crate::run_model::RunModel;
use crate::stages::Stages;
use crate::stored::read;
use crate::{Error, Fault, Result};

/// The server and model to ask.
#[derive(Clone, Debug)]
pub struct NameRequest {
    /// Address of the server, such as `http://localhost:11434/v1`.
    pub endpoint: String,
    /// Name of the model on the server.
    pub model: String,
    /// Key of the server, if it needs one.
    pub key: Option<String>,
    /// Timeout of one response.
    pub timeout: Duration,
}

/// A theme and the name a model gave it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedTheme {
    /// Id of the theme.
    pub theme: String,
    /// Its previous name.
    pub before: String,
    /// Its new name; `None` if the answer was refused.
    pub name: Option<String>,
    /// Why the answer was refused.
    pub refused: Option<String>,
}

/// The result of asking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedThemes {
    /// The themes asked about.
    pub asked: Vec<NamedTheme>,
    /// Themes that already have a name from a person or a model.
    pub known: usize,
    /// Why the server was not asked about the remaining themes; `None` if it was asked about all.
    pub ended: Option<String>,
    /// Edits that no longer fit.
    pub misfits: Vec<String>,
    /// The run directory.
    pub directory: PathBuf,
}

/// Asks a model to name the discovered themes of the run directory `run`, except those a person has named and
/// those whose name from a model is still current. Appends the answers to `edits.toml` and rewrites the
/// report. The server receives terms and the titles of representative papers, nothing else.
///
/// # Errors
/// [`Fault::Settings`] if the server cannot be asked, [`Fault::Input`] if the run cannot be read or the
/// server answers nothing, [`Fault::Output`] if the run cannot be written.
pub fn name_themes(run: &Path, request: &NameRequest) -> Result<NamedThemes> {
    let chat = Chat::new(&request.endpoint, request.key.as_deref(), request.timeout)
        .map_err(|reason| Error::new(Fault::Settings, reason))?;
    let model = RunModel::of(run)?;
    let staged = StagedRun::begin(model.run(), true)?;
    let old = read(model.run())?;
    let file = EditFile::read(model.run())?;
    let before = EditedRun::of_directory(model.run(), &old, &file)?;
    let mut done = NamedThemes {
        asked: Vec::new(),
        known: 0,
        ended: None,
        misfits: Vec::new(),
        directory: model.run().to_path_buf(),
    };
    let tables = ask(&chat, request, &before.state, &file.edits, &mut done);
    if let (Some(reason), true) = (&done.ended, done.asked.is_empty()) {
        return Err(Error::new(Fault::Input, format!("no theme was named: {reason}")));
    }
    let unchanged = tables.is_empty();
    let file = file.with_names(tables)?;
    let edited = EditedRun::of_directory(model.run(), &old, &file)?;
    done.misfits = edited.misfits.iter().map(|misfit| file.describe(misfit)).collect();
    if unchanged && file.is_shown(&old.manifest) {
        return Ok(done);
    }
    rewrite(&staged, &old, &edited, &mut Stages::new(&(Arc::new(()) as _)))?;
    file.write(&staged)?;
    staged.commit()?;
    Ok(done)
}

/// Asks about one theme after another until the server fails.
fn ask(
    chat: &Chat,
    request: &NameRequest,
    state: &RunState,
    edits: &Edits,
    done: &mut NamedThemes,
) -> Vec<NameTable> {
    let by_persons = named_by_persons(edits);
    let mut taken: BTreeSet<String> =
        state.themes.themes.iter().map(|theme| theme.name.to_lowercase()).collect();
    let mut tables = Vec::new();
    for theme in state.themes.themes.iter().filter(|theme| is_named_by_phrases(theme)) {
        let is_of_person =
            [&theme.id, &theme.key, &theme.name].iter().any(|word| by_persons.contains(word.as_str()));
        let content = theme_content(theme, &state.papers);
        let latest = edits.names.iter().rfind(|name| name.theme == theme.id);
        if is_of_person || latest.is_some_and(|name| name.content == content) {
            done.known += 1;
            continue;
        }
        let body = match chat.ask(&question(&request.model, theme, &state.papers)) {
            Ok(body) => body,
            Err(reason) => {
                done.ended = Some(reason);
                break;
            }
        };
        let name = answer::name(&body).and_then(|name| distinct(name, theme, &mut taken));
        let (name, refused) = match name {
            Ok(name) => (Some(name), None),
            Err(reason) => (None, Some(reason)),
        };
        if let Some(name) = &name {
            let (theme, name, model) = (theme.id.clone(), name.clone(), request.model.clone());
            tables.push(NameTable { theme, content, name, model });
        }
        done.asked.push(NamedTheme { theme: theme.id.clone(), before: theme.name.clone(), name, refused });
    }
    tables
}

/// Every id, key or name by which edits refer to themes that a person named.
fn named_by_persons(edits: &Edits) -> BTreeSet<&str> {
    let mut words = BTreeSet::new();
    for edit in &edits.edits {
        match edit {
            Edit::Rename { theme, name } => words.extend([theme.as_str(), name.as_str()]),
            Edit::Split { name, .. } => {
                words.insert(name.as_str());
            }
            _ => {}
        }
    }
    words
}

/// The name, unless another theme has it; a theme may keep its own.
fn distinct(
    name: String,
    theme: &Theme,
    taken: &mut BTreeSet<String>,
) -> std::result::Result<String, String> {
    let wanted = name.to_lowercase();
    if wanted != theme.name.to_lowercase() && !taken.insert(wanted) {
        return Err(format!("another theme is called `{name}`"));
    }
    Ok(name)
}

/// Whether a theme's name comes from its papers and not from a taxonomy, which also describes what it names.
fn is_named_by_phrases(theme: &Theme) -> bool {
    theme.kind == ThemeKind::Discovered && theme.description.is_none()
}
