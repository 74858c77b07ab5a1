//! Word-like strings: pronounceable roots with English endings.

use rand::Rng;

const ONSETS: [&str; 16] =
    ["b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "gr"];
const NUCLEI: [&str; 8] = ["a", "e", "i", "o", "u", "ea", "or", "an"];
const CODAS: [&str; 8] = ["n", "r", "l", "t", "m", "nd", "ct", "x"];
/// An ending, and the percentage of tokens that have it.
const ENDINGS: [(&str, u32); 5] = [("s", 14), ("ing", 6), ("ed", 6), ("ation", 3), ("al", 2)];

/// Words without content, for a third of every text; all are in common lists of English stop words.
pub(crate) const STOP_WORDS: [&str; 24] = [
    "the", "of", "and", "to", "in", "a", "is", "for", "we", "that", "with", "on", "this", "are", "by", "as",
    "an", "be", "which", "from", "can", "our", "it", "at",
];

/// The root with number `index`; distinct for distinct indexes below 2^28. Two syllables for the first 2^14,
/// three for those below 2^21, four for the rest.
pub(crate) fn root(index: u32) -> String {
    let (bits, syllables) = match index {
        0..0x4000 => (14, 2),
        0x4000..0x20_0000 => (21, 3),
        _ => (28, 4),
    };
    // An odd multiplier permutes the numbers of this many bits, so that adjacent roots share no prefix.
    let mut rest = index.wrapping_mul(0x9E3_779B) & ((1 << bits) - 1);
    let mut word = String::with_capacity(18);
    for _ in 0..syllables {
        word.push_str(ONSETS[(rest & 15) as usize]);
        word.push_str(NUCLEI[((rest >> 4) & 7) as usize]);
        rest >>= 7;
    }
    word.push_str(CODAS[(index % 8) as usize]);
    word
}

/// Appends `root` to `text`, in a third of cases with an ending that a stemmer should remove.
pub(crate) fn push_inflected(text: &mut String, root: &str, random: &mut impl Rng) {
    text.push_str(root);
    let mut drawn = random.gen_range(0..100);
    for (ending, share) in ENDINGS {
        if drawn < share {
            text.push_str(ending);
            return;
        }
        drawn -= share;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn roots_are_distinct() {
        let roots: BTreeSet<String> = (0..200_000).map(root).collect();
        assert_eq!(roots.len(), 200_000);
        assert!(roots.iter().all(|root| (5..=14).contains(&root.len())));
    }
}
