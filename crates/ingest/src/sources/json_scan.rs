//! A quick reading of JSON as dumps write it: objects, arrays and strings, `null` and truth values on one line.
//!
//! What is read is what `serde_json` would read. Whatever else there is, valid or not, is left to it: every function
//! gives `None` then.

use std::borrow::Cow;

/// Arrays and objects in each other that are passed over.
const MAX_DEPTH: usize = 8;

/// A place in a line.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// The beginning of `line`, if it is UTF-8 without control characters.
    pub(super) fn new(line: &'a [u8]) -> Option<Self> {
        let line = line.trim_ascii();
        let least = line.iter().fold(u8::MAX, |least, &byte| least.min(byte));
        if least < b' ' {
            return None;
        }
        Some(Self { text: simdutf8::basic::from_utf8(line).ok()?, at: 0 })
    }

    /// The next byte that is no blank.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// Passes over `byte` if it is next.
    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn word(&mut self, word: &str) -> Option<()> {
        self.peek()?;
        self.text[self.at..].starts_with(word).then(|| self.at += word.len())
    }

    /// Whether nothing is left.
    pub(super) fn is_at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// Reads an object and gives every key to `member`, which reads the value.
    pub(super) fn object(&mut self, mut member: impl FnMut(&mut Self, &str) -> Option<()>) -> Option<()> {
        self.take(b'{')?;
        if self.take(b'}').is_some() {
            return Some(());
        }
        loop {
            self.peek()?;
            let Cow::Borrowed(key) = self.string()? else { return None };
            self.take(b':')?;
            member(self, key)?;
            if self.take(b',').is_none() {
                return self.take(b'}');
            }
        }
    }

    /// Reads an array, of which `item` reads every value.
    pub(super) fn array(&mut self, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.take(b'[')?;
        if self.take(b']').is_some() {
            return Some(());
        }
        loop {
            item(self)?;
            if self.take(b',').is_none() {
                return self.take(b']');
            }
        }
    }

    /// Reads a string, or `null` as the empty one.
    pub(super) fn text(&mut self) -> Option<Cow<'a, str>> {
        match self.peek()? {
            b'"' => self.string(),
            _ => self.word("null").map(|()| Cow::Borrowed("")),
        }
    }

    /// Passes over a value.
    pub(super) fn skip(&mut self) -> Option<()> {
        self.skip_nested(0)
    }

    fn skip_nested(&mut self, depth: usize) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.peek()? {
            b'"' => self.string().map(drop),
            b'[' => self.array(|scanner| scanner.skip_nested(depth + 1)),
            b'{' => self.object(|scanner, _| scanner.skip_nested(depth + 1)),
            b't' => self.word("true"),
            b'f' => self.word("false"),
            _ => self.word("null"),
        }
    }

    fn string(&mut self) -> Option<Cow<'a, str>> {
        self.take(b'"')?;
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mark = start + find_mark(&bytes[start..])?;
        if bytes[mark] == b'"' {
            self.at = mark + 1;
            return Some(Cow::Borrowed(&self.text[start..mark]));
        }
        let mut end = mark;
        loop {
            end += memchr::memchr(b'"', &bytes[end..])?;
            let escapes = bytes[start..end].iter().rev().take_while(|&&byte| byte == b'\\').count();
            if escapes % 2 == 0 {
                break;
            }
            end += 1;
        }
        self.at = end + 1;
        unescape(&self.text[start..end], mark - start).map(Cow::Owned)
    }
}

/// Bytes of a string at which [`find_mark`] looks by the word; most strings are shorter.
const SHORT_BYTES: usize = 32;

