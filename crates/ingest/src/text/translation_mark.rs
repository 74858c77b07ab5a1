//! The mark by which PubMed says that a title was translated by its author.

/// The mark as PubMed writes it, and as exports spell it.
const MARKS: [&str; 4] = ["author's transl", "author’s transl", "authors transl", "author s transl"];

/// `title` without the mark at its end, `(author's transl)`; `None` if it has none.
pub(crate) fn without_translation_mark(title: &str) -> Option<String> {
    let bare = title.trim_end_matches(['.', ']', ' ']);
    let (inner, is_enclosed) = bare.strip_suffix(')').map_or((bare, false), |inner| (inner, true));
    let inner = inner.trim_end_matches('.');
    let is_mark = |mark: &str| {
        let at = inner.len().checked_sub(mark.len())?;
        let (before, end) = (inner.get(..at)?, inner.get(at..)?);
        let before = if is_enclosed { before.strip_suffix('(')? } else { before };
        let stands_alone = is_enclosed || before.ends_with(' ');
        (end.eq_ignore_ascii_case(mark) && stands_alone).then(|| before.trim_end())
    };
    let before = MARKS.iter().find_map(|mark| is_mark(mark)).filter(|before| !before.is_empty())?;
    Some(format!("{before}{}", &title[bare.len()..]))
}

#[cfg(test)]
mod tests {
    use super::without_translation_mark;

    #[test]
    fn the_mark_at_the_end_goes() {
        for (title, bare) in [
            ("[On Queues (author's transl)]", "[On Queues]"),
            ("[On Queues (Author’s transl.)].", "[On Queues]."),
            ("On Queues (author's transl)", "On Queues"),
            ("on queues author s transl", "on queues"),
        ] {
            assert_eq!(without_translation_mark(title).as_deref(), Some(bare), "{title}");
        }
        for title in
            ["On Queues", "(author's transl)", "The author's transl and others", "On coauthors transl", "é"]
        {
            assert_eq!(without_translation_mark(title), None, "{title}");
        }
    }
}
