//! Special values in a stream of word numbers.

/// A position that no phrase may span.
pub(super) const BREAK: u32 = u32::MAX;
/// Flag on the number of a word that follows a link; phrases may span the link and include it.
pub(super) const LINKED: u32 = 1 << 31;

/// What stands instead of a word's number for a token that is not a word and ends a phrase.
pub(super) const STOP_WORD: u32 = u32::MAX - 1;
/// The same for a token that is not a word and links two words into a phrase.
pub(super) const LINK_WORD: u32 = u32::MAX - 2;
/// Flag of a token that stands for several words; the remaining bits are the number of its parts.
pub(super) const PARTS: u32 = 1 << 31;
