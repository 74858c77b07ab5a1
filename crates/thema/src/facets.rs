//! What sources say of a paper besides its text, normalised across sources.

use std::collections::BTreeSet;

use thema_ingest::{Corpus, country_name, language_name, plain};
use thema_themes::Facet;

/// Longest value, in characters.
const LONGEST: usize = 160;
/// Most values of one facet of a paper.
const MOST: usize = 100;
/// Words that are lower case inside a name.
const SMALL: [&str; 12] = ["of", "and", "the", "in", "for", "on", "to", "a", "an", "de", "der", "et"];

/// Words that are always upper case.
const CAPITALS: [&str; 22] = [
    "IEEE", "ACM", "SIAM", "PLOS", "BMC", "BMJ", "PNAS", "RSC", "ACS", "AIP", "APS", "IOP", "EPJ", "IFAC",
    "USENIX", "AI", "DNA", "RNA", "II", "III", "IV", "USA",
];

/// The facets of the paper in a row, grouped by facet and in the order of its sources.
pub(crate) fn facets(corpus: &Corpus, row: usize) -> Box<[(Facet, String)]> {
    let countries = corpus.countries(row).map(|country| country_name(country).unwrap_or(country).to_owned());
    let funders = corpus.funders(row).map(str::to_owned);
    let language = corpus.language(row).and_then(language_name);
    let values = countries
        .take(MOST)
        .map(|country| (Facet::Country, country))
        .chain(funders.take(MOST).map(|funder| (Facet::Funder, funder)))
        .chain(corpus.venue(row).map(|venue| (Facet::Venue, in_small_letters(venue))))
        .chain(corpus.kind(row).map(|kind| (Facet::Type, kind.to_owned())))
        .chain(language.map(|language| (Facet::Language, language.to_owned())));
    let mut known = BTreeSet::new();
    let shown =
        |(facet, value): (Facet, String)| (facet, plain(&value).chars().take(LONGEST).collect::<String>());
    values.map(shown).filter(|value| !value.1.is_empty() && known.insert(value.clone())).collect()
}

/// Recases a name that its source writes in capitals: `JOURNAL OF QUEUES` becomes Journal of Queues.
fn in_small_letters(name: &str) -> String {
    let is_shouted = name.contains(' ') && !name.chars().any(char::is_lowercase);
    if !is_shouted {
        return name.to_owned();
    }
    let word = |(at, word): (usize, &str)| {
        if CAPITALS.contains(&word) {
            return word.to_owned();
        }
        let word = word.to_lowercase();
        if at > 0 && SMALL.contains(&word.as_str()) {
            return word;
        }
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    name.split(' ').enumerate().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_capitals_are_brought_down() {
        assert_eq!(in_small_letters("JOURNAL OF THE QUEUES"), "Journal of the Queues");
        assert_eq!(in_small_letters("IEEE TRANSACTIONS ON QUEUES"), "IEEE Transactions on Queues");
        assert_eq!(in_small_letters("JAMA"), "JAMA");
        assert_eq!(in_small_letters("Physical Review B"), "Physical Review B");
    }
}
