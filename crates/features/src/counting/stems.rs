//! The stems of the words of a corpus.

use rayon::prelude::*;

use super::interner::Interner;
use super::surfaces::SurfaceTable;
use super::vocabulary::NONE;
use crate::analysis::Analyzer;

/// Words per parallel task.
const WORDS_PER_PIECE: u32 = 4096;

/// The sufficiently frequent stems of a corpus, most frequent first.
pub(super) struct Stems {
    /// Stem of every word of the table, or [`NONE`].
    of_word: Vec<u32>,
    texts: Vec<Box<str>>,
    /// The most frequent word of every stem.
    surfaces: Vec<u32>,
}

impl Stems {
    /// Stems every word of `words` once; drops stems with fewer than `minimum` occurrences.
    ///
    /// Stems are numbered by falling number of occurrences, then by text.
    pub(super) fn new(analyzer: &Analyzer, words: &SurfaceTable, minimum: u64) -> Self {
        let (interner, mut of_word) = intern_stems(analyzer, words);
        let mut occurrences = vec![0_u64; interner.len()];
        let mut surfaces = vec![NONE; interner.len()];
        for word in 0..words.len() as u32 {
            let stem = of_word[word as usize];
            if stem == NONE {
                continue;
            }
            occurrences[stem as usize] += words.occurrences(word);
            let surface = &mut surfaces[stem as usize];
            let rank = |word: u32| (std::cmp::Reverse(words.occurrences(word)), words.text(word));
            if *surface == NONE || rank(word) < rank(*surface) {
                *surface = word;
            }
        }
        let mut order: Vec<u32> =
            (0..interner.len() as u32).filter(|&stem| occurrences[stem as usize] >= minimum.max(1)).collect();
        order.par_sort_unstable_by_key(|&stem| {
            (std::cmp::Reverse(occurrences[stem as usize]), interner.text(stem))
        });
        let mut renumbered = vec![NONE; interner.len()];
        for (number, &stem) in order.iter().enumerate() {
            renumbered[stem as usize] = number as u32;
        }
        for stem in &mut of_word {
            *stem = renumbered.get(*stem as usize).copied().unwrap_or(NONE);
        }
        Self {
            of_word,
            texts: order.iter().map(|&stem| interner.text(stem).into()).collect(),
            surfaces: order.iter().map(|&stem| surfaces[stem as usize]).collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    /// The stem of every word, or [`NONE`].
    pub(super) fn of_word(&self) -> &[u32] {
        &self.of_word
    }

    pub(super) fn text(&self, stem: u32) -> &str {
        &self.texts[stem as usize]
    }

    /// The most frequent word of a stem.
    pub(super) fn surface(&self, stem: u32) -> u32 {
        self.surfaces[stem as usize]
    }
}

fn intern_stems(analyzer: &Analyzer, words: &SurfaceTable) -> (Interner, Vec<u32>) {
    let pieces: Vec<(Vec<u8>, Vec<usize>)> = (0..(words.len() as u32).div_ceil(WORDS_PER_PIECE))
        .into_par_iter()
        .map(|piece| {
            let (mut bytes, mut ends) = (Vec::new(), Vec::new());
            let first = piece * WORDS_PER_PIECE;
            for word in first..(first + WORDS_PER_PIECE).min(words.len() as u32) {
                if words.occurrences(word) > 0 {
                    bytes.extend_from_slice(analyzer.stem(words.text(word)).as_bytes());
                }
                ends.push(bytes.len());
            }
            (bytes, ends)
        })
        .collect();
    let mut interner = Interner::default();
    let mut of_word = Vec::with_capacity(words.len());
    for (bytes, ends) in pieces {
        let mut start = 0;
        for end in ends {
            of_word.push(if start == end { NONE } else { interner.intern(&bytes[start..end]) });
            start = end;
        }
    }
    (interner, of_word)
}

#[cfg(test)]
mod tests {
    use super::super::phrase_breaks::PhraseReader;
    use super::{NONE, Stems, SurfaceTable};
    use crate::analysis::{Analyzer, Language};

    #[test]
    fn the_most_frequent_form_stands_for_a_stem() {
        let analyzer = Analyzer::builder(Language::English).build();
        let mut words = SurfaceTable::default();
        let mut numbers = Vec::new();
        PhraseReader::default().read(
            &mut words,
            &analyzer,
            "caching caches caching graphs graph cached cache rare",
            &mut numbers,
        );
        let stems = Stems::new(&analyzer, &words, 2);
        assert_eq!((stems.len(), stems.text(0), stems.text(1)), (2, "cach", "graph"));
        assert_eq!(words.text(stems.surface(0)), "caching");
        assert_eq!(words.text(stems.surface(1)), "graph", "the first of equals");
        assert_eq!(stems.of_word()[*numbers.last().unwrap() as usize], NONE);
    }
}
