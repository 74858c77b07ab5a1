//! One cell of a row.

use std::borrow::Cow;

use crate::text::whitespace::collapse_nonempty;

/// The contents of a cell.
#[derive(Clone, Debug)]
pub(in crate::sources::tables) enum Cell<'a> {
    Text(Cow<'a, str>),
    List(Vec<String>),
}

impl<'a> Cell<'a> {
    pub(in crate::sources::tables) fn into_text(self) -> Cow<'a, str> {
        match self {
            Self::Text(text) => text,
            Self::List(parts) => parts.join("; ").into(),
        }
    }

    /// Its text, or the first of its texts; `None` if that is empty.
    pub(super) fn into_first(self) -> Option<String> {
        match self {
            Self::Text(text) => collapse_nonempty(&text),
            Self::List(parts) => collapse_nonempty(parts.first()?),
        }
    }

    /// Bytes of its texts.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::List(parts) => parts.iter().map(String::len).sum(),
        }
    }
}
