//! The kinds of edits.

/// One edit. Themes are given by id, key or name, papers by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Renames a theme. Its id and key stay.
    Rename {
        /// The theme.
        theme: String,
        /// Its new name.
        name: String,
    },
    /// Merges themes into another one, which keeps its id, key, name and description.
    Merge {
        /// The themes to merge.
        themes: Vec<String>,
        /// The theme that remains.
        into: String,
    },
    /// Makes a new theme from some papers of a theme.
    Split {
        /// The theme.
        theme: String,
        /// Name of the new theme; the id is derived from it.
        name: String,
        /// The papers that go to the new theme.
        part: Part,
    },
    /// Moves papers to a theme.
    Move {
        /// The papers.
        papers: Vec<String>,
        /// The theme.
        to: String,
    },
    /// Excludes papers from all figures. They keep their rows in the tables of papers.
    Exclude {
        /// The papers.
        papers: Vec<String>,
    },
    /// Changes the description of a theme.
    Describe {
        /// The theme.
        theme: String,
        /// The description.
        text: String,
    },
}

/// Some papers of a theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Papers with these ids.
    Papers(Vec<String>),
    /// Papers whose title or abstract holds this phrase.
    Phrase(String),
}

/// A name that a language model gave a theme, valid as long as the theme's content is
/// what the model was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelName {
    /// Id of the theme.
    pub theme: String,
    /// [`theme_content`](super::theme_content) of the theme.
    pub content: String,
    /// The name.
    pub name: String,
}

/// All edits of a run, in the order in which they are applied. An edit sees the effect of those before it.
/// Names by models come last and give way to those by users.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// Edits by users.
    pub edits: Vec<Edit>,
    /// Names by models.
    pub names: Vec<ModelName>,
}

/// The part of an edit that did not fit the themes. The rest of the edit was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// An edit by a user.
    Edit {
        /// Its index in [`Edits::edits`].
        index: usize,
        /// Why it does not fit.
        reason: String,
    },
    /// A name by a model.
    Name {
        /// Its index in [`Edits::names`].
        index: usize,
        /// Why it does not fit.
        reason: String,
    },
}

impl Edit {
    /// The papers that it names by id.
    #[must_use]
    pub fn papers(&self) -> &[String] {
        match self {
            Self::Move { papers, .. }
            | Self::Exclude { papers }
            | Self::Split { part: Part::Papers(papers), .. } => papers,
            _ => &[],
        }
    }

    /// The phrase by which it splits a theme.
    #[must_use]
    pub fn phrase(&self) -> Option<&str> {
        match self {
            Self::Split { part: Part::Phrase(phrase), .. } => Some(phrase),
            _ => None,
        }
    }
}

impl Edits {
    /// Whether there are no edits and no names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.names.is_empty()
    }
}
