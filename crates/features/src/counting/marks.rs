//! Numbers in a stream of words that stand for no word, and marks on those that do.

/// A place that no phrase reaches over.
pub(super) const BREAK: u32 = u32::MAX;
/// Set in the number of a word that a link comes before: phrases reach over it, and hold it.
pub(super) const LINKED: u32 = 1 << 31;
