//! Notices of withdrawal instead of an abstract.

use thema_features::Document;

/// Maximum number of words in a notice; an abstract that only mentions a withdrawal is longer.
const MOST_WORDS: usize = 60;
/// What may have been withdrawn.
const SUBJECTS: [&str; 10] = [
    "paper",
    "article",
    "manuscript",
    "submission",
    "preprint",
    "work",
    "version",
    "author",
    "authors",
    "arxiv",
];
/// Words for a withdrawal; a text that begins with one is also a notice.
const VERBS: [&str; 5] = ["withdrawn", "withdraw", "withdrew", "retracted", "superseded"];
/// Number of words before and after such a word within which a subject must be.
const REACH: usize = 12;

/// Whether the abstract is only a notice that the paper was withdrawn, retracted or superseded: a short text
/// with such a word near its subject or at the beginning.
pub(super) fn is_withdrawal(document: &Document<'_>) -> bool {
    let words: Vec<&str> = document
        .body
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(MOST_WORDS + 1)
        .collect();
    if words.len() > MOST_WORDS {
        return false;
    }
    let is_one_of = |list: &[&str], word: &str| list.iter().any(|other| word.eq_ignore_ascii_case(other));
    let verbs = words.iter().enumerate().filter(|(_, word)| is_one_of(&VERBS, word));
    verbs.map(|(at, _)| at).any(|at| {
        let near = &words[at.saturating_sub(REACH)..words.len().min(at + REACH)];
        at == 0 || near.iter().any(|word| is_one_of(&SUBJECTS, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notice(body: &str) -> bool {
        is_withdrawal(&Document::new("On trees", body))
    }

    #[test]
    fn notices_are_told_from_abstracts() {
        assert!(notice("This paper has been withdrawn by the author due to an error in Lemma 3."));
        assert!(notice("Withdrawn."));
        assert!(notice("The authors withdraw this article."));
        assert!(notice("This manuscript is superseded by arXiv:1001.0001."));
        assert!(!notice("We study how users withdraw consent and what it costs a service to honour it."));
        assert!(!notice("Trees are balanced by rotations."));
        let long = format!("This paper has been withdrawn. {}", "We study trees of many kinds. ".repeat(12));
        assert!(!notice(&long));
    }
}
