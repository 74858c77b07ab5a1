//! Tokens of texts that the vocabulary was not made from; each is analysed once.

use super::interner::LONGEST_HEAD;
use super::marks::{LINK_WORD, PARTS, STOP_WORD};
use super::phrase_breaks::{Token, Tokens};
use super::text_tokens::{TextToken, TextTokens};
use super::vocabulary::{NONE, Vocabulary};
use crate::analysis::{Analyzer, Reading};

/// Initial slots of the table. It doubles when three quarters of them are taken.
const FEWEST_PLACES: usize = 1 << 12;

/// With more tokens than this, all are forgotten before the next text: among so many, most occur only once. A
/// text or two later, the table would double to 2^20 slots.
const MOST: usize = 380_000;

/// The tokens one worker has seen, with their stems in the vocabulary.
///
/// The table uses open addressing, with one slot per token and nothing else, so a
/// token is found with one memory access.
#[derive(Default)]
pub(super) struct KnownTokens {
    /// The length is a power of two, or 0.
    places: Vec<KnownToken>,
    taken: usize,
    /// The tokens too long to be identified by their heads.
    long: Vec<u8>,
    parts: Vec<Box<[u32]>>,
}

#[derive(Clone, Copy)]
struct KnownToken {
    /// 0 for a free slot, because no token is empty.
    head: u128,
    /// The low half of the token's hash.
    hash: u32,
    /// Offset in `long`.
    start: u32,
    /// Its stem, [`NONE`] if it has none, or a mark.
    reading: u32,
}

const FREE: KnownToken = KnownToken { head: 0, hash: 0, start: 0, reading: NONE };

/// Known tokens, with the vocabulary they are looked up in.
pub(super) struct TokensOf<'a> {
    pub(super) known: &'a mut KnownTokens,
    pub(super) vocabulary: &'a Vocabulary,
}

impl Tokens for TokensOf<'_> {
    fn look_up(&mut self, analyzer: &Analyzer, text: &TextTokens, found: &mut Vec<u32>) {
        if self.known.taken > MOST {
            *self.known = KnownTokens::default();
        }
        found.extend(text.iter().map(|(token, bytes)| {
            let known = self.known.find(token, bytes);
            known.unwrap_or_else(|| self.known.meet(analyzer, self.vocabulary, token, bytes))
        }));
    }

    fn token(&mut self, found: u32) -> Token<'_> {
        match found {
            STOP_WORD => Token::StopWord,
            LINK_WORD => Token::Link,
            found if found == NONE || found & PARTS == 0 => Token::Word(found),
            parts => Token::Parts(&self.known.parts[(parts & !PARTS) as usize]),
        }
    }
}

impl KnownTokens {
    /// The reading of a token seen before.
    fn find(&self, token: &TextToken, bytes: &[u8]) -> Option<u32> {
        let mask = self.places.len().checked_sub(1)?;
        let mut at = token.hash as usize & mask;
        while self.places[at].head != 0 {
            let known = &self.places[at];
            let is_it = known.head == token.head
                && (bytes.len() <= LONGEST_HEAD || self.long[known.start as usize..].starts_with(bytes));
            if is_it {
                return Some(known.reading);
            }
            at = (at + 1) & mask;
        }
        None
    }

    /// Analyses a new token and remembers it.
    fn meet(&mut self, analyzer: &Analyzer, vocabulary: &Vocabulary, token: &TextToken, bytes: &[u8]) -> u32 {
        if 4 * self.taken >= 3 * self.places.len() {
            self.make_room();
        }
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        let stem = |word: &str| vocabulary.stem(&analyzer.stem(word)).unwrap_or(NONE);
        let reading = match analyzer.read(text) {
            Reading::StopWord => STOP_WORD,
            Reading::Link => LINK_WORD,
            Reading::Word => stem(text),
            Reading::Parts => {
                self.parts.push(analyzer.parts(text).map(|part| part.map_or(NONE, stem)).collect());
                PARTS | (self.parts.len() - 1) as u32
            }
        };
        let start = self.long.len() as u32;
        if bytes.len() > LONGEST_HEAD {
            self.long.extend_from_slice(bytes);
        }
        self.put(KnownToken { head: token.head, hash: token.hash as u32, start, reading });
        reading
    }

    fn put(&mut self, known: KnownToken) {
        let mask = self.places.len() - 1;
        let mut at = known.hash as usize & mask;
        while self.places[at].head != 0 {
            at = (at + 1) & mask;
        }
        self.places[at] = known;
        self.taken += 1;
    }

    /// Doubles the table.
    fn make_room(&mut self) {
        let places = (2 * self.places.len()).max(FEWEST_PLACES);
        let before = std::mem::replace(&mut self.places, vec![FREE; places]);
        self.taken = 0;
        before.into_iter().filter(|known| known.head != 0).for_each(|known| self.put(known));
    }
}

#[cfg(test)]
mod tests {
    use super::super::phrase_breaks::PhraseReader;
    use super::*;
    use crate::analysis::Language;

    #[test]
    fn tokens_are_read_alike_however_many_were_met() {
        let analyzer = Analyzer::builder(Language::English).build();
        let vocabulary =
            Vocabulary::new(["graph", "electroencephalographi", "scale"].map(Box::from).to_vec());
        let text = "the graphs of electroencephalography, electroencephalographic, large-scale absent graph";
        let (mut known, mut reader) = (KnownTokens::default(), PhraseReader::default());
        let mut stems = |text: &str| {
            let mut stems = Vec::new();
            let mut tokens = TokensOf { known: &mut known, vocabulary: &vocabulary };
            reader.read(&mut tokens, &analyzer, text, &mut stems);
            stems
        };
        let first = stems(text);
        assert_eq!(stems(text), first);
        (0..=MOST).for_each(|at| drop(stems(&format!("w{at}"))));
        assert_eq!(stems(text), first);
        let of = |stem: &str| vocabulary.stem(stem).unwrap();
        assert_eq!((first[0], first.last()), (of("graph"), Some(&of("graph"))));
        assert!(first.contains(&of("scale")) && first.contains(&NONE));
    }
}
