//! Notices of withdrawal.

use crate::Record;

/// Phrases that arXiv's own notices and authors use of the paper that they stand in.
const NOTICES: [&str; 6] = [
    "paper has been withdrawn",
    "paper is withdrawn",
    "paper was withdrawn",
    "submission has been withdrawn",
    "article has been withdrawn",
    "manuscript has been withdrawn",
];

/// Whether a record's comment or the beginning of its abstract says that the paper is withdrawn.
pub(crate) fn is_withdrawn(record: &Record) -> bool {
    let comment = record.comment.as_deref().unwrap_or_default();
    [comment, &record.abstract_text].into_iter().any(says_withdrawn)
}

/// Whether the beginning of a comment or an abstract says so.
pub(crate) fn says_withdrawn(text: &str) -> bool {
    let beginning = &text[..text.floor_char_boundary(80)];
    holds_word(beginning.as_bytes()) && {
        let beginning = beginning.to_ascii_lowercase();
        beginning.starts_with("withdrawn") || NOTICES.iter().any(|notice| beginning.contains(notice))
    }
}

/// Whether the word stands anywhere, its first letter large or small.
fn holds_word(text: &[u8]) -> bool {
    memchr::memchr_iter(b'w', text)
        .any(|at| text[..=at].ends_with(b"ithdraw") && text[at + 1..].starts_with(b"n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_told_from_papers_about_withdrawing() {
        let withdrawn = |comment: &str, abstract_text: &str| {
            is_withdrawn(&Record {
                comment: Some(comment.into()),
                abstract_text: abstract_text.into(),
                ..Record::default()
            })
        };
        assert!(withdrawn("This paper has been withdrawn by the author due to an error", "We study logs."));
        assert!(withdrawn("", "This paper has been withdrawn."));
        assert!(withdrawn("Withdrawn", "We study logs."));
        assert!(!withdrawn("4 pages", "Money is withdrawn from queues."));
    }
}
