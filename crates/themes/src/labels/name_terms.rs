//! How much of a theme's name a paper says.

use std::collections::BTreeSet;

use thema_features::SparseRow;

use crate::TermText;

/// The words of a name and their phrases, as terms.
pub struct NameTerms<'a> {
    texts: &'a dyn TermText,
    terms: BTreeSet<u32>,
}

impl<'a> NameTerms<'a> {
    /// The terms of `name` that `texts` knows.
    #[must_use]
    pub fn of(name: &str, texts: &'a dyn TermText) -> Self {
        Self { texts, terms: texts.terms_of(name).into_iter().collect() }
    }

    /// The number of them in a title.
    #[must_use]
    pub fn in_title(&self, title: &str) -> usize {
        if self.terms.is_empty() {
            return 0;
        }
        let terms = self.texts.terms_of(title).into_iter();
        terms.filter(|term| self.terms.contains(term)).collect::<BTreeSet<_>>().len()
    }

    /// The number of them among the terms of a paper.
    pub(crate) fn in_paper(&self, row: &SparseRow<'_>) -> usize {
        self.terms.iter().filter(|term| row.indices.binary_search(term).is_ok()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::super::label::tests::Words;
    use super::*;

    #[test]
    fn words_and_pairs_of_a_name_are_found_in_titles_and_papers() {
        let words = Words(vec!["order", "book", "order book", "market", "limit"]);
        let name = NameTerms::of("Limit order books", &words);
        assert_eq!(name.in_title("A book on market making"), 1);
        assert_eq!(name.in_title("The “order book” and its limits: order books"), 4);
        let row = SparseRow { indices: &[1, 3], values: &[1.0, 1.0] };
        assert_eq!(name.in_paper(&row), 1);
        assert_eq!(NameTerms::of("Other", &words).in_title("Other order books"), 0);
    }
}