/// Where the first quotation mark or backslash of `bytes` is.
fn find_mark(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while at < SHORT_BYTES
        && let Some(word) = bytes[at..].first_chunk()
    {
        let word = u64::from_le_bytes(*word);
        let marks = first_of(word, b'"') | first_of(word, b'\\');
        if marks != 0 {
            return Some(at + marks.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    memchr::memchr2(b'"', b'\\', &bytes[at..]).map(|offset| at + offset)
}

/// The lowest bit that is set is the highest one of the first byte of `word` that is `byte`; none is set when there is no
/// such byte. (Warren, Hacker's Delight, 2nd edition, section 6-1.)
fn first_of(word: u64, byte: u8) -> u64 {
    let zeros = word ^ u64::from_le_bytes([byte; 8]);
    zeros.wrapping_sub(u64::from_le_bytes([0x01; 8])) & !zeros & u64::from_le_bytes([0x80; 8])
}

/// What stands between two quotation marks without its escapes, the first of which is at `end`.
fn unescape(literal: &str, mut end: usize) -> Option<String> {
    let mut text = String::with_capacity(literal.len());
    let mut rest = literal;
    loop {
        text.push_str(&rest[..end]);
        let mut escape = rest[end + 1..].chars();
        let character = match escape.next()? {
            'u' => unicode(&mut escape)?,
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            same @ ('"' | '\\' | '/') => same,
            _ => return None,
        };
        text.push(character);
        rest = escape.as_str();
        match memchr::memchr(b'\\', rest.as_bytes()) {
            Some(next) => end = next,
            None => break,
        }
    }
    text.push_str(rest);
    Some(text)
}

/// The character of `\u` and what follows: four hexadecimal digits, or two such numbers that are a surrogate pair.
fn unicode(escape: &mut std::str::Chars<'_>) -> Option<char> {
    let first = hexadecimal(escape)?;
    if !(0xd800..0xe000).contains(&first) {
        return char::from_u32(first);
    }
    *escape = escape.as_str().strip_prefix("\\u")?.chars();
    let second = hexadecimal(escape)?;
    if first >= 0xdc00 || !(0xdc00..0xe000).contains(&second) {
        return None;
    }
    char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00))
}

fn hexadecimal(escape: &mut std::str::Chars<'_>) -> Option<u32> {
    (0..4).try_fold(0, |number, _| Some(number * 16 + escape.next()?.to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_as_serde_json_reads_them() {
        for literal in [
            r#""""#,
            r#""plain — ünïcode""#,
            r#""a\n\t\r\b\f\"\\\/""#,
            r#""\u00e9\u20AC\ud83d\ude00x""#,
            r#""ends in \\""#,
            r#""\\\" \\\\""#,
        ] {
            let expected: String = serde_json::from_str(literal).unwrap();
            let mut scanner = Scanner::new(literal.as_bytes()).unwrap();
            assert_eq!(scanner.text().unwrap(), expected, "{literal}");
            assert!(scanner.is_at_end());
        }
        for literal in [r#""\u12""#, r#""\ud83d""#, r#""\ude00\ud83d""#, r#""\x""#, r#""open"#, r#""\""#, "7"]
        {
            assert!(Scanner::new(literal.as_bytes()).unwrap().text().is_none(), "{literal}");
        }
        assert!(Scanner::new(b"\"a\tb\"").is_none());
        assert!(Scanner::new(b"\"\xff\"").is_none());
    }

    #[test]
    fn a_mark_is_found_wherever_it_is() {
        for length in 0..80 {
            let mut bytes = vec![b'!'; length];
            bytes.extend_from_slice("é#[]".as_bytes());
            assert_eq!(find_mark(&bytes), None);
            for first in *b"\"\\" {
                bytes[length / 2] = first;
                bytes.push(b'"');
                assert_eq!(find_mark(&bytes), Some(length / 2), "{length}");
            }
        }
    }

    #[test]
    fn values_are_passed_over_and_depth_is_bounded() {
        for value in [r#"[["a","b\"",null],[],{"k":{"l":[true,false]}}]"#, "{ }", "[ ]", "null"] {
            let mut scanner = Scanner::new(value.as_bytes()).unwrap();
            assert!(scanner.skip().is_some() && scanner.is_at_end(), "{value}");
        }
        for value in [&*"[".repeat(100_000), "[1]", r#"{"a" 1}"#, "[,]", r#"["a",]"#, "{,}", "tru"] {
            assert!(Scanner::new(value.as_bytes()).unwrap().skip().is_none(), "{value:.9}");
        }
    }
}
