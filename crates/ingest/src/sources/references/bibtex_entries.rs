//! The entries of a BibTeX file.

use std::collections::BTreeMap;
use std::ops::Range;

/// Longest citation key that is looked for, in bytes.
const LONGEST_KEY: usize = 1_000;
/// Most fields of an entry.
const MAX_FIELDS: usize = 1_000;
/// Largest entry, in bytes of values with abbreviations expanded.
const MAX_ENTRY_BYTES: usize = 16 << 20;
/// Most bytes that abbreviations may add to the entries of one file; a short file could request any number.
const MAX_EXPANDED_BYTES: usize = 64 << 20;

/// An entry's fields. Names are in lower case; values are as written between their braces or quotation marks.
#[derive(Debug, Default)]
pub(super) struct Entry {
    /// The entry type as written in the file: `article`, `inproceedings`.
    pub(super) kind: String,
    /// The key by which other entries refer to it.
    pub(super) key: String,
    fields: BTreeMap<String, String>,
}

impl Entry {
    /// The value of a field, if not empty.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str).filter(|value| !value.trim().is_empty())
    }

    /// Sets a field unless it has a value.
    pub(super) fn fill(&mut self, name: &str, value: &str) {
        if self.field(name).is_none() {
            self.fields.insert(name.to_owned(), value.to_owned());
        }
    }
}

/// The problem with text outside entries that looks like an entry without its `@`: `article{key,`.
fn headless_entry(text: &str) -> Option<String> {
    let is_head = |line: &str| {
        let Some((kind, body)) = line.split_once('{') else { return false };
        let key = body.split_once(',').map_or("", |(key, _)| key.trim());
        let kind = kind.trim();
        !kind.is_empty()
            && kind_length(kind) == kind.len()
            && !key.is_empty()
            && !key.contains(|character: char| character.is_whitespace() || "={}".contains(character))
    };
    text.lines().any(is_head).then(|| "an entry without its `@`".to_owned())
}

/// Reads a bibliography entry by entry. Expands `@string` abbreviations; skips `@comment` and `@preamble`.
///
/// An entry begins with `@` at the start of a line or directly after the previous entry. If its braces are
/// not closed before the next `@` at the start of a line, the entry is broken, and reading continues there.
pub(super) struct BibTexEntries<'t> {
    text: &'t str,
    at: usize,
    /// The first position after the last entry's start at which an entry begins a line, or the end of the text.
    next_line: usize,
    abbreviations: BTreeMap<String, String>,
    /// Bytes that abbreviations may still add to entries.
    expandable: usize,
}

