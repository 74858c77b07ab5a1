//! The kinds of edits.

/// One edit. Themes are named by id, key or name, papers by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Gives a theme another name. Its id and key stay.
    Rename {
        /// The theme.
        theme: String,
        /// Its new name.
        name: String,
    },
    /// Puts themes into another one, which keeps its id, key, name and description.
    Merge {
        /// The themes that end.
        themes: Vec<String>,
        /// The theme that stays.
        into: String,
    },
    /// Makes a new theme of some papers of a theme.
    Split {
        /// The theme.
        theme: String,
        /// Name of the new theme; its id is made from this.
        name: String,
        /// Which of the theme's papers go.
        part: Part,
    },
    /// Puts papers into a theme.
    Move {
        /// The papers.
        papers: Vec<String>,
        /// The theme.
        to: String,
    },
    /// Leaves papers out of all figures. They keep their rows in the tables of papers.
    Exclude {
        /// The papers.
        papers: Vec<String>,
    },
    /// Gives a theme another description.
    Describe {
        /// The theme.
        theme: String,
        /// The description.
        text: String,
    },
}

/// Papers of a theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Those with these ids.
    Papers(Vec<String>),
    /// Those whose title or abstract holds this phrase.
    Phrase(String),
}

/// A name that a language model gave a theme, for as long as the theme's content is what the model was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelName {
    /// Id of the theme.
    pub theme: String,
    /// [`theme_content`](super::theme_content) of the theme.
    pub content: String,
    /// The name.
    pub name: String,
}

/// All edits of a run, in the order in which they are made. An edit sees what those before it did; names of models come
/// last and give way to those of persons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// Edits of persons.
    pub edits: Vec<Edit>,
    /// Names of models.
    pub names: Vec<ModelName>,
}

/// What of an edit did not fit the themes. The rest of the edit was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// An edit of a person.
    Edit {
        /// Its index in [`Edits::edits`].
        index: usize,
        /// Why it does not fit.
        reason: String,
    },
    /// A name of a model.
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

    /// The phrase that it parts a theme by.
    #[must_use]
    pub fn phrase(&self) -> Option<&str> {
        match self {
            Self::Split { part: Part::Phrase(phrase), .. } => Some(phrase),
            _ => None,
        }
    }
}

impl Edits {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.names.is_empty()
    }
}
