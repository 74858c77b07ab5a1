//! Decides the format of an input, or says why there is none.

use std::path::Path;

use crate::sources::{could_be_lines, nearest, table_source};
use crate::{ColumnMapping, Format, sniff, source};

/// The format of an input that begins with `head`; tables are also recognised by the columns that the user
/// mapped.
pub(super) fn recognise(head: &[u8], columns: &ColumnMapping) -> Option<Format> {
    let merges = || Some(Format::OpenAlexMerges).filter(|&format| source(format).sniff(head));
    sniff(head).or_else(merges).or_else(|| {
        Format::ALL
            .into_iter()
            .find(|&format| table_source(format, columns).is_some_and(|table| table.sniff(head)))
    })
}

/// Whether to take the input at `path`, which begins with `head` and has no known format, for text with one
/// paper per line. This is a guess from its name, compressed or not, and the look of its lines.
pub(super) fn is_guessed_as_lines(path: &Path, head: &[u8]) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    let bare = [".gz", ".xz", ".zst"].iter().find_map(|packed| name.strip_suffix(packed)).unwrap_or(&name);
    let is_text = Path::new(bare).extension().is_some_and(|extension| extension == "txt");
    is_text && kind_without_records(head).is_none() && could_be_lines(head)
}

/// Why an input that begins with `head` has no known format, and what to do.
pub(super) fn unrecognised(head: &[u8], columns: &ColumnMapping) -> String {
    if let Some(kind) = kind_without_records(head) {
        return kind.to_owned();
    }
    let nearest = nearest(head, columns).map(|near| format!("; nearest: {near}")).unwrap_or_default();
    format!("none of the known formats{nearest}; name one with --format, or a table's columns with --columns")
}

/// For a kind of file that is a document and not a list of papers: what it is, and what to provide instead.
fn kind_without_records(head: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 8] = [
        (b"%PDF-", "a PDF, which is not a list of papers; export the references as RIS, BibTeX or CSV"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "an old Word or Excel file; save a table as CSV, or export the references as RIS or BibTeX",
        ),
        (b"{\\rtf", "formatted text (RTF); export the references as RIS, BibTeX or CSV"),
        (
            b"merge_date,id,merge_into_id",
            "OpenAlex's list of merged authors, sources or institutions; only its list of merged works is about papers",
        ),
        (b"SQLite format 3\0", "a database (SQLite); save its table of papers as CSV or Parquet"),
        (b"ARROW1", "an Arrow or Feather file; save the table as Parquet"),
        (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive; extract it, or compress its files as zip"),
        (b"\x93NUMPY", "a NumPy array, which contains numbers and no text"),
    ];
    // HTML pages that list papers have formats of their own.
    let begins = head[..head.len().min(1_000)].trim_ascii_start().to_ascii_lowercase();
    if begins.starts_with(b"<!doctype html") || begins.starts_with(b"<html") {
        return Some(
            "a web page without a list of papers in a known form; download the site's export instead",
        );
    }
    if head.split(|&byte| byte == b'\n').any(|line| line.trim_ascii() == b"[[theme]]") {
        return Some("a taxonomy, which is not a list of papers");
    }
    if head.get(257..262) == Some(b"ustar") {
        return Some("a tar archive; extract it and give the folder, or compress its files as zip");
    }
    kinds.into_iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, said)| said)
}

/// The same for an archive with a member of this name, as written by office programs.
pub(super) fn kind_of_archive_without_records(member: &str) -> Option<&'static str> {
    match member {
        "word/document.xml" => Some(
            "a Word document (DOCX); export the references as RIS, BibTeX or CSV, or save them as plain text",
        ),
        "xl/workbook.xml" => Some("an Excel workbook (XLSX); save the sheet as CSV in UTF-8"),
        "ppt/presentation.xml" => Some("a presentation (PPTX); export the references as RIS, BibTeX or CSV"),
        "META-INF/container.xml" => Some("an e-book (EPUB), which is not a list of papers"),
        "META-INF/manifest.xml" => {
            Some("an OpenDocument file; save a table as CSV, or export the references as RIS or BibTeX")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_papers_is_known_by_its_name_too() {
        let text = b"On the waiting of queues\nWhy do logs grow?\nOn bays of logs\n";
        for (name, is_lines) in [
            ("titles.txt", true),
            ("dumps/TITLES.TXT.gz", true),
            ("titles.md", false),
            ("titles.txt.zip", false),
            ("-", false),
        ] {
            assert_eq!(is_guessed_as_lines(Path::new(name), text), is_lines, "{name}");
        }
        assert!(!is_guessed_as_lines(Path::new("a.txt"), b"{\\rtf1 One\nTwo by two\nThree by three\n"));
    }

    #[test]
    fn documents_are_refused_in_words() {
        let columns = ColumnMapping::default();
        assert!(unrecognised(b"%PDF-1.7\n", &columns).starts_with("a PDF"));
        assert!(unrecognised(b"{\\rtf1\\ansi", &columns).contains("RTF"));
        for (head, said) in [
            (&b"\n<!DOCTYPE HTML>\n<html>"[..], "a web page"),
            (b"name = \"mine\"\n\n[[theme]]\nkey = \"a\"\n", "a taxonomy"),
            (b"merge_date,id,merge_into_id\n2024-03-01,A2,A1\n", "OpenAlex's list of merged authors"),
            (b"SQLite format 3\0\x10", "a database"),
            (b"ARROW1\0\0", "an Arrow"),
            (b"7z\xbc\xaf\x27\x1c\0", "a 7-Zip"),
            (b"\x93NUMPY\x01", "a NumPy array"),
            (&[&[b'x'; 257][..], b"ustar\0"].concat(), "a tar archive"),
        ] {
            assert!(unrecognised(head, &columns).starts_with(said), "{said}");
        }
        for (member, said) in
            [("ppt/presentation.xml", "a presentation"), ("META-INF/container.xml", "an e-book")]
        {
            assert!(kind_of_archive_without_records(member).is_some_and(|kind| kind.starts_with(said)));
        }
        assert_eq!(
            unrecognised(b"nothing", &columns),
            "none of the known formats; name one with --format, or a table's columns with --columns"
        );
    }
}
