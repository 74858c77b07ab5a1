//! A chunk of papers, with words numbered within it.

use rustc_hash::FxHashMap;
use thema_features::Document;

use super::{LONGER, Paper, Text, Token};
use crate::labels::naming::words::{Before, for_each_word, readable};

/// A text is in Title Case, so that its capitals mean nothing, if at least this share of its longer words
/// have a capital.
const TITLE_CASE: f64 = 0.6;

/// Papers with words numbered within the chunk.
#[derive(Default)]
pub(super) struct Chunk {
    pub(super) papers: Vec<Paper>,
    pub(super) surfaces: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Chunk {
    /// Reads the document of a row. `greek` says whether Greek letters are spelled out,
    /// as in all languages but Greek.
    pub(super) fn read(&mut self, row: usize, document: &Document<'_>, greek: bool) {
        let texts = [document.title, document.body].map(|text| self.text(&readable(text, greek)));
        self.papers.push(Paper { row, texts });
    }

    fn text(&mut self, text: &str) -> Text {
        let mut tokens = Vec::new();
        let (mut longer, mut capitals) = (0_usize, 0_usize);
        for_each_word(text, |word, before| {
            if before != Before::Sentence && word.chars().count() >= LONGER {
                longer += 1;
                capitals += usize::from(word.starts_with(char::is_uppercase));
            }
            // "At least" is one function word; "least" alone begins terms.
            let is_at = |last: &&mut Token| self.surfaces[last.word as usize].eq_ignore_ascii_case("at");
            if word == "least"
                && let Some(at) = tokens.last_mut().filter(is_at)
            {
                at.word = self.number("at least");
                return;
            }
            let word = self.number(word);
            tokens.push(Token { word, before });
        });
        let sentence_case = (capitals as f64) < TITLE_CASE * longer as f64 || longer == 0;
        Text { tokens, sentence_case }
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let number = self.surfaces.len() as u32;
        self.surfaces.push(word.to_owned());
        self.numbers.insert(word.to_owned(), number);
        number
    }
}
