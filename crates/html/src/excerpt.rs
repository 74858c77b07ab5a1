//! Texts shortened to a length that fits the page.

/// Maximum length of a name, in characters.
const NAME: usize = 120;

/// The first characters of `text`, at most `most`, with an ellipsis if some are left out.
pub(crate) fn excerpt(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let head: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", head.trim_end())
}

/// The name of a theme, a term or a value, in at most 120 characters.
pub(crate) fn name(text: &str) -> String {
    excerpt(text, NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_texts_are_cut() {
        assert_eq!(excerpt("graph", 5), "graph");
        assert_eq!(excerpt("graph theory", 7), "graph…");
    }
}
