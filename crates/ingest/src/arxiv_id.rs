//! arXiv identifiers.

use std::fmt;
use std::str::FromStr;

use crate::ParseError;

/// An arXiv identifier without its version: `2605.28095`, `0704.0001` or, from before April 2007,
/// `hep-th/9901001` (a subject class as in `math.GT/0309136` is dropped, as arXiv does).
///
/// Scheme: <https://info.arxiv.org/help/arxiv_identifier.html>.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArxivId(String);

impl ArxivId {
    /// Reads an identifier with or without `arXiv:`, an `arxiv.org/abs/` or `/pdf/` address before it and a
    /// version such as `v2` behind it. Gives the bare identifier and the version.
    ///
    /// # Errors
    /// [`ParseError`] when the text is not an identifier of either scheme.
    pub fn parse_versioned(text: &str) -> Result<(Self, Option<u16>), ParseError> {
        let invalid = || ParseError { what: "arXiv identifier", text: text.chars().take(80).collect() };
        let trimmed = text.trim();
        let bare = ["/abs/", "/pdf/", "/html/"]
            .iter()
            .find_map(|marker| trimmed.split_once(marker).map(|(_, rest)| rest))
            .unwrap_or(trimmed);
        let bare = bare.strip_suffix(".pdf").unwrap_or(bare);
        let bare = bare
            .strip_prefix("oai:arXiv.org:")
            .or_else(|| bare.strip_prefix("arXiv:"))
            .or_else(|| bare.strip_prefix("arxiv:"))
            .unwrap_or(bare);
        let (bare, version) = match bare.rsplit_once('v') {
            Some((before, digits)) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
                (before, Some(digits.parse().map_err(|_| invalid())?))
            }
            _ => (bare, None),
        };
        let number = if let Some((archive, number)) = bare.split_once('/') {
            let archive = archive.split_once('.').map_or(archive, |(archive, _)| archive);
            let known = !archive.is_empty()
                && archive.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
                && number.len() == 7
                && number.bytes().all(|b| b.is_ascii_digit());
            if !known {
                return Err(invalid());
            }
            format!("{archive}/{number}")
        } else {
            let known = bare.split_once('.').is_some_and(|(month, number)| {
                month.len() == 4
                    && (4..=5).contains(&number.len())
                    && month.bytes().chain(number.bytes()).all(|b| b.is_ascii_digit())
                    && matches!(month[2..].parse(), Ok(1..=12))
            });
            if !known {
                return Err(invalid());
            }
            bare.to_owned()
        };
        Ok((Self(number), version))
    }

    /// The identifier as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ArxivId {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse_versioned(text).map(|(id, _)| id)
    }
}

impl fmt::Display for ArxivId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_schemes_are_read_with_and_without_version() {
        let cases = [
            ("http://arxiv.org/abs/2605.28095v1", "2605.28095", Some(1)),
            ("arXiv:0704.0001", "0704.0001", None),
            ("math.GT/0309136v3", "math/0309136", Some(3)),
            ("oai:arXiv.org:hep-th/9901001", "hep-th/9901001", None),
            ("https://arxiv.org/pdf/2310.16370v12.pdf", "2310.16370", Some(12)),
        ];
        for (text, id, version) in cases {
            assert_eq!(ArxivId::parse_versioned(text).unwrap(), (ArxivId(id.into()), version), "{text}");
        }
    }

    #[test]
    fn what_is_no_identifier_is_refused() {
        for text in
            ["", "2605", "2613.00001", "2605.123", "v1", "2605.28095v99999", "hep-th/99", "10.1103/1234567"]
        {
            assert!(text.parse::<ArxivId>().is_err(), "{text}");
        }
    }
}
