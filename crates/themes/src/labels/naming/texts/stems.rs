//! Sequences of stems, packed into one number.

/// Maximum number of stems in a key.
pub(super) const MOST_STEMS: usize = 5;
/// Bits per stem number in a key.
const STEM_BITS: u32 = 25;

/// A sequence of up to five stem numbers, packed into one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::labels::naming) struct Stems {
    pub(in crate::labels::naming) key: u128,
    pub(super) count: u8,
}

impl Stems {
    /// Appends the stems of the next word; `None` if there are too many.
    pub(in crate::labels::naming) fn with(self, next: Self) -> Option<Self> {
        let count = self.count + next.count;
        (usize::from(count) <= MOST_STEMS)
            .then(|| Self { key: (self.key << (STEM_BITS * u32::from(next.count))) | next.key, count })
    }

    /// Numbers of the stems, last first. Stem numbers start at 1.
    pub(in crate::labels::naming) fn numbers(key: u128) -> impl Iterator<Item = u32> {
        let mask = (1 << STEM_BITS) - 1;
        (0..MOST_STEMS as u32)
            .map(move |at| ((key >> (STEM_BITS * at)) & mask) as u32)
            .filter(|&stem| stem > 0)
    }
}
