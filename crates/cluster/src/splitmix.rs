//! The mixing of `SplitMix64`.

/// The finaliser of `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014):
/// similar values become unlike ones, and different values stay different.
pub(crate) fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::mix;

    #[test]
    fn the_first_numbers_of_seed_0_are_those_published() {
        let step = 0x9e37_79b9_7f4a_7c15_u64;
        assert_eq!(
            [1, 2].map(|at| mix(step.wrapping_mul(at))),
            [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]
        );
    }
}
