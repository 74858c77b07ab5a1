//! How near the words of a phrase are to what a group is about.

use ndarray::{Array1, ArrayView2};
use thema_features::CsrMatrix;

use super::phrases::Phrases;
use super::texts::{Stems, Texts};
use crate::TermText;
use crate::labels::direction::{cosine, directions};

/// Words of the longest term.
const LONGEST_TERM: usize = 3;

/// What the words of a corpus mean.
#[derive(Clone, Copy)]
pub struct Meanings<'a> {
    /// The words behind terms.
    pub texts: &'a dyn TermText,
    /// Weighted terms of every paper.
    pub rows: &'a CsrMatrix,
    /// Vectors of the columns of `rows` (terms x dimensions).
    pub term_vectors: ArrayView2<'a, f32>,
}

/// The directions of groups, and what finds the vector of a phrase.
pub(super) struct Bearings<'b, 'a> {
    meanings: &'b Meanings<'a>,
    /// Per stem: a word with that stem, if there is one.
    words: Vec<Option<&'b str>>,
    /// Per group: the sum of its papers' weighted terms.
    directions: Vec<Array1<f32>>,
}

impl<'b, 'a> Bearings<'b, 'a> {
    /// The directions of `groups` groups of the papers in `meanings`, for phrases of `texts`.
    pub(super) fn of(
        texts: &'b Texts,
        meanings: &'b Meanings<'a>,
        group_of: &[Option<u32>],
        groups: usize,
    ) -> Self {
        let mut words = vec![None; texts.stems.len()];
        for word in &texts.words {
            let mut stems = Stems::numbers(word.stems.key);
            if let (Some(stem), None) = (stems.next(), stems.next()) {
                words[stem as usize - 1].get_or_insert(word.text.as_str());
            }
        }
        let directions = directions(meanings.term_vectors, meanings.rows, group_of, groups);
        Self { meanings, words, directions }
    }

    /// Cosine between the direction of a group and the sum of the words of a phrase. A word that is in too many papers to
    /// be a term has no vector; then the phrase and its parts count, where they are terms. `None` if nothing is known.
    pub(super) fn cosine(&self, phrases: &Phrases, phrase: u32, group: usize) -> Option<f64> {
        let stems = Stems::numbers(phrases.known[phrase as usize].key);
        let mut words: Vec<&str> = stems.filter_map(|stem| self.words[stem as usize - 1]).collect();
        words.reverse();
        let term_of = |words: &[&str]| self.meanings.texts.term_of(&words.join(" "));
        let mut terms: Vec<u32> = words.chunks(1).filter_map(term_of).collect();
        if terms.len() < words.len() {
            let longer = (2..=LONGEST_TERM).flat_map(|length| words.windows(length));
            terms.extend(longer.filter_map(term_of));
        }
        let mut sum = Array1::<f32>::zeros(self.meanings.term_vectors.ncols());
        for term in terms {
            sum += &self.meanings.term_vectors.row(term as usize);
        }
        cosine(sum.view(), &self.directions[group])
    }
}
