//! Parses digital object identifiers.

use rustc_hash::FxHashSet;

use crate::ArxivId;

/// The DOI in `text` in lower case, whether bare, after `doi:` or in a resolver's URL; the first if there are
/// several. `None` if there is none.
///
/// DOIs are case-insensitive and begin with a registrant's prefix `10.NNNN/`
/// (<https://www.doi.org/doi-handbook/HTML/doi-name-syntax.html>).
pub(crate) fn normalise_doi(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    bare_doi(first_of_several(without_resolver(&lower)))
}

/// Every DOI in `text` as [`normalise_doi`] returns it, in order and without repetition.
pub(crate) fn dois(text: &str) -> Vec<String> {
    let lower = text.trim().to_lowercase();
    let (mut found, mut seen, mut rest) = (Vec::new(), FxHashSet::default(), without_resolver(&lower));
    while !rest.is_empty() {
        let first = first_of_several(rest);
        found.extend(bare_doi(first).filter(|doi| seen.insert(doi.clone())));
        rest = without_resolver(rest[first.len()..].trim_start_matches(is_separator));
    }
    found
}

/// The DOI that the lower-case `text` consists of, after any resolver or `doi:` prefix.
fn bare_doi(text: &str) -> Option<String> {
    let bare = without_resolver(text);
    let (registrant, suffix) = bare.strip_prefix("10.")?.split_once('/')?;
    let known = registrant.len() >= 4
        && registrant.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && !suffix.is_empty()
        && bare.len() <= 2_048
        && !bare.contains(char::is_whitespace);
    known.then(|| bare.to_owned())
}

/// The part of a bare DOI that names the journal or series, where its letters do: `physreva` of
/// `10.1103/physreva.81.033605`, `s00220` of `10.1007/s00220-014-1993-1`. `None` if there are no two letters together before
/// the number of the article.
pub(crate) fn journal_of_doi(doi: &str) -> Option<&str> {
    let (_, suffix) = doi.split_once('/')?;
    // Springer writes a letter and five digits, World Scientific and Cambridge a letter and the eight of the ISSN.
    if let [b's', digits @ ..] = suffix.as_bytes() {
        let digits = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits >= 5 {
            return suffix.get(..=if digits >= 16 { 8 } else { 5 });
        }
    }
    let is_of_name = |character: char| character.is_ascii_alphabetic() || character == '.';
    let end = suffix.find(|character| !is_of_name(character)).unwrap_or(suffix.len());
    let name = suffix[..end].trim_end_matches('.');
    name.split('.').any(|word| word.len() > 1).then_some(name)
}

/// Characters that may separate two DOIs.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ';' | '|')
}

/// `text` without any resolver or `doi:` prefix.
fn without_resolver(text: &str) -> &str {
    let prefixes = ["https://", "http://", "dx.doi.org/", "www.doi.org/", "doi.org/", "doi:"];
    prefixes.iter().fold(text, |bare, prefix| bare.strip_prefix(prefix).unwrap_or(bare).trim_start())
}

/// The first of several DOIs: the text before a space, comma, semicolon or bar that another DOI follows. A
/// DOI may itself contain any of these except spaces.
fn first_of_several(text: &str) -> &str {
    let begins = |(at, _): &(usize, &str)| {
        without_resolver(text[*at..].trim_start_matches(is_separator)).starts_with("10.")
    };
    // In a run of separators, all are before the same text.
    let is_first = |(at, _): &(usize, &str)| !text[..*at].ends_with(is_separator);
    let end = text.match_indices(is_separator).filter(is_first).find(begins).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// The arXiv identifier in a DOI issued by arXiv, `10.48550/arXiv.2401.00001`.
pub(crate) fn arxiv_id_of_doi(text: &str) -> Option<ArxivId> {
    normalise_doi(text)?.strip_prefix("10.48550/arxiv.")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_separators_are_one() {
        let text = format!("10.1000/a{}10.1000/b", "; ".repeat(200_000));
        assert_eq!(dois(&text), ["10.1000/a", "10.1000/b"]);
        assert_eq!(normalise_doi(&text).as_deref(), Some("10.1000/a"));
    }

    #[test]
    fn every_spelling_is_one_identifier() {
        for text in [
            "10.1103/PhysRevLett.103.268103",
            " doi:10.1103/physrevlett.103.268103",
            "https://doi.org/10.1103/PHYSREVLETT.103.268103",
            "http://dx.doi.org/10.1103/PhysRevLett.103.268103 ",
        ] {
            assert_eq!(normalise_doi(text).as_deref(), Some("10.1103/physrevlett.103.268103"), "{text}");
        }
    }

    #[test]
    fn the_journal_is_what_stands_before_the_article() {
        for (doi, journal) in [
            ("10.1103/physreva.81.033605", Some("physreva")),
            ("10.1016/j.jalgebra.2011.12.028", Some("j.jalgebra")),
            ("10.1007/s00220-014-1993-1", Some("s00220")),
            ("10.1142/s0218126609005733", Some("s02181266")),
            ("10.1093/nar/gkp109", Some("nar")),
            ("10.4204/eptcs.24", Some("eptcs")),
            ("10.1145/2660267.2660348", None),
            ("10.1088/1751-8113/43/43/434027", None),
            ("10.1000/s1.2", None),
            ("10.1000/é", None),
        ] {
            assert_eq!(journal_of_doi(doi), journal, "{doi}");
        }
    }

    #[test]
    fn several_are_told_apart() {
        for text in [
            "10.1103/a 10.1103/b",
            "10.1103/a;10.1103/b",
            "https://doi.org/10.1103/A | https://doi.org/10.1103/B",
            "doi:10.1103/a, doi:10.1103/b",
        ] {
            assert_eq!(normalise_doi(text).as_deref(), Some("10.1103/a"), "{text}");
            assert_eq!(dois(text), ["10.1103/a", "10.1103/b"], "{text}");
        }
        assert_eq!(dois("10.1103/a, 10.1103/A; doi:10.1103/b"), ["10.1103/a", "10.1103/b"]);
        assert_eq!(dois("n/a"), Vec::<String>::new());
        let sici = "10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2";
        assert_eq!((normalise_doi(sici).as_deref(), dois(sici)), (Some(sici), vec![sici.to_owned()]));
    }

    #[test]
    fn what_is_no_identifier_is_none() {
        for text in ["", "10.1103", "10.1/x", "10.1103/", "n/a", "10.1103/a and b", "doi:"] {
            assert_eq!(normalise_doi(text), None, "{text}");
        }
    }

    #[test]
    fn identifiers_of_arxiv_are_found_in_its_own() {
        assert_eq!(arxiv_id_of_doi("10.48550/ARXIV.2401.00001").unwrap().as_str(), "2401.00001");
        assert_eq!(arxiv_id_of_doi("10.1000/arxiv.2401.00001"), None);
    }
}
