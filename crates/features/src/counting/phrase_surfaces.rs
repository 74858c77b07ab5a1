//! The forms in which phrases were written.

use rustc_hash::FxHashMap;

use super::stems::Stems;
use super::surfaces::SurfaceTable;
use super::vocabulary::{NONE, Vocabulary};

/// How often every phrase occurred in every form.
#[derive(Default)]
pub(super) struct PhraseSurfaces {
    /// By term and words, [`NONE`] after the last word.
    occurrences: FxHashMap<(u32, [u32; 3]), u32>,
}

impl PhraseSurfaces {
    /// Counts an occurrence of `term` as `words`, of which there are two or three.
    pub(super) fn add(&mut self, term: u32, words: &[u32]) {
        let form = [words[0], words[1], words.get(2).copied().unwrap_or(NONE)];
        *self.occurrences.entry((term, form)).or_insert(0) += 1;
    }

    /// Adds other occurrences: associative and commutative.
    pub(super) fn merge(mut self, other: Self) -> Self {
        #[expect(clippy::iter_over_hash_type, reason = "integer sums do not depend on the order")]
        for (form, occurrences) in other.occurrences {
            *self.occurrences.entry(form).or_insert(0) += occurrences;
        }
        self
    }

    /// Gives every term its most frequent form, the first in alphabetical order of equals.
    pub(super) fn name(self, vocabulary: &mut Vocabulary, stems: &Stems, words: &SurfaceTable) {
        let mut forms: Vec<(u32, [u32; 3], u32)> = self
            .occurrences
            .into_iter()
            .map(|((term, form), occurrences)| (term, form, occurrences))
            .collect();
        let text = |form: &[u32; 3]| -> String {
            let words: Vec<&str> =
                form.iter().filter(|&&word| word != NONE).map(|&word| words.text(word)).collect();
            words.join(" ")
        };
        forms.sort_unstable_by(|left, right| {
            let order = left.0.cmp(&right.0).then(right.2.cmp(&left.2));
            order.then_with(|| text(&left.1).cmp(&text(&right.1)))
        });
        forms.dedup_by_key(|(term, ..)| *term);
        for (term, form, _) in forms {
            vocabulary.set_surface(term, text(&form).into());
        }
        for stem in 0..stems.len() as u32 {
            if let Some(id) = vocabulary.id(stems.text(stem)) {
                vocabulary.set_surface(id, words.text(stems.surface(stem)).into());
            }
        }
    }
}
