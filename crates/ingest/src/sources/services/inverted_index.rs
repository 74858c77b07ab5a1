//! Abstracts as OpenAlex stores them.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::sources::json::Text;

/// Most words of an abstract; every position in an inverted index must be below this.
const MAX_WORDS: usize = 50_000;

/// An abstract reassembled from `{"word": [positions], ...}`.
pub(super) struct InvertedIndex(pub(super) Result<String, String>);

impl<'de> Deserialize<'de> for InvertedIndex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(IndexVisitor)
    }
}

struct IndexVisitor;

impl<'de> Visitor<'de> for IndexVisitor {
    type Value = InvertedIndex;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an inverted index")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<InvertedIndex, A::Error> {
        let mut words: Vec<Text<'de>> = Vec::new();
        let mut places = Places { of_words: Vec::new(), word: 0, are_too_many: false };
        while let Some(word) = map.next_key()? {
            words.push(word);
            map.next_value_seed(&mut places)?;
            places.word += 1;
        }
        if places.are_too_many {
            return Ok(InvertedIndex(Err(format!("an abstract of more than {MAX_WORDS} words"))));
        }
        let mut places = places.of_words;
        places.sort_unstable();
        places.dedup_by_key(|(position, _)| *position);
        let mut text = String::with_capacity(8 * places.len());
        for (_, word) in places {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&words[word]);
        }
        Ok(InvertedIndex(Ok(text)))
    }
}

/// The positions of words in an abstract.
struct Places {
    of_words: Vec<(u64, usize)>,
    /// The word whose positions come next.
    word: usize,
    are_too_many: bool,
}

impl<'de> DeserializeSeed<'de> for &mut Places {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for &mut Places {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the positions of a word")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut positions: A) -> Result<(), A::Error> {
        while let Some(position) = positions.next_element::<u64>()? {
            self.are_too_many |= self.of_words.len() == MAX_WORDS || position >= MAX_WORDS as u64;
            if !self.are_too_many {
                self.of_words.push((position, self.word));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn abstract_of(index: &str) -> Result<String, String> {
        serde_json::from_str::<InvertedIndex>(index).unwrap().0
    }

    #[test]
    fn words_stand_where_they_stood() {
        let index = r#"{"We":[0],"\"wait\"":[1,3],"and":[2],"é.":[4]}"#;
        assert_eq!(abstract_of(index).unwrap(), "We \"wait\" and \"wait\" é.");
        assert_eq!(abstract_of("{}").unwrap(), "");
        assert_eq!(abstract_of(r#"{"a":[7,7],"b":[7],"c":[]}"#).unwrap(), "a");
    }

    #[test]
    fn positions_without_bound_are_refused() {
        let refused = || Err("an abstract of more than 50000 words".to_owned());
        assert_eq!(abstract_of(r#"{"a":[4000000000]}"#), refused());
        assert_eq!(abstract_of(&format!(r#"{{"a":{:?}}}"#, vec![1; MAX_WORDS + 1])), refused());
        assert_eq!(abstract_of(&format!(r#"{{"a":{:?}}}"#, vec![1; MAX_WORDS])).unwrap(), "a");
        assert!(serde_json::from_str::<InvertedIndex>(r#"{"a":[-1]}"#).is_err());
    }
}
