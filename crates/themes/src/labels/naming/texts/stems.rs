//! Stems in a row, as one number.

/// Stems of a phrase that can be told apart.
pub(super) const MOST_STEMS: usize = 5;
/// Bits of a stem's number in a phrase's key.
const STEM_BITS: u32 = 25;

/// Up to five numbered stems in a row, as one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::labels::naming) struct Stems {
    pub(in crate::labels::naming) key: u128,
    pub(super) count: u8,
}

impl Stems {
    /// The stems and those of the word after them, unless they are too many.
    pub(in crate::labels::naming) fn with(self, next: Self) -> Option<Self> {
        let count = self.count + next.count;
        (usize::from(count) <= MOST_STEMS)
            .then(|| Self { key: (self.key << (STEM_BITS * u32::from(next.count))) | next.key, count })
    }

    /// Numbers of the stems, the last first; the number of no stem is zero.
    pub(in crate::labels::naming) fn numbers(key: u128) -> impl Iterator<Item = u32> {
        let mask = (1 << STEM_BITS) - 1;
        (0..MOST_STEMS as u32)
            .map(move |at| ((key >> (STEM_BITS * at)) & mask) as u32)
            .filter(|&stem| stem > 0)
    }
}
