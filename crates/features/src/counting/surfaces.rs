//! Surface forms: the distinct tokens of a corpus, each analysed once.

use super::interner::Interner;
use super::marks::{BREAK, LINK_WORD, PARTS, STOP_WORD};
use super::phrase_breaks::{Token, Tokens};
use super::text_tokens::TextTokens;
use crate::analysis::{Analyzer, Reading};

/// The tokens one worker has seen, their readings, and how often each word occurred.
#[derive(Default)]
pub(super) struct SurfaceTable {
    tokens: Interner,
    /// By token: its own number if it is a word, otherwise a mark.
    readings: Vec<u32>,
    parts: Vec<Box<[u32]>>,
    occurrences: Vec<u64>,
}

impl Tokens for SurfaceTable {
    fn look_up(&mut self, analyzer: &Analyzer, text: &TextTokens, found: &mut Vec<u32>) {
        found.extend(text.iter().map(|(token, bytes)| {
            let number = self.tokens.intern_hashed(token.head, token.hash, bytes);
            if number as usize == self.readings.len() {
                self.classify(analyzer, number);
            }
            number
        }));
    }

    fn token(&mut self, found: u32) -> Token<'_> {
        match self.readings[found as usize] {
            STOP_WORD => Token::StopWord,
            LINK_WORD => Token::Link,
            reading if reading == found => {
                self.occurrences[found as usize] += 1;
                Token::Word(found)
            }
            reading => {
                let parts = &self.parts[(reading & !PARTS) as usize];
                for &part in parts.iter().filter(|&&part| part != BREAK) {
                    self.occurrences[part as usize] += 1;
                }
                Token::Parts(parts)
            }
        }
    }
}

impl SurfaceTable {
    fn classify(&mut self, analyzer: &Analyzer, number: u32) {
        let token = self.tokens.text(number).to_owned();
        self.occurrences.push(0);
        let reading = analyzer.read(&token);
        self.readings.push(match reading {
            Reading::StopWord => STOP_WORD,
            Reading::Link => LINK_WORD,
            Reading::Word => number,
            Reading::Parts => PARTS | self.parts.len() as u32,
        });
        if reading == Reading::Parts {
            let mut parts = Vec::new();
            for part in analyzer.parts(&token) {
                parts.push(part.map_or(BREAK, |part| self.intern_word(part.as_bytes())));
            }
            self.parts.push(parts.into_boxed_slice());
        }
    }

    fn intern_word(&mut self, word: &[u8]) -> u32 {
        let number = self.tokens.intern(word);
        if number as usize == self.readings.len() {
            self.readings.push(number);
            self.occurrences.push(0);
        }
        number
    }

    /// Number of tokens seen; word numbers are below it.
    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The text of a token.
    pub(super) fn text(&self, number: u32) -> &str {
        self.tokens.text(number)
    }

    /// How often a word occurred; 0 for tokens that are not words.
    pub(super) fn occurrences(&self, number: u32) -> u64 {
        self.occurrences[number as usize]
    }

    /// Adds the words of `other`. Returns the new number of every word of `other` (`u32::MAX` for other tokens).
    ///
    /// Associative and commutative except for the numbering.
    pub(super) fn merge(&mut self, other: &Self) -> Vec<u32> {
        let mut numbers = vec![u32::MAX; other.len()];
        for number in 0..other.len() as u32 {
            if other.occurrences(number) == 0 {
                continue;
            }
            let here = self.intern_word(other.tokens.key(number));
            self.occurrences[here as usize] += other.occurrences(number);
            numbers[number as usize] = here;
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::LINKED;
    use super::super::phrase_breaks::PhraseReader;
    use super::{BREAK, SurfaceTable};
    use crate::analysis::{Analyzer, Language};

    fn words(table: &SurfaceTable, numbers: &[u32]) -> Vec<String> {
        let text = |&number: &u32| match number {
            BREAK => "/".to_owned(),
            _ if number & LINKED != 0 => format!("~{}", table.text(number & !LINKED)),
            _ => table.text(number).to_owned(),
        };
        numbers.iter().map(text).collect()
    }

    #[test]
    fn breaks_and_links_are_noted() {
        let analyzer = Analyzer::builder(Language::English).build();
        let mut table = SurfaceTable::default();
        let mut numbers = Vec::new();
        PhraseReader::default().read(
            &mut table,
            &analyzer,
            "of mixture of experts; quality of the service, man-in-the-middle graph of of maps",
            &mut numbers,
        );
        assert_eq!(
            words(&table, &numbers).join(" "),
            "mixture ~experts / quality / service / man / / middle graph / maps"
        );
    }

    #[test]
    fn compounds_count_for_their_parts() {
        let analyzer = Analyzer::builder(Language::English).build();
        let mut table = SurfaceTable::default();
        let mut numbers = Vec::new();
        PhraseReader::default().read(&mut table, &analyzer, "the large-scale scale of k-means", &mut numbers);
        assert_eq!(words(&table, &numbers), ["large", "scale", "scale", "~k-means"]);
        assert_eq!(table.occurrences(numbers[1]), 2);
    }

    #[test]
    fn merged_tables_add_up() {
        let analyzer = Analyzer::builder(Language::English).build();
        let (mut left, mut right) = (SurfaceTable::default(), SurfaceTable::default());
        let (mut of_left, mut of_right) = (Vec::new(), Vec::new());
        PhraseReader::default().read(&mut left, &analyzer, "graph neural networks", &mut of_left);
        PhraseReader::default().read(&mut right, &analyzer, "deep neural graph", &mut of_right);
        let numbers = left.merge(&right);
        let moved: Vec<u32> = of_right.iter().map(|&number| numbers[number as usize]).collect();
        assert_eq!(words(&left, &moved), ["deep", "neural", "graph"]);
        assert_eq!(left.occurrences(of_left[0]), 2);
    }
}
