//! A text as its set of shingles: hashes of three words in a row.
//!
//! Words are found 64 bytes at a time, by the bits that tell a word's bytes from others (Langdale and Lemire,
//! 2019, do so for JSON), and are hashed sixteen bytes at a time. Both go without a branch per byte, which
//! the processor would often predict wrongly.

/// Odd multipliers for multiplicative hashing, with bits spread over the whole word (Steele and Vigna, 2021,
/// table 5 among others).
pub(super) const MULTIPLIERS: [u64; 3] =
    [0xd134_2543_de82_ef95, 0xaf25_1af3_b0f0_25b5, 0xf135_7aea_2e62_a9c5];

/// Words per shingle.
const WORDS: usize = 3;

/// Bytes classified at once.
const BLOCK: usize = 64;

/// Bytes hashed at once; words up to this length are told apart by all their bytes.
const PIECE: usize = 16;

/// The highest bit of each of eight bytes.
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// Hashes texts, and keeps its buffers for the next ones.
#[derive(Default)]
pub(crate) struct Shingles {
    /// Where words begin and end, in turn.
    edges: Vec<u32>,
    hashes: Vec<u64>,
}

impl Shingles {
    /// Hashes all runs of three words, in text order. A word consists of letters and digits; the case of ASCII
    /// letters and whatever separates words are ignored.
    pub(super) fn read(&mut self, texts: [&str; 2]) -> &[u64] {
        self.hashes.clear();
        let mut window = [0_u64; WORDS];
        let mut words = 0_usize;
        for text in texts.map(str::as_bytes) {
            find_edges(text, &mut self.edges);
            for edge in self.edges.chunks_exact(2) {
                window = [window[1], window[2], word_hash(text, edge[0] as usize, edge[1] as usize)];
                words += 1;
                if words >= WORDS {
                    let sum = window
                        .iter()
                        .zip(MULTIPLIERS)
                        .fold(0_u64, |sum, (word, by)| sum.wrapping_add(word.wrapping_mul(by)));
                    self.hashes.push(mix(sum));
                }
            }
        }
        &self.hashes
    }
}

