//! Applies edits to themes.

use std::collections::{BTreeMap, BTreeSet};

use super::editor::Editor;
use super::{Edit, Edits, Misfit, Part, theme_content};
use crate::{Paper, Themes};

/// The papers that the themes contain.
#[derive(Clone, Copy, Debug)]
pub enum EditScope<'a> {
    /// All papers of a run: a paper that is missing is a misfit.
    Run(&'a [Paper]),
    /// Some papers that were placed in the themes of a run; the run's own papers are not known.
    Batch,
}

/// Rows of the papers and phrases that edits name, keyed by the text in the edit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Located {
    /// Row per paper.
    pub papers: BTreeMap<String, u32>,
    /// Rows of the papers that hold each phrase.
    pub phrases: BTreeMap<String, BTreeSet<u32>>,
}

/// The result of applying edits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edited {
    /// Ids of the themes that users named.
    pub named: BTreeSet<String>,
    /// Ids of merged themes and of the themes that took them, in order.
    pub merged: Vec<(String, String)>,
    /// What did not fit.
    pub misfits: Vec<Misfit>,
}

impl Edits {
    /// Applies the users' edits, one after another. Every paper still has an assignment, but excluded papers
    /// are in no theme's list. New themes have no terms, and nothing that is counted is set
    /// ([`RunState::count`](crate::identity::RunState::count)).
    ///
    /// # Panics
    /// If a row of `located` or of a theme has no assignment.
    pub fn apply(&self, themes: &mut Themes, scope: EditScope<'_>, located: &Located) -> Edited {
        let mut editor = Editor::new(themes, scope);
        let mut misfits = Vec::new();
        for (index, edit) in self.edits.iter().enumerate() {
            let found = |name: &String| located.papers.get(name).copied();
            let rows: BTreeSet<u32> = edit.papers().iter().filter_map(found).collect();
            let mut reasons = Vec::new();
            if let EditScope::Run(_) = scope {
                let missing = edit.papers().iter().filter(|name| found(name).is_none());
                reasons.extend(missing.map(|name| format!("the run has no paper `{name}`")));
            }
            let made = self.resolve_and_make(&mut editor, edit, &rows, located);
            reasons.extend(made.err());
            misfits.extend(reasons.into_iter().map(|reason| Misfit::Edit { index, reason }));
        }
        let (named, merged) = editor.finish();
        Edited { named, merged, misfits }
    }

    /// Gives themes the latest name from a language model, if no user named them and their content is still
    /// what the model was asked about. Call it after [`apply`](Self::apply), when all themes have their
    /// terms. In a batch of papers the content is not known, and the theme's id decides alone.
    ///
    /// # Panics
    /// If a representative is not a paper of the run.
    #[must_use]
    pub fn name_by_models(
        &self,
        themes: &mut Themes,
        scope: EditScope<'_>,
        named: &BTreeSet<String>,
    ) -> Vec<Misfit> {
        let mut editor = Editor::new(themes, scope);
        let mut misfits = Vec::new();
        for (index, name) in self.names.iter().enumerate() {
            let later = &self.names[index + 1..];
            if named.contains(&name.theme) || later.iter().any(|other| other.theme == name.theme) {
                continue;
            }
            let at = editor.themes().iter().position(|theme| theme.id == name.theme);
            let at = at.filter(|&at| match scope {
                EditScope::Run(papers) => theme_content(&editor.themes()[at], papers) == name.content,
                EditScope::Batch => true,
            });
            let done = match at {
                None => Err(format!(
                    "the theme `{}` is gone, or has changed since the model named it",
                    name.theme
                )),
                Some(at) => editor.rename(at, &name.name),
            };
            misfits.extend(done.err().map(|reason| Misfit::Name { index, reason }));
        }
        misfits
    }

    fn resolve_and_make(
        &self,
        editor: &mut Editor<'_>,
        edit: &Edit,
        rows: &BTreeSet<u32>,
        located: &Located,
    ) -> Result<(), String> {
        match edit {
            Edit::Rename { theme, name } => editor.rename(self.find(editor, theme)?, name),
            Edit::Describe { theme, text } => {
                let theme = self.find(editor, theme)?;
                editor.describe(theme, text);
                Ok(())
            }
            Edit::Merge { themes, into } => {
                let into = self.find(editor, into)?;
                let (found, missing): (Vec<_>, Vec<_>) =
                    themes.iter().map(|theme| self.find(editor, theme)).partition(Result::is_ok);
                let done = editor.merge(&found.into_iter().flatten().collect::<Vec<_>>(), into);
                let reasons: Vec<String> =
                    missing.into_iter().filter_map(Result::err).chain(done.err()).collect();
                if reasons.is_empty() { Ok(()) } else { Err(reasons.join("; ")) }
            }
            Edit::Split { theme, name, part } => {
                let theme = self.find(editor, theme)?;
                let nothing = BTreeSet::new();
                let rows = match part {
                    Part::Papers(_) => rows,
                    Part::Phrase(phrase) => located.phrases.get(phrase).unwrap_or(&nothing),
                };
                editor.split(theme, name, rows)
            }
            Edit::Move { to, .. } => {
                let to = self.find(editor, to)?;
                editor.put(rows, to);
                Ok(())
            }
            Edit::Exclude { .. } => {
                editor.exclude(rows);
                Ok(())
            }
        }
    }

    /// The theme that an edit names: by id, key, name, or a name that a language model gave it.
    fn find(&self, editor: &Editor<'_>, named: &str) -> Result<usize, String> {
        let themes = editor.themes();
        let by = |is: &dyn Fn(&crate::Theme) -> bool| themes.iter().position(is);
        by(&|theme| theme.id == named)
            .or_else(|| by(&|theme| theme.key == named))
            .or_else(|| by(&|theme| theme.name == named))
            .or_else(|| {
                let name = self.names.iter().find(|name| name.name == named)?;
                by(&|theme| theme.id == name.theme)
            })
            .ok_or_else(|| match editor.taken_by(named) {
                Some(taker) => format!("the theme `{named}` was already merged into `{taker}`"),
                None => format!("there is no theme `{named}`; themes.csv has the ids, keys and names"),
            })
    }
}
