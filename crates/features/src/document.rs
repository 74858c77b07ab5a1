//! The input of feature extraction.

/// One document: a title and a body, such as an abstract. Phrases do not span both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Document<'a> {
    /// The title; may be empty.
    pub title: &'a str,
    /// The body; may be empty.
    pub body: &'a str,
}
