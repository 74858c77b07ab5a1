//! Finds rows of delimited text in blocks of bytes.
//!
//! Rows and fields are those that the csv crate reads with its defaults and rows of any length. A field that
//! begins with `"` extends to the next single `"`; `""` inside it stands for one, and text after the closing
//! mark belongs to the field. A row ends with `\n`, `\r` or both; empty lines are not rows.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memchr3};

use crate::text::line_ends::line_ends;

/// A field as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    start: u32,
    end: u32,
    quoted: bool,
}

impl Field {
    /// Where the field ends in its block.
    pub(super) fn end(self) -> usize {
        self.end as usize
    }

    /// Whether the field is unquoted, or its quotation spans the whole field.
    fn is_closed(self, block: &[u8]) -> bool {
        !self.quoted || (self.end - self.start > 1 && block[self.end as usize - 1] == b'"')
    }

    /// Whether the field opens a quotation that its block ends within.
    fn is_cut(self, block: &[u8]) -> bool {
        let written = &block[self.start as usize..self.end as usize];
        self.quoted && self.end as usize == block.len() && memchr_iter(b'"', written).count() % 2 == 1
    }

    /// The text of the field in its block; `None` if it is not UTF-8.
    pub(super) fn text(self, block: &[u8]) -> Option<Cow<'_, str>> {
        match self.bytes(block) {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
        }
    }

    /// The bytes of the field in its block, without the enclosing quotation marks.
    pub(super) fn bytes(self, block: &[u8]) -> Cow<'_, [u8]> {
        let written = &block[self.start as usize..self.end as usize];
        let Some(quoted) = written.get(1..).filter(|_| self.quoted) else { return Cow::Borrowed(written) };
        match memchr(b'"', quoted) {
            None => Cow::Borrowed(quoted),
            Some(end) if end + 1 == quoted.len() => Cow::Borrowed(&quoted[..end]),
            Some(_) => Cow::Owned(unquoted(quoted)),
        }
    }
}

/// The text after an opening quotation mark, with other quotation marks in it unescaped.
fn unquoted(mut rest: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(rest.len());
    while let Some(mark) = memchr(b'"', rest) {
        text.extend_from_slice(&rest[..mark]);
        rest = &rest[mark + 1..];
        let Some(behind) = rest.strip_prefix(b"\"") else { break };
        text.push(b'"');
        rest = behind;
    }
    text.extend_from_slice(rest);
    text
}

/// A row: where it begins in its block, and which of the block's fields it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) start: usize,
    /// Line ends in the block before the row.
    pub(super) lines_before: u64,
    pub(super) fields: Range<usize>,
    /// Whether the row opens a quotation without closing it properly: the single line that does so, or the last row of an input
    /// that ends within the quotation.
    pub(super) is_open: bool,
}

/// Finds the rows at the beginning of `block`, which must begin with a row or between two. Returns how many
/// bytes they occupy. The rest is an unfinished row, which the end of the block completes if the input ends
/// there.
///
/// If the table has `width` columns, a row of several lines whose width differs, or that continues after the
/// closing quotation mark, is taken to have an unclosed quotation: its first line is a row of its own, and
/// the next line begins a new row.
pub(super) fn find_rows(
    block: &[u8],
    delimiter: u8,
    at_end: bool,
    width: Option<usize>,
    rows: &mut Vec<Row>,
    fields: &mut Vec<Field>,
) -> usize {
    let (mut at, mut lines, mut counted) = (0, 0, 0);
    loop {
        while matches!(block.get(at), Some(b'\n' | b'\r')) {
            at += 1;
        }
        let first = fields.len();
        let end =
            if at < block.len() { find_fields(block, at, delimiter, at_end, width, fields) } else { None };
        let Some(end) = end else {
            fields.truncate(first);
            // A line feed may follow.
            let is_within = !at_end && at == block.len() && block.ends_with(b"\r");
            return at - usize::from(is_within);
        };
        let (mut end, mut is_open) = (end, false);
        let found = &fields[first..];
        if width.is_some() && found.last().is_some_and(|field| field.is_cut(block)) {
            is_open = true;
        }
        if width
            .is_some_and(|width| found.len() != width || found.iter().any(|field| !field.is_closed(block)))
            && let Some(line) = memchr2(b'\n', b'\r', &block[at..end]).map(|length| at + length)
            && !matches!(block[line..end], [b'\n' | b'\r'])
        {
            fields.truncate(first);
            fields.push(Field { start: at as u32, end: line as u32, quoted: false });
            (end, is_open) = (line + 1, true);
        }
        lines += line_ends(&block[counted..at]);
        counted = at;
        rows.push(Row { start: at, lines_before: lines, fields: first..fields.len(), is_open });
        at = end;
    }
}

