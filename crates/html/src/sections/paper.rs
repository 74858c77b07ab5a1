//! A paper as the page cites it.

use maud::{Markup, html};
use thema_cluster::report::PaperRef;

/// Title, linked where the paper has an address, with identifier, day and headline below.
pub(super) fn citation(paper: &PaperRef) -> Markup {
    html! {
        @match &paper.url {
            Some(url) => a.title href=(url) rel="noreferrer noopener" { (paper.title) },
            None => span.title { (paper.title) },
        }
        span.meta {
            (paper.id)
            @if let Some(day) = &paper.submitted { " · " (day) }
        }
        @if let Some(headline) = &paper.headline {
            span.headline { (headline) }
        }
    }
}
