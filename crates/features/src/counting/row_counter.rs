//! Counts the terms of one text.

use super::CountBlock;
use super::vocabulary::{NONE, Vocabulary};

/// Counts the terms of texts into rows, in order of term id.
///
/// Terms are marked in a bit set with a summary (one bit per 64), so that reading them in order needs no
/// sort, and the cost of a sparse row does not depend on the size of the vocabulary.
pub(super) struct RowCounter<'v> {
    vocabulary: &'v Vocabulary,
    counts: Vec<u8>,
    marks: Vec<u64>,
    summary: Vec<u64>,
}

/// Where a phrase of `words` words was found, in the counted stems.
pub(super) struct PhraseAt {
    pub(super) term: u32,
    pub(super) start: usize,
    pub(super) words: usize,
}

impl<'v> RowCounter<'v> {
    pub(super) fn new(vocabulary: &'v Vocabulary) -> Self {
        let marks = vocabulary.len().div_ceil(64);
        Self {
            vocabulary,
            counts: vec![0; vocabulary.len()],
            marks: vec![0; marks],
            summary: vec![0; marks.div_ceil(64)],
        }
    }

    /// Appends the row of a text of `stems` ([`NONE`] if not in the vocabulary) to `block`, and calls `found`
    /// with every phrase.
    pub(super) fn count(&mut self, stems: &[u32], block: &mut CountBlock, mut found: impl FnMut(PhraseAt)) {
        let vocabulary = self.vocabulary;
        let with_triples = vocabulary.has_triples();
        for (start, &stem) in stems.iter().enumerate() {
            if stem == NONE {
                continue;
            }
            self.add(vocabulary.stem_term(stem));
            let Some(&second) = stems.get(start + 1) else { break };
            if second == NONE {
                continue;
            }
            let Some(pair) = vocabulary.pair(stem, second) else { continue };
            let term = vocabulary.pair_term(pair);
            if term != NONE {
                self.add(term);
                found(PhraseAt { term, start, words: 2 });
            }
            if !with_triples {
                continue;
            }
            if let Some(&third) = stems.get(start + 2) {
                let term = vocabulary.triple_term(pair, third);
                if term != NONE {
                    self.add(term);
                    found(PhraseAt { term, start, words: 3 });
                }
            }
        }
        self.write(block);
    }

    fn add(&mut self, term: u32) {
        if term == NONE {
            return;
        }
        let term = term as usize;
        self.counts[term] = self.counts[term].saturating_add(1);
        self.marks[term / 64] |= 1 << (term % 64);
        self.summary[term / 4096] |= 1 << (term / 64 % 64);
    }

    fn write(&mut self, block: &mut CountBlock) {
        for (group, summary) in self.summary.iter_mut().enumerate() {
            while *summary != 0 {
                let word = group * 64 + summary.trailing_zeros() as usize;
                *summary &= *summary - 1;
                let mut marks = std::mem::take(&mut self.marks[word]);
                while marks != 0 {
                    let term = word * 64 + marks.trailing_zeros() as usize;
                    marks &= marks - 1;
                    block.push(term as u32, std::mem::take(&mut self.counts[term]));
                }
            }
        }
        block.end_row();
    }
}

#[cfg(test)]
mod tests {
    use super::{CountBlock, NONE, RowCounter, Vocabulary};

    #[test]
    fn words_and_phrases_are_counted_in_the_order_of_their_ids() {
        let terms = ["model", "larg languag model", "languag model", "languag"];
        let vocabulary = Vocabulary::new(terms.map(Box::from).to_vec());
        let stems: Vec<u32> = ["larg", "languag", "model", "absent", "model", "languag"]
            .map(|stem| vocabulary.stem(stem).unwrap_or(NONE))
            .to_vec();
        let mut block = CountBlock::default();
        let mut phrases = Vec::new();
        let mut counter = RowCounter::new(&vocabulary);
        counter.count(&stems, &mut block, |phrase| phrases.push((phrase.term, phrase.start, phrase.words)));
        counter.count(&[], &mut block, |_| {});
        assert_eq!(block.row(0).indices, [0, 1, 2, 3]);
        assert_eq!(block.row(0).counts, [2, 1, 1, 2]);
        assert!(block.row(1).indices.is_empty());
        assert_eq!(phrases, [(1, 0, 3), (2, 1, 2)]);
    }
}
