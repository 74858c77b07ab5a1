//! The fields after an entry's second time.

use super::glue::chunks;
use super::person::{MAX_NAME_WORDS, Word, classify, comment_score, name_score};
use crate::text::whitespace::{collapse, collapse_nonempty};

/// The fields after an entry's second time.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::sources) struct Tail {
    pub(in crate::sources) comment: Option<String>,
    pub(in crate::sources) journal_reference: Option<String>,
    pub(in crate::sources) authors: Vec<String>,
    pub(in crate::sources) doi: Option<String>,
}

/// Score for a phrase repeated at the end of the words before the authors: the journal reference repeats the
/// end of the comment.
const REPEATED_PHRASE_SCORE: f32 = 6.0;

/// Penalty for beginning a comment with words that could all be names.
const COMMENT_OF_NAMES_SCORE: f32 = -3.0;

/// Splits the text after an entry's second time into its fields. If the text begins with a space, spaces
/// separate its fields; otherwise they are glued together.
pub(in crate::sources) fn split(text: &str) -> Tail {
    let (text, doi) = without_doi(text);
    let mut tail = if text.starts_with(char::is_whitespace) { separated(text) } else { glued(text) };
    tail.doi = doi;
    tail
}

/// Cuts a DOI off the end of `text`: `10.`, a registrant's number, a slash, and no spaces.
fn without_doi(text: &str) -> (&str, Option<String>) {
    let (mut before, mut doi) = (text.trim_end(), None);
    // A response may give several DOIs in a row; the first is the paper's.
    while let Some(start) = start_of_doi(before) {
        doi = Some(&before[start..]);
        before = before[..start].trim_end();
    }
    (before, doi.map(str::to_lowercase))
}

/// Where a DOI begins in the last word of `text`.
fn start_of_doi(text: &str) -> Option<usize> {
    let last_word = text.len() - text.rsplit(char::is_whitespace).next().map_or(0, str::len);
    text[last_word..].match_indices("10.").map(|(at, _)| last_word + at).find(|&at| {
        let digits = text[at + 3..].bytes().take_while(u8::is_ascii_digit).count();
        (4..=9).contains(&digits)
            && text[at + 3 + digits..].strip_prefix('/').is_some_and(|name| !name.is_empty())
            && !text[..at]
                .ends_with(|before: char| before.is_ascii_digit() || matches!(before, '.' | '/' | ':'))
    })
}

/// Splits glued fields: everything up to the last chunk that is not a name is comment and journal reference.
fn glued(text: &str) -> Tail {
    let chunks = chunks(text);
    let is_name = |chunk: &&str| {
        let words: Option<Vec<Word>> = chunk.split_whitespace().map(classify).collect();
        words.is_some_and(|words| !words.contains(&Word::Venue) && words != [Word::Capitals])
    };
    let mut names = chunks.iter().rposition(|chunk| !is_name(chunk)).map_or(0, |last| last + 1);
    // A single word after the comment is the end of one of the comment's own words: `on GitHub`.
    if names > 0 {
        names +=
            chunks[names..].iter().take_while(|chunk| !chunk.trim().contains(char::is_whitespace)).count();
    }
    let front: usize = chunks[..names].iter().map(|chunk| chunk.len()).sum();
    let front = &text[..front];
    let (comment, journal_reference) = match repeated_end(front) {
        Some(reference) => (&front[..front.len() - reference.len()], Some(reference)),
        None => (front, None),
    };
    Tail {
        comment: collapse_nonempty(comment),
        journal_reference: journal_reference.and_then(collapse_nonempty),
        authors: chunks[names..].iter().map(|name| collapse(name)).collect(),
        doi: None,
    }
}

/// The longest suffix of `text`, of at least two words, that directly repeats the text before it.
fn repeated_end(text: &str) -> Option<&str> {
    const SEARCHED_BYTES: usize = 400;
    let length = text.len();
    (1..=(length / 2).min(SEARCHED_BYTES)).rev().find_map(|size| {
        let end = text.get(length - size..)?;
        let before = text.get(length - 2 * size..length - size)?;
        (end == before && end.contains(' ') && end.starts_with(char::is_uppercase)).then_some(end)
    })
}

/// Splits fields separated by spaces: takes the best of all ways to split the words that could be names.
fn separated(text: &str) -> Tail {
    let words: Vec<&str> = text.split_whitespace().collect();
    let kinds: Vec<Option<Word>> = words.iter().map(|word| classify(word)).collect();
    let first = kinds.iter().rposition(Option::is_none).map_or(0, |last| last + 1);
    let kinds: Vec<Word> = kinds[first..].iter().copied().flatten().collect();
    let (scores, lengths) = best_names(&kinds);
    let mut best = (f32::NEG_INFINITY, 0, 0);
    let mut comment = 0.0;
    for start in 0..=kinds.len() {
        if start > 0 {
            comment += comment_score(kinds[start - 1]);
        }
        let repeated = repeated_words(&words[..first + start]);
        let mut score = comment + scores[start];
        if repeated > 0 {
            score += REPEATED_PHRASE_SCORE;
        }
        if first == 0 && start > 0 {
            score += COMMENT_OF_NAMES_SCORE;
        }
        if score > best.0 {
            best = (score, start, repeated);
        }
    }
    let (_, start, repeated) = best;
    let front = &words[..first + start];
    let (comment, reference) = front.split_at(front.len() - repeated);
    let mut authors = Vec::new();
    let mut at = start;
    while at < kinds.len() {
        authors.push(words[first + at..first + at + lengths[at]].join(" "));
        at += lengths[at];
    }
    Tail {
        comment: collapse_nonempty(&comment.join(" ")),
        journal_reference: collapse_nonempty(&reference.join(" ")),
        authors,
        doi: None,
    }
}