/// The finaliser of `SplitMix64` (Steele, Lea and Flood, 2014).
pub(super) fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// Fills `edges` with the beginning and end of each word of `text`.
fn find_edges(text: &[u8], edges: &mut Vec<u32>) {
    edges.clear();
    let mut before = 0;
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    let mut last = [0; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    for (at, block) in blocks.iter().chain([&last]).enumerate() {
        let bytes = word_bytes(block);
        let mut changes = bytes ^ (bytes << 1 | before);
        before = bytes >> (BLOCK - 1);
        while changes != 0 {
            edges.push((at * BLOCK) as u32 + changes.trailing_zeros());
            changes &= changes - 1;
        }
    }
}

/// A bit per byte, the first in the lowest place: whether it is an ASCII letter, a digit or a part of a
/// character beyond ASCII.
fn word_bytes(block: &[u8; BLOCK]) -> u64 {
    let (eights, _) = block.as_chunks::<8>();
    let bits = |eight: &[u8; 8]| {
        let bytes = u64::from_le_bytes(*eight);
        let letters = between(bytes | repeat(0x20), b'a', b'z');
        let word = (letters | between(bytes, b'0', b'9') | bytes) & HIGH_BITS;
        // The product moves the eight bits next to each other.
        (word >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    eights.iter().rev().fold(0, |all, eight| all << 8 | bits(eight))
}

/// Sets the highest bit of each byte that is from `first` to `last`, if it is ASCII; other bits and bytes are
/// left undefined.
fn between(bytes: u64, first: u8, last: u8) -> u64 {
    let ascii = bytes & !HIGH_BITS;
    (ascii + repeat(0x80 - first)) & !(ascii + repeat(0x80 - last - 1))
}

const fn repeat(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The hash of the word of `text` from `start` to `end`.
fn word_hash(text: &[u8], start: usize, end: usize) -> u64 {
    let hash = piece_hash(text, start, end);
    if end - start <= PIECE {
        return hash;
    }
    let further = (start + PIECE..end).step_by(PIECE);
    further.fold(hash, |hash, at| mix(hash).wrapping_add(piece_hash(text, at, end)))
}

/// The hash of at most sixteen bytes of `text` from `start`, none of them from `end` on.
fn piece_hash(text: &[u8], start: usize, end: usize) -> u64 {
    let piece = text[start..].first_chunk().copied().unwrap_or_else(|| {
        let mut padded = [0; PIECE];
        padded[..text.len() - start].copy_from_slice(&text[start..]);
        padded
    });
    let piece = u128::from_le_bytes(piece);
    let unused = PIECE.saturating_sub(end - start) as u32;
    let bytes = piece & (u128::MAX >> (8 * unused));
    let [low, high] = [bytes as u64, (bytes >> 64) as u64].map(|bytes| bytes | (!bytes & HIGH_BITS) >> 2);
    low.wrapping_add(high.wrapping_mul(MULTIPLIERS[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of `text` by their definition, in lower case.
    fn words(text: &str) -> Vec<Vec<u8>> {
        let is_separator = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
        let words = text.as_bytes().split(is_separator).filter(|word| !word.is_empty());
        words.map(<[u8]>::to_ascii_lowercase).collect()
    }

    fn hashes(text: &str) -> Vec<u64> {
        Shingles::default().read([text, ""]).to_vec()
    }

    /// A text of `length` characters from `alphabet`.
    fn text(seed: u64, length: u64, alphabet: &[char]) -> String {
        let at = |place| mix(seed << 32 | place) as usize % alphabet.len();
        (0..length).map(|place| alphabet[at(place)]).collect()
    }

    #[test]
    fn words_are_found_wherever_they_lie() {
        let mut edges = Vec::new();
        for seed in 0..2_000 {
            let text =
                text(seed, seed % 200, &['a', 'z', 'A', 'Z', '0', '9', 'é', ' ', '-', '@', '[', '`', '{']);
            find_edges(text.as_bytes(), &mut edges);
            let found = edges.chunks(2).map(|edge| &text.as_bytes()[edge[0] as usize..edge[1] as usize]);
            assert_eq!(found.map(<[u8]>::to_ascii_lowercase).collect::<Vec<_>>(), words(&text), "{text}");
        }
    }

    #[test]
    fn every_ascii_byte_is_classified() {
        for start in [0, 64] {
            let block: [u8; BLOCK] = std::array::from_fn(|at| (start + at) as u8);
            for at in 0..BLOCK {
                let is_word = word_bytes(&block) >> at & 1 == 1;
                assert_eq!(is_word, block[at].is_ascii_alphanumeric(), "{:?}", char::from(block[at]));
            }
        }
    }

    #[test]
    fn shingles_are_the_same_exactly_where_their_words_are() {
        let mut of_hash = std::collections::BTreeMap::new();
        for seed in 0..500 {
            let text =
                text(seed, 40 + seed, &['a', 'B', 'b', '7', 'ü', ' ']).replace("ab", "twentylettersoftext");
            let words = words(&text);
            let hashes = hashes(&text);
            assert_eq!(hashes.len(), words.len().saturating_sub(2));
            for (hash, words) in hashes.into_iter().zip(words.windows(WORDS)) {
                assert_eq!(of_hash.entry(hash).or_insert_with(|| words.to_vec()), words);
            }
        }
        let distinct: std::collections::BTreeSet<_> = of_hash.values().collect();
        assert_eq!(distinct.len(), of_hash.len());
    }

    #[test]
    fn words_go_from_the_title_on_into_the_abstract() {
        let mut shingles = Shingles::default();
        let whole = shingles.read(["One two", "three four"]).to_vec();
        assert_eq!(whole, shingles.read(["one, two THREE", "(four)"]));
        assert_eq!(whole.len(), 2);
    }
}
