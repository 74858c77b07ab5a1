//! Plain text with one paper per line.

use std::io::BufRead;

use super::columns::ColumnMapping;
use crate::sources::accept::checked;
use crate::sources::line_records;
use crate::text::whitespace::{collapse, collapse_nonempty};
use crate::{Format, Record, Sink, Source, SourceError};

/// One title or abstract per line; empty lines are skipped.
///
/// A short line is a title. A longer line is split into a title, its first sentence, and an abstract, the
/// rest, so that no word occurs twice. Such a paper is identified only by its text. Any text has this form,
/// so it is never recognised by its bytes alone: see [`could_be_lines`].
pub(in crate::sources) struct Lines;

/// Longest line that is a title, in bytes.
const MAX_TITLE_BYTES: usize = 250;

/// Shortest last word of a sentence, in letters; a full stop after a shorter one marks an initial or an
/// abbreviation.
const MIN_LAST_WORD: usize = 4;

/// Fewest lines from which a text can be recognised as one paper per line.
const MIN_LINES: usize = 3;

impl Source for Lines {
    fn format(&self) -> Format {
        Format::Lines
    }

    fn sniff(&self, _head: &[u8]) -> bool {
        false
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        line_records::read(input, sink, |line| checked(parse(line)))
    }
}

fn parse(line: &[u8]) -> Result<Record, String> {
    let text = std::str::from_utf8(line).map_err(|_| "invalid UTF-8 in this line")?;
    let (title, abstract_text) = title_and_rest(text);
    Ok(Record { title, abstract_text, ..Record::default() })
}

/// Title and abstract of a text that has no separate title.
pub(super) fn title_and_rest(text: &str) -> (String, String) {
    let text = collapse(text);
    if text.len() <= MAX_TITLE_BYTES {
        return (text, String::new());
    }
    let (title, rest) = text.split_at(first_sentence(&text));
    (title.to_owned(), collapse_nonempty(rest).unwrap_or_default())
}

/// Bytes of the first sentence of `text`. If it is too long for a title, those of the words that fit.
fn first_sentence(text: &str) -> usize {
    let (mut words_end, mut start) = (0, 0);
    for word in text.split_inclusive(' ') {
        let end = start + word.trim_end().len();
        if end > MAX_TITLE_BYTES && words_end > 0 {
            return words_end;
        }
        let bare = word.trim_end().trim_end_matches(['"', '\'', ')', ']', '”', '’']);
        let letters = bare.chars().rev().skip(1).take_while(|letter| letter.is_alphanumeric()).count();
        if bare.ends_with(['?', '!', '。']) || (bare.ends_with('.') && letters >= MIN_LAST_WORD) {
            return end;
        }
        (words_end, start) = (end, start + word.len());
    }
    words_end
}

