//! A paper as the page cites it.

use maud::{Markup, html};
use thema_report::PaperRef;

use crate::excerpt::excerpt;

/// Maximum length of a title or headline, in characters.
const TITLE: usize = 300;

/// Title, linked if the paper has a URL, with identifier, day and headline below.
pub(super) fn citation(paper: &PaperRef) -> Markup {
    html! {
        @match &paper.url {
            Some(url) => a.title href=(url) rel="noreferrer noopener" { (excerpt(&paper.title, TITLE)) },
            None => span.title { (excerpt(&paper.title, TITLE)) },
        }
        span.meta {
            (excerpt(paper.cited_as(), TITLE))
            @if let Some(day) = &paper.submitted { " · " (day) }
        }
        @if let Some(headline) = &paper.headline {
            span.headline { (excerpt(headline, TITLE)) }
        }
    }
}
