//! Lists of keywords.

use rustc_hash::FxHashSet;

use crate::identifiers::category::is_category;
use crate::text::whitespace::collapse_nonempty;

/// The keywords in `listed` without repetition and without category codes, which are stored separately.
pub(crate) fn keywords<'a>(listed: impl Iterator<Item = &'a str>) -> Vec<String> {
    each_once(listed.filter(|word| !is_category(word.trim())))
}

/// The non-empty items of `listed`, without repetition; case is ignored.
pub(crate) fn each_once<'a>(listed: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut known = FxHashSet::default();
    listed.filter_map(collapse_nonempty).filter(|word| known.insert(word.to_lowercase())).collect()
}

#[cfg(test)]
mod tests {
    use super::keywords;

    #[test]
    fn codes_and_repetitions_are_left_out() {
        assert_eq!(
            keywords([" sharding ", "cs.DC", "", "Sharding", "bays"].into_iter()),
            ["sharding", "bays"]
        );
    }
}
