//! One paper's JSON as a Rust type.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::refusal::refusal;

/// Reads `item` as [`read_item_with`] does.
///
/// # Errors
/// The reason why `item` is not a `T`.
pub(in crate::sources) fn read_item<T: DeserializeOwned>(item: &[u8]) -> Result<T, String> {
    read_item_with(item, |json| from_json(json))
}

/// Passes `item` to `read`. Half of a surrogate pair, as programs write that cut texts within a character, becomes
/// U+FFFD; the rest of the paper is kept.
///
/// # Errors
/// The reason why `read` fails.
pub(in crate::sources) fn read_item_with<T>(
    item: &[u8],
    read: impl Fn(&[u8]) -> serde_json::Result<T>,
) -> Result<T, String> {
    read(item).or_else(|error| {
        let mended = without_half_pairs(item).ok_or_else(|| refusal(&error))?;
        read(&mended).map_err(|error| refusal(&error))
    })
}

/// Reads `json` as a `T`. Checking once that all of it is UTF-8 costs less than checking every string.
///
/// # Errors
/// As serde reports them.
pub(in crate::sources) fn from_json<'a, T: Deserialize<'a>>(json: &'a [u8]) -> serde_json::Result<T> {
    match simdutf8::basic::from_utf8(json) {
        Ok(json) => serde_json::from_str(json),
        Err(_) => serde_json::from_slice(json),
    }
}

/// `item` with `\ufffd` for each escaped half of a surrogate pair; `None` if it has none.
fn without_half_pairs(item: &[u8]) -> Option<Vec<u8>> {
    let mut mended = Vec::new();
    let mut rest = item;
    let mut halves = 0;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        let (before, escape) = rest.split_at(at);
        mended.extend_from_slice(before);
        let (first, second) = (surrogate(escape), escape.get(6..).and_then(surrogate));
        let length = match (first, second) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(_), _) => 6,
            (None, _) => escape.len().min(2),
        };
        if length == 6 {
            mended.extend_from_slice(b"\\ufffd");
            halves += 1;
        } else {
            mended.extend_from_slice(&escape[..length]);
        }
        rest = &escape[length..];
    }
    mended.extend_from_slice(rest);
    (halves > 0).then_some(mended)
}

/// The surrogate that `escape` begins with as `\uXXXX`.
fn surrogate(escape: &[u8]) -> Option<u16> {
    let digits = escape.get(..6)?.strip_prefix(b"\\u")?;
    let value = u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
    (0xd800..=0xdfff).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_pair_costs_one_character() {
        for (text, expected) in [
            (r#""a \ud83d\ude00 b""#, "a \u{1f600} b"),
            (r#""a \ud83d b""#, "a \u{fffd} b"),
            (r#""a \ude00\ud83d b""#, "a \u{fffd}\u{fffd} b"),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}\u{1f600}"),
            (r#""\\ud83d \ud83d\\n""#, "\\ud83d \u{fffd}\\n"),
            (r#""\ud83d\u0041""#, "\u{fffd}A"),
            (r#""cut \ud83d""#, "cut \u{fffd}"),
        ] {
            assert_eq!(read_item::<String>(text.as_bytes()).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_json_stays_refused() {
        for text in [r#""\ud83d"#, r#""\u+123""#, r#""\"#] {
            assert!(read_item::<String>(text.as_bytes()).is_err(), "{text}");
        }
        assert!(read_item::<String>(b"\"\\ud83d\xff\"").is_err());
    }
}
