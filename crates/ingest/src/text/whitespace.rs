//! Normalises white space.

use pulp::Arch;

/// `text` trimmed, with every run of white space reduced to one space.
pub(crate) fn collapse(text: &str) -> String {
    let trimmed = text.trim();
    if is_collapsed(trimmed.as_bytes()) {
        return trimmed.to_owned();
    }
    let mut collapsed = String::with_capacity(trimmed.len());
    push_words(&mut collapsed, trimmed, " ");
    collapsed
}

/// Texts shorter than this, in bytes, are checked with the baseline instruction set.
const SHORT_BYTES: usize = 128;

/// Whether trimmed text is certainly unchanged by [`collapse`]: printable ASCII without two consecutive
/// spaces. Each byte is compared with the next, so that the loop can be vectorised.
fn is_collapsed(text: &[u8]) -> bool {
    let is_spoilt = |byte: u8| byte.wrapping_sub(b' ') >= 0x80 - b' ';
    let is_blank = |byte: u8| byte == b' ';
    let check = || {
        let pairs = text.iter().zip(text.get(1..).unwrap_or_default());
        let spoilt = pairs.fold(false, |spoilt, (&first, &second)| {
            spoilt | is_spoilt(first) | (is_blank(first) & is_blank(second))
        });
        !spoilt && !text.last().is_some_and(|&last| is_spoilt(last))
    };
    if text.len() < SHORT_BYTES { check() } else { Arch::new().dispatch(check) }
}

/// Appends the words of `text` separated by one space, after `separator` unless `collapsed` is empty.
fn push_words(collapsed: &mut String, text: &str, separator: &str) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if !collapsed.is_empty() {
        collapsed.push_str(separator);
    }
    if is_collapsed(text.as_bytes()) {
        collapsed.push_str(text);
        return;
    }
    for (at, word) in text.split_whitespace().enumerate() {
        if at > 0 {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
}

/// A text with a longer line, in bytes, was not wrapped to fit a page.
const MAX_WRAPPED_BYTES: usize = 100;

/// Applies [`collapse`] within each paragraph of `text` and separates paragraphs by one line feed.
///
/// A line break separates paragraphs. In wrapped text (no line longer than 100 bytes), only a break before an
/// empty or indented line does, as in arXiv's abstracts.
pub(crate) fn paragraphs(text: &str) -> String {
    let text = text.trim();
    if memchr::memchr(b'\n', text.as_bytes()).is_none() {
        return collapse(text);
    }
    let is_wrapped = text.lines().all(|line| line.len() <= MAX_WRAPPED_BYTES);
    let mut paragraphs = String::with_capacity(text.len());
    let mut separator = "";
    for line in text.lines() {
        let is_empty = line.trim().is_empty();
        if is_empty || line.starts_with([' ', '\t']) || !is_wrapped {
            separator = "\n";
        }
        if !is_empty {
            push_words(&mut paragraphs, line, separator);
            separator = " ";
        }
    }
    paragraphs
}

/// [`collapse`], or `None` if only white space is left.
pub(crate) fn collapse_nonempty(text: &str) -> Option<String> {
    Some(collapse(text)).filter(|collapsed| !collapsed.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_lines_are_joined_and_paragraphs_are_kept() {
        let wrapped = "  We study queues\nthat wait.\n  They  wait\nlong.\n\nReally.\n";
        assert_eq!(paragraphs(wrapped), "We study queues that wait.\nThey wait long.\nReally.");
        let long = "word ".repeat(30);
        assert_eq!(paragraphs(&format!("{long}\nNew.\r\n\n Last.")), format!("{}\nNew.\nLast.", long.trim()));
    }

    #[test]
    fn what_is_to_be_collapsed_is_seen_wherever_it_stands() {
        for length in [1, 15, 16, 17, SHORT_BYTES - 1, SHORT_BYTES, 3 * SHORT_BYTES + 5] {
            let plain = "x y".repeat(length)[..length].trim_end().to_owned();
            assert_eq!(collapse(&plain), plain);
            for at in 0..plain.len() {
                for piece in ["\n", "\t", "  ", "\u{a0}", "–", "é", "\u{7f}\u{80}"] {
                    let text = format!("{}{piece}{}", &plain[..at], &plain[at..]);
                    let words: Vec<&str> = text.split_whitespace().collect();
                    assert_eq!(collapse(&text), words.join(" "), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn runs_become_one_blank_and_ends_vanish() {
        assert_eq!(collapse("  a\n  b\u{a0}\u{2003}c\t"), "a b c");
        assert_eq!(collapse_nonempty(" \n\t"), None);
    }
}
