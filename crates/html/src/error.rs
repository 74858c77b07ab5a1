//! Errors of turning a report into a page.

/// Why the page could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HtmlError {
    /// Parts that describe the same papers have different lengths.
    #[error("{what}: expected {expected}, got {got}")]
    LengthMismatch {
        /// What was counted.
        what: &'static str,
        /// The number of papers.
        expected: usize,
        /// The count found.
        got: usize,
    },
    /// An assignment names a theme that does not exist.
    #[error("theme {theme} is named, but there are {themes} themes")]
    UnknownTheme {
        /// Index that was named.
        theme: u32,
        /// Number of themes.
        themes: usize,
    },
    /// The data of the page could not be packed.
    #[error("cannot pack the page's data")]
    Packing(#[source] std::io::Error),
}
