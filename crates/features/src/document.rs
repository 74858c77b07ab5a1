//! The texts that features are made from.

/// One document: a title and a body, such as an abstract. Phrases do not reach from one into the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Document<'a> {
    /// The title; may be empty.
    pub title: &'a str,
    /// The body; may be empty.
    pub body: &'a str,
}
