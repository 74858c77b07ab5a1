//! Texts as numbered tokens, as written.

use rustc_hash::FxHashMap;
use thema_features::Document;
use thema_features::analysis::spaced;

use super::label::TermText;

/// Maximum number of tokens read per paper.
pub(super) const MOST_TOKENS: usize = 512;
/// Maximum number of papers read; from a larger corpus, evenly spaced ones.
const MOST_PAPERS: usize = 30_000;

/// The papers from which the contexts of terms are learned: all, or a fixed number of evenly spaced ones.
pub struct SampledTexts {
    /// Rows of the papers read, ascending.
    pub(super) rows: Vec<usize>,
    /// Token numbers of every paper read, in order.
    pub(super) papers: Vec<Vec<u32>>,
    /// Distinct tokens, in lower case.
    tokens: Vec<String>,
    numbers: FxHashMap<String, u32>,
    /// Per token: the term that it is a form of.
    pub(super) terms: Vec<Option<u32>>,
}

impl SampledTexts {
    /// Reads the papers.
    #[must_use]
    pub fn read(documents: &[Document<'_>], texts: &dyn TermText) -> Self {
        let read = documents.len().min(MOST_PAPERS);
        let rows: Vec<usize> = (0..read).map(|index| index * documents.len() / read).collect();
        let mut sample = Self {
            papers: Vec::with_capacity(read),
            rows,
            tokens: Vec::new(),
            numbers: FxHashMap::default(),
            terms: Vec::new(),
        };
        for index in 0..read {
            let document = &documents[sample.rows[index]];
            let mut paper = Vec::new();
            for text in [document.title, document.body] {
                let lower = text.to_lowercase();
                let lower = spaced(&lower);
                let left = MOST_TOKENS - paper.len();
                paper.extend(tokens_of(&lower).take(left).map(|token| sample.intern(token)));
            }
            sample.papers.push(paper);
        }
        sample.terms = sample.tokens.iter().map(|token| texts.term_of(token)).collect();
        sample
    }

    fn intern(&mut self, token: &str) -> u32 {
        if let Some(&number) = self.numbers.get(token) {
            return number;
        }
        let number = self.tokens.len() as u32;
        self.tokens.push(token.to_owned());
        self.numbers.insert(token.to_owned(), number);
        number
    }

    /// Number of a token.
    pub(super) fn number(&self, token: &str) -> Option<u32> {
        self.numbers.get(token).copied()
    }

    /// A token by its number.
    pub(super) fn token(&self, number: u32) -> &str {
        &self.tokens[number as usize]
    }

    /// Number of distinct tokens.
    pub(super) fn distinct(&self) -> usize {
        self.tokens.len()
    }
}

/// Tokens of a text in lower case: runs of letters, digits and hyphens that begin with a
/// letter, at least two bytes long.
fn tokens_of(lower: &str) -> impl Iterator<Item = &str> {
    lower.split(|character: char| !character.is_alphanumeric() && character != '-').filter_map(|run| {
        let token =
            run.trim_start_matches(|character: char| !character.is_alphabetic()).trim_end_matches('-');
        (token.len() > 1).then_some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_keep_their_hyphens() {
        let tokens: Vec<&str> = tokens_of("a bose-einstein condensate (k-means), 3d -- x; h100's").collect();
        assert_eq!(tokens, ["bose-einstein", "condensate", "k-means", "h100"]);
    }
}
