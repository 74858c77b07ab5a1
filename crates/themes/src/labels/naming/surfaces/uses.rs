//! How often a phrase is written in one form, and where.

use crate::labels::naming::grammar::Marker;
use crate::labels::naming::runs::{Run, following, preceding};
use crate::labels::naming::texts::{Kind, Text, Texts};
use crate::labels::naming::words::Before;

/// Maximum number of words of a noun phrase before the phrase itself.
const MOST_BEFORE: usize = 3;
/// Least share of uses after "a" or the like of what there are many of.
const COUNTABLE: f64 = 0.2;
/// Least share of uses after "the" or the like of what there is one of.
const UNIQUE: f64 = 0.6;
/// Largest share of uses after "a" or the like of what there is one of.
const ONE_OF_MANY: f64 = 0.1;

/// How often a phrase is written in one form.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Uses {
    pub(super) all: u32,
    /// As in a name: no article before it and no noun after it.
    pub(super) bare: u32,
    /// After "a", "every" or the like: a name would use the plural.
    pub(super) one_of_many: u32,
    /// With no noun after it.
    pub(super) closed: u32,
    /// With no noun after it, and after "the", "its", "a" or the like.
    pub(super) determined: u32,
    /// Within a sentence of a text not in Title Case, where capitals belong to the words.
    pub(super) within: u32,
    pub(super) papers: u32,
    /// Number of the last paper counted; papers are numbered from 1.
    pub(super) last: u32,
}

impl Uses {
    /// Counts the run `run` of `text`; `paper` numbers the paper from 1.
    pub(super) fn add(&mut self, texts: &Texts, text: &Text, run: &Run, paper: u32) {
        let kind = |word: u32| texts.words[word as usize].kind;
        let goes_on = following(&text.tokens, run)
            .is_some_and(|next| matches!(kind(next), Kind::Content | Kind::Tail | Kind::Other));
        let mut first = *run;
        let marker = loop {
            let before = preceding(&text.tokens, &first).map(|word| &texts.words[word as usize]);
            match before {
                Some(word) if !matches!(word.marker, Marker::None | Marker::Copula) => break word.marker,
                Some(word) if word.modifier && run.start - first.start < MOST_BEFORE => first.start -= 1,
                _ => break Marker::None,
            }
        };
        self.all += 1;
        self.bare += u32::from(!goes_on && marker == Marker::None);
        self.one_of_many += u32::from(!goes_on && marker == Marker::Indefinite);
        self.closed += u32::from(!goes_on);
        self.determined += u32::from(!goes_on && marker != Marker::None);
        self.within += u32::from(text.sentence_case && text.tokens[run.start].before != Before::Sentence);
        self.papers += u32::from(self.last != paper);
        self.last = paper;
    }

    /// Share of its uses at the end of a noun phrase that follow an article or the like.
    pub(super) fn determination(self) -> f64 {
        f64::from(self.determined) / f64::from(self.closed.max(1))
    }

    /// Whether it is often one of many: "a basis", but not "a white noise".
    pub(super) fn is_countable(self) -> bool {
        f64::from(self.one_of_many) >= COUNTABLE * f64::from(self.closed)
    }

    /// Whether nearly all its uses at the end of a noun phrase follow "the" or the like, as of what there is
    /// one of: "the 19th century", "the Hubbard model".
    pub(super) fn is_unique(self) -> bool {
        let definite = f64::from(self.determined - self.one_of_many) / f64::from(self.closed.max(1));
        definite >= UNIQUE && f64::from(self.one_of_many) <= ONE_OF_MANY * f64::from(self.closed)
    }

    /// The uses of two forms in the same papers together.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            all: self.all + other.all,
            bare: self.bare + other.bare,
            one_of_many: self.one_of_many + other.one_of_many,
            closed: self.closed + other.closed,
            determined: self.determined + other.determined,
            within: self.within + other.within,
            papers: self.papers + other.papers,
            last: self.last.max(other.last),
        }
    }
}
