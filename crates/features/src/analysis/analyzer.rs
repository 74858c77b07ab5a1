//! The analysis steps and their settings.

use std::borrow::Cow;

use super::compound::{Compound, read_compound};
use super::stem::Stemmer;
use super::tokenise::for_each_token;
use super::{Language, StopWords, latex_to_words, normalise, spaced};

/// Turns texts into stems; built by [`Analyzer::builder`].
///
/// ```
/// use thema_features::analysis::{Analyzer, Language};
///
/// let analyzer = Analyzer::builder(Language::English).build();
/// assert_eq!(analyzer.stems(r"Training $k$-means for \emph{large-scale} GPUs"), ["train", "k-mean", "larg", "scale", "gpu"]);
/// ```
pub struct Analyzer {
    language: Language,
    stop_words: StopWords,
    stemmer: Option<Stemmer>,
}

/// Settings of an [`Analyzer`].
pub struct AnalyzerBuilder {
    language: Language,
    stop_words: StopWords,
    stems: bool,
}

impl AnalyzerBuilder {
    /// The words to leave out. The default is [`StopWords::of`] the language, and the academic list for English.
    #[must_use]
    pub fn stop_words(mut self, stop_words: StopWords) -> Self {
        self.stop_words = stop_words;
        self
    }

    /// Whether words are stemmed (default: yes).
    #[must_use]
    pub fn stems(mut self, stems: bool) -> Self {
        self.stems = stems;
        self
    }

    /// Builds the analyzer.
    #[must_use]
    pub fn build(self) -> Analyzer {
        Analyzer {
            language: self.language,
            stop_words: self.stop_words,
            stemmer: Stemmer::new(self.language).filter(|_| self.stems),
        }
    }
}

/// The English stop word that a phrase may contain.
pub(crate) const LINK: &str = "of";

/// How a token is interpreted.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Ignored; phrases end before it.
    StopWord,
    /// Ignored, but phrases may continue over it: the "of" of "mixture of experts".
    Link,
    /// It is a word.
    Word,
    /// Each of its hyphenated parts is a token of its own.
    Parts,
}

impl Analyzer {
    /// Default settings for `language`.
    #[must_use]
    pub fn builder(language: Language) -> AnalyzerBuilder {
        let stop_words = match language {
            Language::English => StopWords::english().and(StopWords::academic()),
            other => StopWords::of(other),
        };
        AnalyzerBuilder { language, stop_words, stems: true }
    }

    /// The language of the texts.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// The stems of `text` in order, without stop words; terms are counted from these.
    #[must_use]
    pub fn stems(&self, text: &str) -> Vec<String> {
        let mut stems = Vec::new();
        self.for_each_word(text, |word| stems.push(self.stem(word).into_owned()));
        stems
    }

    /// The words of `text` in order and in lower case, without stop words and not stemmed.
    #[must_use]
    pub fn words(&self, text: &str) -> Vec<String> {
        let mut words = Vec::new();
        self.for_each_word(text, |word| words.push(word.to_owned()));
        words
    }

    fn for_each_word(&self, text: &str, mut emit: impl FnMut(&str)) {
        self.for_each_token(text, |token, _| {
            let token = String::from_utf8_lossy(token);
            match self.read(&token) {
                Reading::StopWord | Reading::Link => {}
                Reading::Word => emit(&token),
                Reading::Parts => self.parts(&token).flatten().for_each(&mut emit),
            }
        });
    }

    /// Calls `emit` with every token of `text` (valid UTF-8, in lower case, not yet [read](Self::read)) and
    /// whether phrases end before it.
    pub(crate) fn for_each_token(&self, text: &str, emit: impl FnMut(&[u8], bool)) {
        let text = latex_to_words(text);
        let text = normalise(&text, self.language != Language::Greek);
        for_each_token(&spaced(&text), emit);
    }

    pub(crate) fn read(&self, token: &str) -> Reading {
        if self.stop_words.contains(token) {
            let links = token == LINK && self.language == Language::English;
            return if links { Reading::Link } else { Reading::StopWord };
        }
        if !token.contains('-') {
            return Reading::Word;
        }
        match read_compound(token, |part| self.stop_words.contains(part)) {
            Compound::Split => Reading::Parts,
            Compound::Prefixed | Compound::Whole => Reading::Word,
        }
    }

    /// The words of a token that reads as [`Reading::Parts`]; `None` for a part that is not a word.
    pub(crate) fn parts<'t>(&self, token: &'t str) -> impl Iterator<Item = Option<&'t str>> {
        let is_word = |part: &&str| {
            part.len() > 1 && part.chars().any(char::is_alphabetic) && !self.stop_words.contains(part)
        };
        token.split('-').map(move |part| Some(part).filter(is_word))
    }

    /// The stem of a word.
    pub(crate) fn stem<'w>(&self, word: &'w str) -> Cow<'w, str> {
        let Some(stemmer) = &self.stemmer else { return Cow::Borrowed(word) };
        if word.contains('-')
            && read_compound(word, |part| self.stop_words.contains(part)) == Compound::Prefixed
        {
            let joined: String = word.split('-').collect();
            return Cow::Owned(stemmer.stem(&joined).into_owned());
        }
        stemmer.stem(word)
    }
}
