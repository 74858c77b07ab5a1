//! A chunk of papers, with words numbered within it.

use rustc_hash::FxHashMap;
use thema_features::Document;

use super::{LONGER, Paper, Text, Token};
use crate::labels::naming::words::{Before, for_each_word, readable};

/// A text is in Title Case, so that its capitals mean nothing, if at least this share of its longer words
/// have a capital.
const TITLE_CASE: f64 = 0.6;

/// Kinds of papers about one other work, as their titles begin, and what may follow. "Response" is none: crops respond
/// to drought.
const REMARKS: [&str; 6] = ["comment", "corrigendum", "discussion", "erratum", "rejoinder", "reply"];
const OF_A_WORK: [&str; 4] = ["of", "on", "to", "for"];
const QUOTES: [char; 7] = ['"', '\'', '`', '“', '‘', '«', '„'];

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
        let texts = if is_remark(document) {
            Default::default()
        } else {
            [document.title, document.body].map(|text| self.text(&readable(text, greek)))
        };
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

/// Whether a paper is about one other work, whose title it repeats: "Rejoinder: ...", "Comment on ...", "Reply".
fn is_remark(document: &Document<'_>) -> bool {
    let [title, body] = [document.title, document.body].map(after_kind);
    let is_of_a_work = |word: &str| OF_A_WORK.contains(&word.trim_end_matches(':'));
    title.is_some_and(|rest| {
        rest.starts_with([':', '.']) || rest.split_whitespace().next().is_none_or(is_of_a_work)
    }) || body.is_some_and(|rest| {
        let mut words = rest.split_whitespace();
        words.next().is_some_and(is_of_a_work) && words.next().is_some_and(|word| word.starts_with(QUOTES))
    })
}

/// What follows the kind of paper with which a text begins; `None` if it begins otherwise.
fn after_kind(text: &str) -> Option<&str> {
    let text = text.trim();
    let end = text.find(|character: char| !character.is_alphabetic()).unwrap_or(text.len());
    let (first, rest) = text.split_at(end);
    REMARKS.iter().any(|kind| first.eq_ignore_ascii_case(kind)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_on_one_work_are_told_from_papers() {
        let is_remark = |title, body| is_remark(&Document::new(title, body));
        for title in [
            "Rejoinder: Fisher Lecture",
            "Comment on \"Lattices\"",
            "Discussion of: Knots",
            "ERRATUM. Knots",
            "Reply",
        ] {
            assert!(is_remark(title, "It is so."), "{title}");
        }
        for title in
            ["Remarks on knots", "Comments on the vacuum", "Response of crops", "Discussion forums", ""]
        {
            assert!(!is_remark(title, "Discussion of knots begins here."), "{title}");
        }
        assert!(is_remark("A friend", " Discussion of ``The Legacy'' by two of us."));
    }
}