impl<'t> BibTexEntries<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, next_line: 0, abbreviations: BTreeMap::new(), expandable: MAX_EXPANDED_BYTES }
    }

    /// The position of the next entry, with the entry or what is wrong with it.
    pub(super) fn next_entry(&mut self) -> Option<(Range<usize>, Result<Entry, String>)> {
        loop {
            let Some(start) = next_at_sign(self.text, self.at) else {
                let rest = self.at..self.text.len();
                self.at = self.text.len();
                return headless_entry(&self.text[rest.clone()]).map(|reason| (rest, Err(reason)));
            };
            if let Some(reason) = headless_entry(&self.text[self.at..start]) {
                let skipped = self.at..start;
                self.at = start;
                return Some((skipped, Err(reason)));
            }
            if self.next_line <= start {
                self.next_line = next_at_sign(self.text, start + 1).unwrap_or(self.text.len());
            }
            let end = self.next_line;
            let inner = &self.text[start + 1..end];
            let (kind, body) = inner.split_at(kind_length(inner));
            self.at = end;
            let body = body.trim_start();
            match kind.to_ascii_lowercase().as_str() {
                "comment" | "preamble" => {}
                "string" => self.abbreviate(body, end),
                _ => {
                    let entry = self.entry(body, end);
                    let kind = kind.to_owned();
                    return Some((start..self.at, entry.map(|entry| Entry { kind, ..entry })));
                }
            }
        }
    }

    fn scanner<'s>(&'s self, body: &'s str) -> Scanner<'s> {
        Scanner {
            text: &body[1..],
            left: MAX_ENTRY_BYTES,
            abbreviations: &self.abbreviations,
            expandable: self.expandable,
        }
    }

    /// Continues after what ends here, `rest` bytes before `end`: another entry may begin on the same line.
    fn go_on_behind(&mut self, rest: usize, end: usize) {
        let is_between = |character: char| character.is_whitespace() || character == ',';
        let rest = self.text[end - rest..end].trim_start_matches(is_between).len();
        self.at = end - rest;
    }

    /// Stores the abbreviation in `body`, which ends at `end`.
    fn abbreviate(&mut self, body: &str, end: usize) {
        let mut scanner = self.scanner(body);
        let field = scanner.field();
        let (expandable, rest) = (scanner.expandable, scanner.end().map(str::len));
        self.expandable = expandable;
        if let Ok(Some((name, value))) = field {
            if self.abbreviations.len() < 10_000 && value.len() < 10_000 {
                self.abbreviations.insert(name, value);
            }
            if let Some(rest) = rest {
                self.go_on_behind(rest, end);
            }
        }
    }

    /// Parses the entry in `body`, which ends at `end`.
    fn entry(&mut self, body: &str, end: usize) -> Result<Entry, String> {
        let mut scanner = self.scanner(body);
        let entry = scanner.entry();
        let (expandable, rest) = (scanner.expandable, scanner.end().map(str::len));
        self.expandable = expandable;
        let entry = entry?;
        if let Some(rest) = rest {
            self.go_on_behind(rest, end);
        }
        Ok(entry)
    }
}

/// Bytes of the entry type that `text` begins with: `article`, `web_page`.
pub(super) fn kind_length(text: &str) -> usize {
    let is_of_kind = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+');
    match text.bytes().next() {
        Some(first) if first.is_ascii_alphabetic() => {
            text.bytes().take_while(|byte| is_of_kind(byte)).count()
        }
        _ => 0,
    }
}

/// Whether `text`, which follows an `@`, is an entry type with an opening brace or parenthesis.
pub(super) fn opens_entry(text: &str) -> bool {
    let kind = kind_length(text);
    kind > 0 && text[kind..].trim_start().starts_with(['{', '('])
}

/// Offset of the first `@type{` at or after `from` that is at `from` itself or preceded only by white space
/// on its line.
fn next_at_sign(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'@', &bytes[from..]).map(|offset| from + offset).find(|&offset| {
        let before =
            bytes[..offset].iter().rev().take(80).find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace());
        (offset == from || before.is_none_or(|byte| *byte == b'\n')) && opens_entry(&text[offset + 1..])
    })
}

struct Scanner<'t> {
    text: &'t str,
    /// Bytes that the values may still have.
    left: usize,
    abbreviations: &'t BTreeMap<String, String>,
    /// Bytes that abbreviations may still add to the entries of this file.
    expandable: usize,
}

/// The reason to reject an entry whose abbreviations exceed the file's limit.
fn too_expanded() -> String {
    format!("the file's abbreviations expand to more than {} MiB", MAX_EXPANDED_BYTES >> 20)
}

const OPEN_BRACES: &str = "the entry's braces are not closed";

