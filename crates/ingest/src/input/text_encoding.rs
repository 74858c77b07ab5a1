//! Text encodings by name.

use std::fmt;
use std::str::FromStr;

use encoding_rs::{Encoding, UTF_8};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ParseError;

/// A text encoding, by any name that browsers accept: `latin1`, `windows-1252`, `utf-16le`, `gb18030`,
/// `shift_jis` (<https://encoding.spec.whatwg.org/#names-and-labels>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding(pub(crate) &'static Encoding);

impl TextEncoding {
    /// The encoding's canonical name: `windows-1252` for `latin1`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    pub(crate) fn is_utf8(self) -> bool {
        self.0 == UTF_8
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl Serialize for TextEncoding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for TextEncoding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl FromStr for TextEncoding {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        let found = Encoding::for_label_no_replacement(name.as_bytes());
        found.map(Self).ok_or_else(|| ParseError { what: "encoding", text: name.chars().take(80).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_an_encoding_is_known() {
        let names = [
            ("latin1", "windows-1252"),
            ("UTF-16", "UTF-16LE"),
            ("GB18030", "gb18030"),
            ("sjis", "Shift_JIS"),
        ];
        for (name, own) in names {
            assert_eq!(name.parse::<TextEncoding>().unwrap().to_string(), own);
        }
        assert!("klingon".parse::<TextEncoding>().unwrap_err().to_string().contains("\"klingon\""));
    }
}
