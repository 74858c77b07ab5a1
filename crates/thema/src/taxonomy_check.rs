//! What a taxonomy catches in a corpus, before a run uses it.

use serde::Serialize;
use thema_ingest::readable_title;
use thema_themes::{IgnoredPhrase, Taxonomy, TellingWord, TermText, ThemeCheck, ignored_phrases};

use crate::learning::{CheckedThemes, check_guided};
use crate::papers::{Related, documents};
use crate::roles::PaperRoles;
use crate::{Engine, Inputs, Result, unread_inputs};

/// Most papers that are checked.
const DRAWN: usize = 20_000;

/// How the themes of a taxonomy fare in a corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TaxonomyFit {
    /// Name of the taxonomy.
    pub taxonomy: String,
    /// Papers in the corpus.
    pub papers: usize,
    /// Papers checked, an even draw.
    pub drawn: usize,
    /// Inputs that could not be read, or only in part.
    pub unread_inputs: usize,
    /// The themes in the order of the taxonomy.
    pub themes: Vec<ThemeFit>,
}

/// How one theme fares. All counts are of the papers checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThemeFit {
    /// The taxonomy's key.
    pub key: String,
    /// The taxonomy's name.
    pub name: String,
    /// Papers that belong to it; 0 if the corpus lacks the theme.
    pub papers: u32,
    /// Papers that contain one of its words or phrases.
    pub holding: u32,
    /// Its entries in the order of the file.
    pub entries: Vec<EntryFit>,
    /// Words to add: they distinguish its papers from all others.
    pub add: Vec<WordFit>,
    /// Words to exclude: they distinguish papers that contain one of its words but do not belong from those
    /// that do.
    pub exclude: Vec<WordFit>,
    /// Excluded phrases that are ignored.
    pub ignored: Vec<IgnoredFit>,
    /// Keys of other themes that catch the same papers.
    pub same: Vec<String>,
    /// If no paper belongs to the theme, titles of the papers nearest to it.
    pub nearest: Vec<String>,
}

/// How one entry fares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EntryFit {
    /// The entry as written in the file.
    pub text: String,
    /// Whether it counts against the theme.
    pub excluded: bool,
    /// Whether a paper must contain this or another required entry.
    pub required: bool,
    /// Whether this counts papers with other forms of the word, such as `forced` for `forcing`.
    pub other_forms: bool,
    /// Papers that contain it.
    pub papers: u32,
    /// Those of them that belong to the theme.
    pub placed: u32,
}

/// An excluded phrase that is ignored, because it is a form of a term or phrase of the theme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IgnoredFit {
    /// The excluded phrase.
    pub text: String,
    /// The term or phrase.
    pub form_of: String,
}

/// A word that distinguishes two sets of papers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WordFit {
    /// The word or phrase in its most frequent form.
    pub text: String,
    /// Papers that contain it in the set it speaks for.
    pub inside: u32,
    /// Papers that contain it in the other set.
    pub outside: u32,
}

impl Engine {
    /// Fits a taxonomy to inputs as a run would and reports what its entries catch. Nothing is written.
    ///
    /// # Errors
    /// [`Fault::Input`](crate::Fault::Input) if nothing could be read.
    pub fn try_taxonomy(&self, taxonomy: &Taxonomy, inputs: &Inputs) -> Result<TaxonomyFit> {
        let mut stages = self.stages();
        let ingested = inputs.read(self.settings(), &mut stages)?;
        let corpus = &ingested.corpus;
        let drawn = corpus.take(PaperRoles::of(corpus.len(), &corpus.near_duplicates(), DRAWN).learned());
        let documents = documents(&drawn);
        let related = Related::of(&drawn).all();
        let checked = check_guided(&self.checked, taxonomy, &documents, &related, &mut stages)?;
        let title = |&row: &u32| readable_title(drawn.title(row as usize)).into_owned();
        let nearest = |theme: u32| {
            let absent = checked.absent.iter().find(|(absent, _)| *absent == theme);
            absent.map_or_else(Vec::new, |(_, rows)| rows.iter().map(title).collect())
        };
        let fit = |check: &ThemeCheck| ThemeFit {
            nearest: nearest(check.theme),
            ..theme_fit(taxonomy, check, &checked)
        };
        Ok(TaxonomyFit {
            papers: corpus.len(),
            drawn: documents.len(),
            unread_inputs: unread_inputs(&ingested.rejects),
            themes: checked.themes.iter().map(fit).collect(),
            taxonomy: taxonomy.name.clone(),
        })
    }
}

fn theme_fit(taxonomy: &Taxonomy, check: &ThemeCheck, checked: &CheckedThemes) -> ThemeFit {
    let CheckedThemes { matcher, features, analyzer, .. } = checked;
    let theme = &taxonomy.themes[check.theme as usize];
    let ignored = ignored_phrases(theme, analyzer).into_iter();
    let word = |word: &TellingWord| WordFit {
        text: features.surface(word.term).to_owned(),
        inside: word.inside,
        outside: word.outside,
    };
    let is_entry = |word: &WordFit| {
        let mut entries = matcher.entries().iter().filter(|entry| entry.theme == check.theme);
        entries.any(|entry| entry.text.eq_ignore_ascii_case(&word.text))
    };
    let entries = check.entries.iter().map(|check| {
        let entry = &matcher.entries()[check.entry as usize];
        EntryFit {
            text: entry.text.clone(),
            excluded: entry.excluded,
            required: entry.required,
            other_forms: entry.forms,
            papers: check.papers,
            placed: check.placed,
        }
    });
    ThemeFit {
        key: theme.key.clone(),
        name: theme.name.clone(),
        papers: check.papers,
        holding: check.holding,
        entries: entries.collect(),
        add: check.add.iter().map(word).collect(),
        exclude: check.exclude.iter().map(word).filter(|word| !is_entry(word)).collect(),
        ignored: ignored
            .map(|IgnoredPhrase { text, form_of }| IgnoredFit {
                text: text.to_owned(),
                form_of: form_of.to_owned(),
            })
            .collect(),
        same: check.same.iter().map(|&same| taxonomy.themes[same as usize].key.clone()).collect(),
        nearest: Vec::new(),
    }
}
