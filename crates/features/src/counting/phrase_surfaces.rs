//! The surface forms of phrases.

use rustc_hash::FxHashMap;

use super::marks::LINKED;
use super::stems::Stems;
use super::surfaces::SurfaceTable;
use super::vocabulary::{NONE, Vocabulary};
use crate::analysis::{LINK, unspaced};

/// How often every phrase occurred in each form.
///
/// Most occurrences of a phrase have the same form, so the first form seen is counted in an array and the
/// others in a map.
#[derive(Default)]
pub(super) struct PhraseSurfaces {
    /// By term.
    first: Vec<(Form, u32)>,
    others: FxHashMap<(u32, Form), u32>,
}

/// The words of a phrase with their link flags; the third is [`NONE`] if there are two.
type Form = [u32; 3];

impl PhraseSurfaces {
    /// Allocates counts for the phrases among `terms` terms.
    pub(super) fn new(terms: usize) -> Self {
        Self { first: vec![([NONE; 3], 0); terms], others: FxHashMap::default() }
    }

    /// Counts an occurrence of `term` as `words`, of which there are two or three.
    pub(super) fn add(&mut self, term: u32, words: &[u32]) {
        self.add_many(term, [words[0] & !LINKED, words[1], words.get(2).copied().unwrap_or(NONE)], 1);
    }

    fn add_many(&mut self, term: u32, form: Form, occurrences: u32) {
        let (first, count) = &mut self.first[term as usize];
        if *count == 0 {
            *first = form;
        }
        if *first == form {
            *count += occurrences;
        } else {
            *self.others.entry((term, form)).or_insert(0) += occurrences;
        }
    }

    /// Adds other occurrences; associative and commutative except for which form is the first.
    pub(super) fn merge(mut self, other: Self) -> Self {
        for (term, (form, occurrences)) in other.first.into_iter().enumerate() {
            if occurrences > 0 {
                self.add_many(term as u32, form, occurrences);
            }
        }
        #[expect(clippy::iter_over_hash_type, reason = "integer sums do not depend on the order")]
        for ((term, form), occurrences) in other.others {
            self.add_many(term, form, occurrences);
        }
        self
    }

    /// Gives every term its most frequent form; of equals, the first in alphabetical order.
    pub(super) fn name(self, vocabulary: &mut Vocabulary, stems: &Stems, words: &SurfaceTable) {
        let mut forms: Vec<(u32, Form, u32)> =
            self.others.into_iter().map(|((term, form), occurrences)| (term, form, occurrences)).collect();
        for (term, (form, occurrences)) in self.first.into_iter().enumerate() {
            if occurrences > 0 {
                forms.push((term as u32, form, occurrences));
            }
        }
        let text = |form: &Form| {
            let mut text = words.text(form[0]).to_owned();
            for &word in form[1..].iter().filter(|&&word| word != NONE) {
                text.push(' ');
                if word & LINKED != 0 {
                    text.push_str(LINK);
                    text.push(' ');
                }
                text.push_str(words.text(word & !LINKED));
            }
            text
        };
        forms.sort_unstable_by(|left, right| {
            let order = left.0.cmp(&right.0).then(right.2.cmp(&left.2));
            order.then_with(|| text(&left.1).cmp(&text(&right.1)))
        });
        forms.dedup_by_key(|(term, ..)| *term);
        for (term, form, _) in forms {
            vocabulary.set_surface(term, unspaced(&text(&form)).into());
        }
        for stem in 0..stems.len() as u32 {
            if let Some(id) = vocabulary.id(stems.text(stem)) {
                vocabulary.set_surface(id, words.text(stems.surface(stem)).into());
            }
        }
    }
}
