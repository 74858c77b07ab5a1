//! Notices of withdrawal.

use crate::Record;

/// Phrases by which arXiv's notices and authors say that this paper is withdrawn.
const NOTICES: [&str; 6] = [
    "paper has been withdrawn",
    "paper is withdrawn",
    "paper was withdrawn",
    "submission has been withdrawn",
    "article has been withdrawn",
    "manuscript has been withdrawn",
];

/// Whether the beginning of a record's comment or abstract says that the paper is withdrawn.
pub(crate) fn is_withdrawn(record: &Record) -> bool {
    let comment = record.comment.as_deref().unwrap_or_default();
    [comment, &record.abstract_text].into_iter().any(says_withdrawn)
}

/// Whether the first 80 bytes of a comment or abstract say that the paper is withdrawn.
pub(crate) fn says_withdrawn(text: &str) -> bool {
    let beginning = &text[..text.floor_char_boundary(80)];
    holds_word(beginning.as_bytes()) && {
        let beginning = beginning.to_ascii_lowercase();
        is_notice(&beginning) || NOTICES.iter().any(|notice| beginning.contains(notice))
    }
}

/// Words that follow `withdrawn` in a notice that begins with it.
const REASONS: [&str; 16] = [
    "after", "as", "at", "because", "by", "due", "for", "from", "in", "on", "owing", "pending", "since",
    "to", "until", "upon",
];

/// Whether `text` begins with `withdrawn` as a notice: alone or with a reason. `Withdrawn drugs` are no notice.
fn is_notice(text: &str) -> bool {
    let Some(behind) = text.strip_prefix("withdrawn") else { return false };
    let next = behind.split_whitespace().next().unwrap_or_default();
    behind.starts_with(|character: char| character.is_ascii_punctuation())
        || !next.starts_with(|character: char| character.is_alphanumeric())
        || REASONS.contains(&next.trim_end_matches(|character: char| character.is_ascii_punctuation()))
}

/// Whether `text` contains `withdrawn` in any case.
fn holds_word(text: &[u8]) -> bool {
    const WORD: &[u8] = b"withdrawn";
    memchr::memchr2_iter(b'w', b'W', text)
        .filter_map(|at| text.get(at.checked_sub(7)?..at + 2))
        .any(|word| word.eq_ignore_ascii_case(WORD))
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
        assert!(withdrawn("THIS PAPER HAS BEEN WITHDRAWN BY ITS AUTHORS", "We study logs."));
        assert!(!withdrawn("we withdrew it", "We study how to withdraw."));
        assert!(withdrawn("", "Withdrawn: see the journal.") && withdrawn("", "Withdrawn by the authors."));
        for comment in [
            "Withdrawn at the request of the authors",
            "Withdrawn because: an error",
            "Withdrawn to correct it",
        ] {
            assert!(withdrawn(comment, "We study logs."), "{comment}");
        }
        assert!(!withdrawn("4 pages", "Withdrawn drugs are sold in queues."));
        assert!(!withdrawn("4 pages", "Money is withdrawn from queues."));
    }
}
