//! Foreign text in sentences: names, titles, words.

use crate::markdown::escaped;
use crate::model::{PaperRef, ThemeReport};

/// Longest title that is quoted whole, in characters.
const TITLE: usize = 160;

/// A theme's name.
pub(super) fn name(theme: &ThemeReport) -> String {
    escaped(&theme.name)
}

/// A paper by title and identifier, linked where it has an address.
pub(super) fn citation(paper: &PaperRef) -> String {
    let mut title: String = paper.title.chars().take(TITLE).collect();
    if title.len() < paper.title.len() {
        title.truncate(title.trim_end().len());
        title.push('…');
    }
    let (title, id) = (escaped(&title), escaped(paper.cited_as()));
    match &paper.url {
        Some(url) => format!("\u{201c}{title}\u{201d} \\[[{id}]({url})\\]"),
        None => format!("\u{201c}{title}\u{201d} \\[{id}\\]"),
    }
}

/// The year of a paper, where it is known.
pub(super) fn year(paper: &PaperRef) -> Option<&str> {
    paper.submitted.as_deref().and_then(|date| date.get(..4))
}