/// How much a text of no other format looks like one paper per line.
pub(crate) enum Likeness {
    /// Nine of ten lines begin like titles and have several words, and few lines are equal.
    Papers,
    /// Lines of words that are no such list; why not.
    Words(&'static str),
    /// No lines of words.
    None,
}

/// Whether a text of no other format that begins with `head` could have one paper per line.
pub(crate) fn could_be_lines(head: &[u8]) -> bool {
    matches!(likeness(head), Likeness::Papers)
}

/// How much a text that begins with `head` looks like one paper per line. Titles begin with a capital, unless
/// the text has none at all.
pub(crate) fn likeness(head: &[u8]) -> Likeness {
    // The cut may be inside a character, in the last line.
    let whole = memchr::memrchr(b'\n', head).map_or(head, |end| &head[..end]);
    let Ok(text) = std::str::from_utf8(whole) else { return Likeness::None };
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_lowercase = !text.contains(char::is_uppercase);
    let begins = |line: &str| {
        let first = line.trim_start_matches(['"', '\'', '(', '[', '“', '‘', '¿', '$']).chars().next();
        first.is_some_and(|first| first.is_alphanumeric() && (is_lowercase || !first.is_lowercase()))
    };
    let most = |count: usize| 10 * count >= 9 * lines.len();
    let worded: Vec<&&str> = lines.iter().filter(|line| is_worded(line)).collect();
    if lines.is_empty() || !most(worded.len()) {
        Likeness::None
    } else if lines.len() < MIN_LINES {
        Likeness::Words("fewer than three lines")
    } else if !most(worded.iter().filter(|line| begins(line)).count()) {
        Likeness::Words("lines that do not begin like a title")
    } else if !most(lines.iter().collect::<rustc_hash::FxHashSet<_>>().len()) {
        Likeness::Words("many equal lines")
    } else {
        Likeness::Papers
    }
}

/// Whether a line is mostly letters, has several words, and is not a field of a record.
fn is_worded(line: &str) -> bool {
    let letters = line.chars().filter(|character| character.is_alphabetic() || *character == ' ').count();
    10 * letters >= 7 * line.chars().count()
        && !line.contains(char::is_control)
        && (line.contains(' ') || !line.is_ascii())
        && !is_tagged(line)
}

/// Whether a line is a field of a record, `TI  - On Queues` or `Title: On Queues`, and not a title that
/// contains a colon.
fn is_tagged(line: &str) -> bool {
    let Some(end) = line.find([' ', ':']) else { return false };
    let (tag, behind) = line.split_at(end);
    match behind.strip_prefix(':') {
        Some(_) => ColumnMapping::GUESSED.column_of(tag).is_some(),
        None => tag.len() <= 4 && behind.starts_with("  ") && behind.trim_start().starts_with("- "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::testing::records;

    #[test]
    fn a_line_is_a_title_or_a_text_whose_first_sentence_is_one() {
        let first = "We study queues of J. One et al. that wait";
        let rest = "They wait long, e.g. for hours. ".repeat(9);
        let long = "word ".repeat(60);
        let text = format!("\u{feff}On  Queues\r\n\n{first}. {rest}\n{long}\n");
        let (found, rejects) = records(&Lines, text.as_bytes());
        assert_eq!(rejects, []);
        let papers: Vec<(&str, &str)> =
            found.iter().map(|record| (record.title.as_str(), record.abstract_text.as_str())).collect();
        let (cut, behind) = (long[..249].trim_end(), long[249..].trim());
        assert_eq!(papers, [("On Queues", ""), (&format!("{first}."), rest.trim()), (cut, behind)]);
        let bare = |record: &Record| Record {
            title: record.title.clone(),
            abstract_text: record.abstract_text.clone(),
            ..Record::default()
        };
        assert!(found.iter().all(|record| *record == bare(record)), "nothing else is made up");
    }

    #[test]
    fn a_line_that_is_no_utf8_is_rejected_with_its_place() {
        let (found, rejects) = records(&Lines, b"On Queues\nOn \xff\nOn Logs\n");
        assert_eq!(found.len(), 2);
        let (position, reason) = &rejects[0];
        assert_eq!((position.record, position.line, position.byte), (2, Some(2), 10));
        assert_eq!(reason, "invalid UTF-8 in this line");
    }

    #[test]
    fn texts_of_one_paper_a_line_are_told_from_other_texts() {
        for text in [
            "On the waiting of queues\nWhy do logs grow?\nRaft: an algorithm\n3D printing of queues\n",
            "Über Warteschlangen\n\nÉtude des files d'attente\nOn queues\nOn lo",
            "排队论研究\n等待时间\n服务率之间的关系\n",
            "on the waiting of queues\nwhy do logs grow\n3d printing of queues\n",
        ] {
            assert!(could_be_lines(text.as_bytes()), "{text}");
            assert_eq!(crate::sniff(text.as_bytes()), None, "never by its bytes alone");
        }
        for text in [
            "",
            "On Queues\nOn Logs\n",
            "This text is wrapped, as letters\nare, and its lines begin in the\nmiddle of sentences.\n",
            "TI  - On Queues\nAB  - They wait\nER  - \n",
            "Title: On Queues\nAuthor: Ann One\nYear: 2020\n",
            "requests==2.31\nnumpy==1.26\npandas==2.1\n",
            "# Notes\n\n- one thing\n- another thing\n",
            "1 0.25 17\n2 0.5 18\n3 0.75 19\n",
            "On Queues \u{1b}[1m\nOn Logs \u{1b}[1m\nOn Bays \u{1b}[1m\n",
        ] {
            assert!(!could_be_lines(text.as_bytes()), "{text}");
        }
    }
}
