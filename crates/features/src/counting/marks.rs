//! Special values in a stream of word numbers.

/// A position that no phrase may span.
pub(super) const BREAK: u32 = u32::MAX;
/// Flag on the number of a word that follows a link; phrases may span the link and include it.
pub(super) const LINKED: u32 = 1 << 31;
