//! White space as sources break and indent it, made plain.

/// `text` without white space at its ends and with every run inside as one blank.
pub(crate) fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// [`collapse`], and nothing for what is only white space.
pub(crate) fn collapse_nonempty(text: &str) -> Option<String> {
    Some(collapse(text)).filter(|collapsed| !collapsed.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_become_one_blank_and_ends_vanish() {
        assert_eq!(collapse("  a\n  b\u{a0}\u{2003}c\t"), "a b c");
        assert_eq!(collapse_nonempty(" \n\t"), None);
    }
}
