//! White space as sources break and indent it, made plain.

/// `text` without white space at its ends and with every run inside as one blank.
pub(crate) fn collapse(text: &str) -> String {
    let trimmed = text.trim();
    if is_collapsed(trimmed.as_bytes()) {
        return trimmed.to_owned();
    }
    let mut collapsed = String::with_capacity(trimmed.len());
    for word in trimmed.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// Whether trimmed text is certainly as [`collapse`] would leave it: each check is a scan of many bytes at once.
fn is_collapsed(text: &[u8]) -> bool {
    text.is_ascii() && text.iter().all(|&byte| byte >= b' ') && memchr::memmem::find(text, b"  ").is_none()
}

/// Lines that are longer than this, in bytes, were not broken to fit a page.
const MAX_WRAPPED_BYTES: usize = 100;

/// [`collapse`] within each paragraph of `text`, and one line feed between two of them.
///
/// A line break parts paragraphs; but in text that was wrapped (no line is longer than 100 bytes), only one before
/// an empty or indented line does, as in arXiv's abstracts.
pub(crate) fn paragraphs(text: &str) -> String {
    let text = text.trim();
    if memchr::memchr(b'\n', text.as_bytes()).is_none() {
        return collapse(text);
    }
    let is_wrapped = text.lines().all(|line| line.len() <= MAX_WRAPPED_BYTES);
    let mut paragraphs = String::with_capacity(text.len());
    let mut separator = "";
    for line in text.lines() {
        if line.trim().is_empty() || line.starts_with([' ', '\t']) || !is_wrapped {
            separator = "\n";
        }
        for word in line.split_whitespace() {
            if !paragraphs.is_empty() {
                paragraphs.push_str(separator);
            }
            separator = " ";
            paragraphs.push_str(word);
        }
    }
    paragraphs
}

/// [`collapse`], and nothing for what is only white space.
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
    fn runs_become_one_blank_and_ends_vanish() {
        assert_eq!(collapse("  a\n  b\u{a0}\u{2003}c\t"), "a b c");
        assert_eq!(collapse_nonempty(" \n\t"), None);
    }
}
