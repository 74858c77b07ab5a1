//! The texts that features are made from.

/// Number of notes of a [`Document`].
pub const NOTES: usize = 4;

/// One document: a title, a body such as an abstract, and short notes on it. Phrases do not reach from one text into another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Document<'a> {
    /// The title; may be empty.
    pub title: &'a str,
    /// The body; may be empty.
    pub body: &'a str,
    /// What is known of the document beside its text, such as keywords or the journal; each may be empty. Their words count as
    /// words of the body.
    pub notes: [&'a str; NOTES],
}

impl<'a> Document<'a> {
    /// A document without notes.
    #[must_use]
    pub const fn new(title: &'a str, body: &'a str) -> Self {
        Self { title, body, notes: [""; NOTES] }
    }

    /// The same document with other notes.
    #[must_use]
    pub const fn with_notes(self, notes: [&'a str; NOTES]) -> Self {
        Self { notes, ..self }
    }
}