/// The end of the row that begins at `at`, and its fields. A row of several lines ends early where it has more
/// fields than `width`.
fn find_fields(
    block: &[u8],
    mut at: usize,
    delimiter: u8,
    at_end: bool,
    width: Option<usize>,
    fields: &mut Vec<Field>,
) -> Option<usize> {
    let first = fields.len();
    let mut has_lines = false;
    loop {
        let start = at;
        let quoted = block.get(at) == Some(&b'"');
        if quoted {
            at = behind_quotation(block, at + 1, at_end)?;
            has_lines |= width.is_some() && memchr2(b'\n', b'\r', &block[start..at]).is_some();
        }
        // Text between a closing quotation mark and the delimiter is an error in the file.
        let is_here = block.get(at) == Some(&delimiter);
        let ends = || memchr3(delimiter, b'\n', b'\r', &block[at..]).map(|offset| at + offset);
        let end = if is_here { at } else { ends().or(at_end.then_some(block.len()))? };
        fields.push(Field { start: start as u32, end: end as u32, quoted });
        let is_too_wide = has_lines && width.is_some_and(|width| fields.len() - first > width);
        if is_too_wide || block.get(end) != Some(&delimiter) {
            return Some((end + 1).min(block.len()));
        }
        at = end + 1;
    }
}

/// The end of the quotation that continues at `at`.
fn behind_quotation(block: &[u8], mut at: usize, at_end: bool) -> Option<usize> {
    loop {
        let Some(mark) = memchr(b'"', &block[at..]) else { return at_end.then_some(block.len()) };
        at += mark + 1;
        match block.get(at) {
            Some(b'"') => at += 1,
            None if !at_end => return None,
            _ => return Some(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(text: &[u8], at_end: bool) -> (Vec<Vec<String>>, Vec<(usize, u64)>, usize) {
        let (mut rows, mut fields) = (Vec::new(), Vec::new());
        let end = find_rows(text, b',', at_end, None, &mut rows, &mut fields);
        let texts = rows.iter().map(|row| {
            fields[row.fields.clone()].iter().map(|field| field.text(text).unwrap().into_owned()).collect()
        });
        (texts.collect(), rows.iter().map(|row| (row.start, row.lines_before)).collect(), end)
    }

    fn peers(text: &[u8]) -> Vec<Vec<String>> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
        let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
        rows.collect()
    }

    #[test]
    fn places_are_those_of_the_rows() {
        let (rows, places, end) = found(b"a,b\r\n\r\n\"c\nd\",\"\"\"e\"\"\"\n\nf", true);
        assert_eq!(rows, [vec!["a", "b"], vec!["c\nd", "\"e\""], vec!["f"]]);
        assert_eq!(places, [(0, 0), (7, 2), (22, 5)]);
        assert_eq!(end, 23);
        let (_, places, _) = found(b"a\rb\r\rc\r\nd", true);
        assert_eq!(places, [(0, 0), (2, 1), (5, 3), (8, 4)]);
    }

    #[test]
    fn a_quotation_that_is_not_closed_costs_one_line() {
        let text = b"a,b\n1,\"one\n2,two\n3,\"th\nree\"\n4,four\n";
        let (mut rows, mut fields) = (Vec::new(), Vec::new());
        assert_eq!(find_rows(text, b',', true, Some(2), &mut rows, &mut fields), text.len());
        let told: Vec<(usize, bool)> = rows.iter().map(|row| (row.fields.len(), row.is_open)).collect();
        assert_eq!(told, [(2, false), (1, true), (2, false), (2, false), (2, false)]);
        assert_eq!(fields[rows[3].fields.clone()][1].text(text).unwrap(), "th\nree");
    }

    #[test]
    fn a_row_that_the_end_of_the_input_cuts_is_open() {
        let told = |text: &[u8]| -> Vec<bool> {
            let (mut rows, mut fields) = (Vec::new(), Vec::new());
            find_rows(text, b',', true, Some(2), &mut rows, &mut fields);
            rows.iter().map(|row| row.is_open).collect()
        };
        assert_eq!(told(b"a,b\n1,\"one and"), [false, true]);
        assert_eq!(told(b"a,b\n1,\"one \"\"two\"\""), [false, true], "the last two marks stand for one");
        assert_eq!(told(b"a,b\n1,\"one\""), [false, false]);
        assert_eq!(
            told(b"a,b\n1,\"one\" and"),
            [false, false],
            "text after the closing mark belongs to the field"
        );
    }

    #[test]
    fn many_quotations_that_are_not_closed_cost_a_line_each() {
        let text = "a\",\"\n".repeat(200_000);
        let (mut rows, mut fields) = (Vec::new(), Vec::new());
        let end = find_rows(text.as_bytes(), b',', true, Some(2), &mut rows, &mut fields);
        assert_eq!((end, rows.len()), (text.len(), 200_000));
        assert_eq!(rows.iter().filter(|row| row.is_open).count(), 200_000);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

        #[test]
        fn rows_are_those_of_the_csv_crate(text in "[ab\",\n\ré]{0,24}") {
            prop_assert_eq!(found(text.as_bytes(), true).0, peers(text.as_bytes()));
        }

        #[test]
        fn a_cut_changes_no_row(text in "[ab\",\n\r]{0,24}", cut in 0_usize..24) {
            let text = text.as_bytes();
            let cut = cut.min(text.len());
            let (mut rows, _, end) = found(&text[..cut], false);
            rows.extend(found(&text[end..], true).0);
            prop_assert_eq!(rows, found(text, true).0);
        }
    }
}
