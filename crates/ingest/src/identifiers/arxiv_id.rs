//! arXiv identifiers.

use std::fmt;
use std::str::FromStr;

use super::category::is_archive;
use crate::ParseError;

/// An arXiv identifier without version: `2605.28095`, `0704.0001` or, from before April 2007,
/// `hep-th/9901001`. A subject class as in `math.GT/0309136` is dropped, as arXiv does.
///
/// Scheme: <https://info.arxiv.org/help/arxiv_identifier.html>.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArxivId(String);

/// The first month of the numeric scheme.
const FIRST_MONTH: &str = "0704";
/// Prefix of the DOIs that arXiv issues, such as `10.48550/arXiv.2401.00001`.
const DOI_PREFIX: &str = "10.48550/";
/// What may stand before an identifier, in any case.
const PREFIXES: [&str; 3] = ["oai:arxiv.org:", "arxiv:", "arxiv."];

impl ArxivId {
    /// Parses an identifier, with or without `arXiv:`, an `arxiv.org/abs/` or `/pdf/` URL or arXiv's own DOI before it and a
    /// version such as `v2` or a category (`[cs.DC]`) after it. Returns the bare identifier and the version.
    ///
    /// # Errors
    /// [`ParseError`] when the text is not an identifier of either scheme.
    pub fn parse_versioned(text: &str) -> Result<(Self, Option<u16>), ParseError> {
        let invalid = || ParseError { what: "arXiv identifier", text: text.chars().take(80).collect() };
        if is_number(text) {
            return Ok((Self(text.to_owned()), None));
        }
        let trimmed = text.trim();
        let behind = |marker: &&str| trimmed.split_once(*marker).map(|(_, rest)| rest);
        let has_path = memchr::memchr(b'/', trimmed.as_bytes()).is_some();
        let address = has_path.then(|| ["/abs/", "/pdf/", "/html/"].iter().find_map(behind)).flatten();
        let issued = has_path.then(|| trimmed.split_once(DOI_PREFIX)).flatten().map(|(_, suffix)| suffix);
        let bare = address.or(issued).unwrap_or(trimmed);
        let bare = bare.split_once(" [").filter(|(_, rest)| rest.ends_with(']')).map_or(bare, |(id, _)| id);
        let bare = bare.strip_suffix(".pdf").unwrap_or(bare);
        let bare = PREFIXES.iter().find_map(|prefix| without(bare, prefix)).unwrap_or(bare);
        let (bare, version) = match bare.rsplit_once('v') {
            Some((before, digits)) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
                (before, Some(digits.parse().map_err(|_| invalid())?))
            }
            _ => (bare, None),
        };
        let number = if let Some((archive, number)) = bare.split_once('/') {
            let archive = archive.split_once('.').map_or(archive, |(archive, _)| archive);
            let is_known =
                is_archive(archive) && number.len() == 7 && number.bytes().all(|b| b.is_ascii_digit());
            if !is_known {
                return Err(invalid());
            }
            format!("{archive}/{number}")
        } else {
            if !is_number(bare) {
                return Err(invalid());
            }
            bare.to_owned()
        };
        Ok((Self(number), version))
    }

    /// Parses an identifier that a table stored as a floating-point number: without its leading or trailing
    /// zeros (`907.529` for `0907.5290`), or with binary rounding noise (`1802.0820899999999` for
    /// `1802.08209`). The month determines the number of digits, so the result is unambiguous.
    #[must_use]
    pub fn from_decimal(text: &str) -> Option<Self> {
        let (month, number) = text.trim().split_once('.')?;
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !digits(month) || !digits(number) || month.len() > 4 || number.len() > 16 {
            return None;
        }
        let month = format!("{month:0>4}");
        if month.as_str() < FIRST_MONTH {
            return None;
        }
        let width = number_width(month.as_bytes());
        let number = match number.split_at_checked(width) {
            None | Some((_, "")) => format!("{number:0<width$}"),
            Some((kept, noise)) => {
                // Only the last digits of a double are noise; the digits before them are all zeros or all
                // nines.
                let noise = noise.get(..8 - width)?.as_bytes();
                let kept: u32 = kept.parse().ok()?;
                match noise[0] {
                    b'0' if noise.iter().all(|&digit| digit == b'0') => format!("{kept:0>width$}"),
                    b'9' if noise.iter().all(|&digit| digit == b'9') => format!("{:0>width$}", kept + 1),
                    _ => return None,
                }
            }
        };
        format!("{month}.{number}").parse().ok()
    }

    /// The identifier that `text` stands for, [as written](Self::parse_versioned) or [as a
    /// number](Self::from_decimal).
    #[must_use]
    pub fn meant_by(text: &str) -> Option<Self> {
        Self::parse_versioned(text).ok().map(|(id, _)| id).or_else(|| Self::from_decimal(text))
    }

    /// The identifier as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What follows a prefix, in whatever case that is written.
fn without<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// Whether `text` is exactly an identifier of the scheme used since April 2007.
fn is_number(text: &str) -> bool {
    let Some((month, [b'.', number @ ..])) = text.as_bytes().split_first_chunk::<4>() else { return false };
    let is_month = matches!(month[2..], [b'0', b'1'..=b'9'] | [b'1', b'0'..=b'2']);
    is_month && number.len() == number_width(month) && month.iter().chain(number).all(u8::is_ascii_digit)
}

/// Digits after the point: four until December 2014, five since.
fn number_width(month: &[u8]) -> usize {
    if month < b"1501".as_slice() { 4 } else { 5 }
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
            ("ARXIV:1505.06450", "1505.06450", None),
            ("arXiv:1505.06450v3 [cs.SI]", "1505.06450", Some(3)),
            ("https://doi.org/10.48550/arXiv.1505.06450", "1505.06450", None),
            ("doi:10.48550/arxiv.hep-th/9901001", "hep-th/9901001", None),
        ];
        for (text, id, version) in cases {
            assert_eq!(ArxivId::parse_versioned(text).unwrap(), (ArxivId(id.into()), version), "{text}");
        }
    }

    #[test]
    fn decimals_find_back_to_identifiers() {
        let cases = [
            ("1802.0820899999999", Some("1802.08209")),
            ("1907.0326300000002", Some("1907.03263")),
            ("907.529", Some("0907.5290")),
            ("1003.353", Some("1003.3530")),
            ("1802.0821", Some("1802.08210")),
            ("1802.08209", Some("1802.08209")),
            ("1802.0820812345", None),
            ("1412.12349", None),
            ("1813.1", None),
            ("12.5", None),
            ("99999999.5", None),
            ("v1.5", None),
        ];
        for (text, id) in cases {
            assert_eq!(ArxivId::from_decimal(text).as_ref().map(ArxivId::as_str), id, "{text}");
        }
    }

    #[test]
    fn what_is_no_identifier_is_refused() {
        for text in [
            "",
            "2605",
            "2613.00001",
            "2605.1234",
            "1412.12345",
            "v1",
            "2605.28095v99999",
            "hep-th/99",
            "10.1103/1234567",
            "word/1234567",
            "https://example.org/abs/1234567",
        ] {
            assert!(text.parse::<ArxivId>().is_err(), "{text}");
        }
    }
}
