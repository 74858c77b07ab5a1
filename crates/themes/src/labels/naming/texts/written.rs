//! A word as it is written.

use super::kind::Kind;
use super::stems::Stems;
use crate::labels::naming::grammar::Marker;

/// A word as it is written.
#[derive(Clone, Debug)]
pub(in crate::labels::naming) struct Written {
    pub(in crate::labels::naming) text: String,
    pub(in crate::labels::naming) kind: Kind,
    /// Stems of its parts as a key; zero if it is never part of a phrase.
    pub(in crate::labels::naming) stems: Stems,
    /// What it says about the words beside it.
    pub(in crate::labels::naming) marker: Marker,
    /// Whether it may be between an article and a noun.
    pub(in crate::labels::naming) modifier: bool,
    /// Whether it names nothing on its own.
    pub(in crate::labels::naming) everyday: bool,
    /// With the capitals that it most often has within sentences; in lower case if these are not known.
    pub(in crate::labels::naming) cased: String,
}

impl Written {
    /// Whether a phrase before it may continue with it.
    pub(in crate::labels::naming) fn is_noun_like(&self) -> bool {
        matches!(self.kind, Kind::Content | Kind::Tail)
    }

    /// Whether it is a name and no abbreviation: "Arabia".
    pub(in crate::labels::naming) fn is_proper(&self) -> bool {
        self.cased.starts_with(char::is_uppercase) && !self.cased.chars().skip(1).any(char::is_uppercase)
    }

    /// Whether it and the word before it are the beginning of one name: "New York".
    pub(in crate::labels::naming) fn is_named_after(&self, before: &Self) -> bool {
        before.text == "New" && self.cased.starts_with(char::is_uppercase)
    }

    /// Whether it is a number in digits.
    pub(in crate::labels::naming) fn is_number(&self) -> bool {
        self.kind == Kind::Other && self.text.starts_with(|first: char| first.is_ascii_digit())
    }
}