impl<'t> Scanner<'t> {
    /// The text after the closing brace at the scanner's position.
    fn end(self) -> Option<&'t str> {
        self.text.trim_start().strip_prefix(['}', ')'])
    }

    /// Skips the citation key, which some exports omit, and returns it.
    fn key(&mut self) -> &'t str {
        let mut key = "";
        let near = &self.text[..self.text.floor_char_boundary(LONGEST_KEY)];
        if let Some(end) = near.find([',', '=', '}', '{', '"'])
            && self.text.as_bytes()[end] == b','
        {
            key = near[..end].trim();
            self.text = &self.text[end + 1..];
        } else if let Some(end) = near.find(['}', '='])
            && self.text.as_bytes()[end] == b'}'
        {
            self.text = &self.text[end..];
        }
        key
    }

    /// The key and the fields of an entry.
    fn entry(&mut self) -> Result<Entry, String> {
        let mut entry = Entry { key: self.key().to_owned(), ..Entry::default() };
        while let Some((name, value)) = self.field()? {
            if entry.fields.len() >= MAX_FIELDS {
                return Err(format!("more than {MAX_FIELDS} fields"));
            }
            entry.fields.entry(name).or_insert(value);
        }
        Ok(entry)
    }

    /// The next `name = value`; `None` at the end of the entry.
    fn field(&mut self) -> Result<Option<(String, String)>, String> {
        self.text = self.text.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        match self.text.chars().next() {
            None => return Err(OPEN_BRACES.to_owned()),
            Some('}' | ')') => return Ok(None),
            Some(_) => {}
        }
        let end = self.text.find(['=', '}', ',']).ok_or(OPEN_BRACES)?;
        let name = self.text[..end].trim().to_ascii_lowercase();
        if self.text.as_bytes()[end] != b'=' || name.len() > 100 {
            let name: String = name.chars().take(40).collect();
            return Err(format!("a field without a value: {name:?}"));
        }
        self.text = &self.text[end + 1..];
        Ok(Some((name, self.value()?)))
    }

    /// A value: pieces in braces or quotation marks, numbers and abbreviations, joined by `#`.
    fn value(&mut self) -> Result<String, String> {
        let mut value = String::new();
        loop {
            self.text = self.text.trim_start();
            match self.text.as_bytes().first() {
                None => return Err(OPEN_BRACES.to_owned()),
                Some(b'{') => value.push_str(self.delimited(b'}')?),
                Some(b'"') => value.push_str(self.delimited(b'"')?),
                Some(_) => {
                    let end =
                        self.text.find(|c: char| c.is_whitespace() || matches!(c, ',' | '}' | '#' | ')'));
                    let (word, behind) = self.text.split_at(end.ok_or(OPEN_BRACES)?);
                    match self.abbreviations.get(&word.to_ascii_lowercase()) {
                        None => value.push_str(word),
                        Some(whole) => {
                            self.expandable =
                                self.expandable.checked_sub(whole.len()).ok_or_else(too_expanded)?;
                            value.push_str(whole);
                        }
                    }
                    self.text = behind;
                }
            }
            if value.len() > self.left {
                return Err(format!("the entry is larger than {} MiB", MAX_ENTRY_BYTES >> 20));
            }
            self.text = self.text.trim_start();
            let Some(behind) = self.text.strip_prefix('#') else {
                self.left -= value.len();
                return Ok(value);
            };
            self.text = behind;
        }
    }

    /// The text between the first character and the matching `close`; braces inside are balanced.
    fn delimited(&mut self, close: u8) -> Result<&str, String> {
        let (mut depth, mut escaped) = (0_u32, false);
        for (offset, byte) in self.text.bytes().enumerate().skip(1) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                byte if byte == close && depth == 0 => {
                    let (inner, behind) = (&self.text[1..offset], &self.text[offset + 1..]);
                    self.text = behind;
                    return Ok(inner);
                }
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        Err(OPEN_BRACES.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Vec<(String, String)> {
        let (_, entry) = BibTexEntries::new(text).next_entry().unwrap();
        entry.unwrap().fields.into_iter().collect()
    }

    #[test]
    fn values_in_every_spelling() {
        let text = "@string{acm = {ACM} # \" Press\"}\n@Article(k, A = 12, b = \"x {\"} y\", C = {a {b} \\} c}, d = acm # { 1})";
        let found = fields(text);
        let found: Vec<_> = found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(found, [("a", "12"), ("b", "x {\"} y"), ("c", "a {b} \\} c"), ("d", "ACM Press 1")]);
    }

    #[test]
    fn abbreviations_cannot_blow_an_entry_up() {
        let mut text = format!("@string{{a = {{{}}}}}\n@misc{{k", "x".repeat(9_999));
        for field in 0..20 {
            text = format!("{text}, f{field} = {}", vec!["a"; 200].join("#"));
        }
        text.push('}');
        let (_, entry) = BibTexEntries::new(&text).next_entry().unwrap();
        assert_eq!(entry.unwrap_err(), "the entry is larger than 16 MiB");
    }

    #[test]
    fn abbreviations_cannot_blow_a_file_up() {
        let mut text = format!("@string{{a = {{{}}}}}\n", "x".repeat(9_999));
        let value = vec!["a"; 1_500].join("#");
        for entry in 0..20 {
            text = format!("{text}@misc{{k{entry}, f = {value}}}\n");
        }
        let mut entries = BibTexEntries::new(&text);
        let read: Vec<_> = std::iter::from_fn(|| entries.next_entry()).map(|(_, entry)| entry).collect();
        let bytes: usize = read.iter().flatten().filter_map(|entry| entry.field("f")).map(str::len).sum();
        assert!(bytes <= MAX_EXPANDED_BYTES, "{bytes}");
        assert_eq!((read.len(), read.iter().filter(|entry| entry.is_ok()).count()), (20, 4));
        assert_eq!(read[19].as_ref().unwrap_err(), "the file's abbreviations expand to more than 64 MiB");
    }

    #[test]
    fn what_damaged_entries_and_abbreviations_expand_counts_too() {
        let long = format!("@string{{a = {{{}}}}}\n", "x".repeat(9_999));
        let value = vec!["a"; 1_500].join("#");
        for damaged in [format!("@misc{{k, f = {value}, g}}\n"), format!("@string{{b = {value}}}\n")] {
            let text = format!("{long}{}@misc{{k, f = {value}}}\n", damaged.repeat(5));
            let mut entries = BibTexEntries::new(&text);
            let last = std::iter::from_fn(|| entries.next_entry()).last().unwrap();
            assert_eq!(last.1.unwrap_err(), "the file's abbreviations expand to more than 64 MiB");
        }
    }

    #[test]
    fn entries_of_one_line_and_of_any_kind_are_read() {
        let text = "@string{a = {A}} @web_page{k, title = {One}} @article(l, title = a), @Misc-2{m, title = {Three}}\n% @old{n, \
                    title = {x@y{z}}\nann@example.org {a, b}\narticle{o, title = {Four}}\n";
        let mut entries = BibTexEntries::new(text);
        let read: Vec<_> = std::iter::from_fn(|| entries.next_entry()).map(|(_, entry)| entry).collect();
        let titles: Vec<_> = read.iter().flatten().filter_map(|entry| entry.field("title")).collect();
        assert_eq!(titles, ["One", "A", "Three"]);
        assert_eq!(read[3].as_ref().unwrap_err(), "an entry without its `@`");
    }

    #[test]
    fn many_entries_of_one_line_are_read() {
        for entry in ["@misc{k, title = {T}} ", "@misc()"] {
            let text = entry.repeat(100_000);
            let mut entries = BibTexEntries::new(&text);
            let read = std::iter::from_fn(|| entries.next_entry());
            assert_eq!(read.filter(|(_, entry)| entry.is_ok()).count(), 100_000, "{entry}");
        }
    }

    #[test]
    fn keys_may_be_missing_and_at_signs_stand_in_values() {
        assert_eq!(fields("@misc{title = {T}}").len(), 1);
        assert_eq!(fields("@misc{k, note = {a@b.org}}"), [("note".to_owned(), "a@b.org".to_owned())]);
        assert_eq!(fields("@misc{k}"), []);
    }
}