/// For each position in `kinds`, the score of the best way to split the words from there on into names, and
/// the number of words of the first of these names. No author at all scores lower than any.
fn best_names(kinds: &[Word]) -> (Vec<f32>, Vec<usize>) {
    const NO_AUTHOR_SCORE: f32 = -12.0;
    let mut scores = vec![f32::NEG_INFINITY; kinds.len() + 1];
    let mut lengths = vec![1; kinds.len()];
    scores[kinds.len()] = 0.0;
    for start in (0..kinds.len()).rev() {
        for length in 1..=MAX_NAME_WORDS.min(kinds.len() - start) {
            let score = name_score(&kinds[start..start + length]) + scores[start + length];
            if score > scores[start] {
                (scores[start], lengths[start]) = (score, length);
            }
        }
    }
    scores[kinds.len()] = NO_AUTHOR_SCORE;
    (scores, lengths)
}

/// The number of words of the longest phrase, of at least two words, that `words` end with twice; 0 if there
/// is none.
fn repeated_words(words: &[&str]) -> usize {
    const SEARCHED_WORDS: usize = 40;
    let count = words.len();
    (2..=(count / 2).min(SEARCHED_WORDS))
        .rev()
        .find(|&size| words[count - size..] == words[count - 2 * size..count - size])
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(comment: Option<&str>, reference: Option<&str>, authors: &[&str], doi: Option<&str>) -> Tail {
        Tail {
            comment: comment.map(str::to_owned),
            journal_reference: reference.map(str::to_owned),
            authors: authors.iter().map(|&name| name.to_owned()).collect(),
            doi: doi.map(str::to_owned),
        }
    }

    #[test]
    fn fields_parted_by_blanks() {
        let cases = [
            (" Ada Quxley Cyril Y. Onesson", tail(None, None, &["Ada Quxley", "Cyril Y. Onesson"], None)),
            (
                " 20 pages, 8 figures Jan Quxley Maria Anna Onesson Ludwig van Twosen 10.1000/A(1)",
                tail(
                    Some("20 pages, 8 figures"),
                    None,
                    &["Jan Quxley", "Maria Anna Onesson", "Ludwig van Twosen"],
                    Some("10.1000/a(1)"),
                ),
            ),
            (
                " Accepted at Logs (LOGS 2026), Springer Nature Logs (LOGS 2026), Springer Nature Jan Quxley",
                tail(
                    Some("Accepted at Logs (LOGS 2026), Springer Nature"),
                    Some("Logs (LOGS 2026), Springer Nature"),
                    &["Jan Quxley"],
                    None,
                ),
            ),
            (" Technical Report Jan Quxley", tail(Some("Technical Report"), None, &["Jan Quxley"], None)),
            ("", tail(None, None, &[], None)),
        ];
        for (text, expected) in cases {
            assert_eq!(split(text), expected, "{text}");
        }
    }

    #[test]
    fn fields_glued_together() {
        let cases = [
            ("Ada QuxleyCyril Y. Onesson", tail(None, None, &["Ada Quxley", "Cyril Y. Onesson"], None)),
            (
                "Code on GitHub, 2 figuresEyal de QuxleyBo Onesson10.1000/Ab.12",
                tail(
                    Some("Code on GitHub, 2 figures"),
                    None,
                    &["Eyal de Quxley", "Bo Onesson"],
                    Some("10.1000/ab.12"),
                ),
            ),
            ("Code on GitHubBo Onesson", tail(Some("Code on GitHub"), None, &["Bo Onesson"], None)),
            (
                "In Logs (LOGS 2026), SpringerLogs (LOGS 2026), SpringerJan Quxley",
                tail(
                    Some("In Logs (LOGS 2026), Springer"),
                    Some("Logs (LOGS 2026), Springer"),
                    &["Jan Quxley"],
                    None,
                ),
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(split(text), expected, "{text}");
        }
    }

    #[test]
    fn dois_behind_blanks_of_any_kind_and_in_any_number() {
        assert_eq!(without_doi("Ada One\u{a0}10.1000/Ab"), ("Ada One", Some("10.1000/ab".to_owned())));
        let many = format!("Ada One {}", "10.1000/a ".repeat(200_000));
        assert_eq!(without_doi(&many), ("Ada One", Some("10.1000/a".to_owned())));
        assert_eq!(without_doi("Ada\u{2003}"), ("Ada", None));
    }
}
