//! The tables of `edits.toml`.

use serde::{Deserialize, Serialize};
use thema_themes::{Edit, ModelName, Part};
use toml::Spanned;

/// Longest name, in characters.
const LONGEST_NAME: usize = 200;
/// Longest description, in characters.
const LONGEST_TEXT: usize = 2_000;

/// The whole file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub(super) edit: Vec<Spanned<EditTable>>,
    #[serde(default)]
    pub(super) name: Vec<Spanned<NameTable>>,
}

/// Tables to append to a file.
#[derive(Default, Serialize)]
pub(super) struct Addition {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) edit: Vec<EditTable>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) name: Vec<NameTable>,
}

/// One edit: its kind, the themes or papers it applies to, and its arguments.
#[derive(Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct EditTable {
    #[serde(skip_serializing_if = "Option::is_none")]
    rename: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    merge: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    split: Option<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    moved: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exclude: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    describe: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phrase: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    papers: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// One name from a model.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NameTable {
    pub(super) theme: String,
    pub(super) content: String,
    pub(super) name: String,
    /// The model it came from.
    pub(super) model: String,
}

impl EditTable {
    /// The edit, or what is wrong with the table.
    pub(super) fn edit(self) -> Result<Edit, String> {
        let kinds = [
            ("rename", self.rename.is_some()),
            ("merge", self.merge.is_some()),
            ("split", self.split.is_some()),
            ("move", self.moved.is_some()),
            ("exclude", self.exclude.is_some()),
            ("describe", self.describe.is_some()),
        ];
        let given: Vec<&str> = kinds.into_iter().filter(|(_, given)| *given).map(|(kind, _)| kind).collect();
        let [kind] = given[..] else {
            return Err(
                "an edit must have exactly one of `rename`, `merge`, `split`, `move`, `exclude` and `describe`".to_owned()
            );
        };
        let takes: &[&str] = match kind {
            "rename" => &["name"],
            "merge" => &["into"],
            "split" => &["name", "phrase", "papers"],
            "move" => &["to"],
            "exclude" => &[],
            _ => &["text"],
        };
        let words = [
            ("name", self.name.is_some()),
            ("into", self.into.is_some()),
            ("phrase", self.phrase.is_some()),
            ("papers", self.papers.is_some()),
            ("to", self.to.is_some()),
            ("text", self.text.is_some()),
        ];
        if let Some((word, _)) = words.iter().find(|(word, given)| *given && !takes.contains(word)) {
            return Err(format!("`{kind}` takes no `{word}`"));
        }
        let needed = |word: &str, value: Option<String>| value.ok_or(format!("`{kind}` lacks `{word}`"));
        if let Some(theme) = self.rename {
            return Ok(Edit::Rename { theme, name: checked_name(&needed("name", self.name)?)? });
        }
        if let Some(themes) = self.merge {
            return Ok(Edit::Merge { themes, into: needed("into", self.into)? });
        }
        if let Some(theme) = self.split {
            let part = match (self.phrase, self.papers) {
                (Some(phrase), None) => Part::Phrase(phrase),
                (None, Some(papers)) => Part::Papers(papers),
                _ => return Err("`split` needs either `phrase` or `papers`".to_owned()),
            };
            return Ok(Edit::Split { theme, name: checked_name(&needed("name", self.name)?)?, part });
        }
        if let Some(papers) = self.moved {
            return Ok(Edit::Move { papers, to: needed("to", self.to)? });
        }
        if let Some(papers) = self.exclude {
            return Ok(Edit::Exclude { papers });
        }
        let theme = self.describe.unwrap_or_default();
        let text = needed("text", self.text)?;
        Ok(Edit::Describe { theme, text: checked("`text`", &text, LONGEST_TEXT)? })
    }

    /// The table of an edit.
    pub(super) fn of(edit: &Edit) -> Self {
        let empty = Self::default();
        match edit.clone() {
            Edit::Rename { theme, name } => Self { rename: Some(theme), name: Some(name), ..empty },
            Edit::Merge { themes, into } => Self { merge: Some(themes), into: Some(into), ..empty },
            Edit::Split { theme, name, part } => {
                let (phrase, papers) = match part {
                    Part::Phrase(phrase) => (Some(phrase), None),
                    Part::Papers(papers) => (None, Some(papers)),
                };
                Self { split: Some(theme), name: Some(name), phrase, papers, ..empty }
            }
            Edit::Move { papers, to } => Self { moved: Some(papers), to: Some(to), ..empty },
            Edit::Exclude { papers } => Self { exclude: Some(papers), ..empty },
            Edit::Describe { theme, text } => Self { describe: Some(theme), text: Some(text), ..empty },
        }
    }
}

impl NameTable {
    /// The name, or what is wrong with it.
    pub(super) fn name(self) -> Result<ModelName, String> {
        let Self { theme, content, name, .. } = self;
        Ok(ModelName { theme, content, name: checked_name(&name)? })
    }
}

fn checked_name(name: &str) -> Result<String, String> {
    checked("`name`", name, LONGEST_NAME)
}

/// Refuses a text that does not fit on one line of a report.
fn checked(what: &str, text: &str, longest: usize) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(format!("{what} is empty"));
    }
    if text.chars().any(char::is_control) {
        return Err(format!("{what} has more than one line or contains a control character"));
    }
    let length = text.chars().count();
    if length > longest {
        return Err(format!("{what} has {length} characters; at most {longest} are allowed"));
    }
    Ok(text.to_owned())
}
