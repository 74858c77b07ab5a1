//! Surface forms: the distinct tokens of a corpus, each read once.

use super::interner::Interner;
use crate::analysis::{Analyzer, Reading};

/// A token that is no word.
const STOP_WORD: u32 = u32::MAX;
/// A token that stands for several words; the other bits number its parts.
const PARTS: u32 = 1 << 31;

/// The tokens that one worker has met, how each is read, and how often each word occurred.
#[derive(Default)]
pub(super) struct SurfaceTable {
    tokens: Interner,
    /// By token: its own number if it is a word, or one of the marks above.
    readings: Vec<u32>,
    parts: Vec<Box<[u32]>>,
    occurrences: Vec<u64>,
}

impl SurfaceTable {
    /// Appends the numbers of the words of `text` to `words`, in order.
    pub(super) fn read(&mut self, analyzer: &Analyzer, text: &str, words: &mut Vec<u32>) {
        analyzer.for_each_token(text, |token| {
            let number = self.tokens.intern(token);
            if number as usize == self.readings.len() {
                self.classify(analyzer, number);
            }
            let reading = self.readings[number as usize];
            if reading == number {
                self.occurrences[number as usize] += 1;
                words.push(number);
            } else if reading != STOP_WORD {
                for &part in &self.parts[(reading & !PARTS) as usize] {
                    self.occurrences[part as usize] += 1;
                    words.push(part);
                }
            }
        });
    }

    fn classify(&mut self, analyzer: &Analyzer, number: u32) {
        let token = self.tokens.text(number).to_owned();
        self.occurrences.push(0);
        let reading = analyzer.read(&token);
        self.readings.push(match reading {
            Reading::StopWord => STOP_WORD,
            Reading::Word => number,
            Reading::Parts => PARTS | self.parts.len() as u32,
        });
        if reading == Reading::Parts {
            let mut parts = Vec::new();
            for part in analyzer.parts(&token) {
                let part = self.tokens.intern(part.as_bytes());
                if part as usize == self.readings.len() {
                    self.readings.push(part);
                    self.occurrences.push(0);
                }
                parts.push(part);
            }
            self.parts.push(parts.into_boxed_slice());
        }
    }

    /// Number of tokens met; words are numbered below it.
    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// A token.
    pub(super) fn text(&self, number: u32) -> &str {
        self.tokens.text(number)
    }

    /// How often a word occurred; 0 for tokens that are no words.
    pub(super) fn occurrences(&self, number: u32) -> u64 {
        self.occurrences[number as usize]
    }

    /// Adds the words of `other`, and gives the number here of every word there (`u32::MAX` for other tokens).
    ///
    /// Associative and commutative but for the numbering.
    pub(super) fn merge(&mut self, other: &Self) -> Vec<u32> {
        let mut numbers = vec![u32::MAX; other.len()];
        for number in 0..other.len() as u32 {
            if other.occurrences(number) == 0 {
                continue;
            }
            let here = self.tokens.intern(other.tokens.key(number));
            if here as usize == self.readings.len() {
                self.readings.push(here);
                self.occurrences.push(0);
            }
            self.occurrences[here as usize] += other.occurrences(number);
            numbers[number as usize] = here;
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::SurfaceTable;
    use crate::analysis::{Analyzer, Language};

    fn words(table: &SurfaceTable, numbers: &[u32]) -> Vec<String> {
        numbers.iter().map(|&number| table.text(number).to_owned()).collect()
    }

    #[test]
    fn compounds_count_for_their_parts() {
        let analyzer = Analyzer::builder(Language::English).build();
        let mut table = SurfaceTable::default();
        let mut numbers = Vec::new();
        table.read(&analyzer, "the large-scale scale of k-means", &mut numbers);
        assert_eq!(words(&table, &numbers), ["large", "scale", "scale", "k-means"]);
        assert_eq!(table.occurrences(numbers[1]), 2);
    }

    #[test]
    fn merged_tables_add_up() {
        let analyzer = Analyzer::builder(Language::English).build();
        let (mut left, mut right) = (SurfaceTable::default(), SurfaceTable::default());
        let (mut of_left, mut of_right) = (Vec::new(), Vec::new());
        left.read(&analyzer, "graph neural networks", &mut of_left);
        right.read(&analyzer, "deep neural graph", &mut of_right);
        let numbers = left.merge(&right);
        let moved: Vec<u32> = of_right.iter().map(|&number| numbers[number as usize]).collect();
        assert_eq!(words(&left, &moved), ["deep", "neural", "graph"]);
        assert_eq!(left.occurrences(of_left[0]), 2);
    }
}
