//! How much of a theme's name a paper says.

use std::collections::BTreeSet;

use thema_features::SparseRow;

use crate::TermText;

/// The words of a name and its pairs of adjacent words, as terms.
pub struct NameTerms<'a> {
    texts: &'a dyn TermText,
    terms: BTreeSet<u32>,
}

impl<'a> NameTerms<'a> {
    /// The terms of `name` that `texts` knows.
    #[must_use]
    pub fn of(name: &str, texts: &'a dyn TermText) -> Self {
        Self { texts, terms: terms_of(name, texts).collect() }
    }

    /// The number of them in a title.
    #[must_use]
    pub fn in_title(&self, title: &str) -> usize {
        if self.terms.is_empty() {
            return 0;
        }
        terms_of(title, self.texts).filter(|term| self.terms.contains(term)).collect::<BTreeSet<_>>().len()
    }

    /// The number of them among the terms of a paper.
    pub(crate) fn in_paper(&self, row: &SparseRow<'_>) -> usize {
        self.terms.iter().filter(|term| row.indices.binary_search(term).is_ok()).count()
    }
}

/// The terms of a text's words and of its pairs of adjacent words.
fn terms_of<'t>(text: &'t str, texts: &'t dyn TermText) -> impl Iterator<Item = u32> + 't {
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|character: char| !character.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect();
    let pairs: Vec<String> = words.windows(2).map(|pair| pair.join(" ")).collect();
    let words = words.into_iter().filter_map(|word| texts.term_of(word)).collect::<Vec<_>>();
    words.into_iter().chain(pairs.into_iter().filter_map(|pair| texts.term_of(&pair)))
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
