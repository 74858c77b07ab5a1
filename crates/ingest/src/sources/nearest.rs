//! The known formats nearest to an input of unknown format.

use super::tables::lines::{Likeness, likeness};
use crate::{ColumnMapping, Format, source};

/// Most formats named.
const NAMED: usize = 2;

/// Marks that every file of a format contains, the most important first; empty for a format with a single
/// mark.
fn marks(format: Format) -> &'static [&'static str] {
    match format {
        Format::KaggleJsonl => &["\"id\"", "\"title\"", "\"update_date\""],
        Format::OpenAlex => &["openalex.org/", "\"display_name\"", "\"authorships\""],
        Format::SemanticScholar => &["\"title\"", "\"paperId\"", "\"externalIds\""],
        Format::Crossref => &["\"DOI\"", "\"title\"", "\"reference-count\""],
        Format::DataCite => &["\"attributes\"", "\"titles\"", "\"dois\""],
        Format::BioRxiv => &["\"doi\"", "\"authors\"", "\"jatsxml\""],
        Format::CslJson => &["\"type\"", "\"title\"", "\"issued\""],
        Format::ArxivFeed => &["<rss", "<item", "rss.arxiv.org/"],
        Format::ArxivAtom => &["<feed", "<entry", "arxiv.org/"],
        Format::OaiPmh => &["<OAI-PMH", "<record", "<metadata"],
        Format::PubMed => &["<PubmedArticle", "<MedlineCitation", "<Article"],
        Format::Dblp => &["<dblp", "key=\"", "<title>"],
        Format::EndNoteXml => &["<records>", "<ref-type", "<titles>"],
        Format::ArxivListingHtml => &["<dl", "/abs/", "list-title"],
        Format::ArxivListingText => &["arXiv:", "Title:", "Authors:"],
        Format::Nbib => &["PMID- ", "TI  - ", "AB  - "],
        Format::WebOfScience => &["FN ", "PT ", "TI "],
        Format::EndNote => &["%0 ", "%T ", "%A "],
        Format::Ris => &["TY  - ", "TI  - ", "ER  - "],
        Format::BibTex => &["@", "= {", "},"],
        _ => &[],
    }
}

/// A format similar to an input, and its first mark that the input lacks.
struct Near {
    format: Format,
    /// The share of the format's marks that are present.
    share: f64,
    missing: String,
}

/// The two formats nearest to an input that begins with `head`, each with the first mark that is missing, as
/// in `ris (no "ER  - ") and nbib (no "PMID- ")`; `None` if no format has a mark in it.
pub(crate) fn nearest(head: &[u8], columns: &ColumnMapping) -> Option<String> {
    let has = |mark: &str| memchr::memmem::find(head, mark.as_bytes()).is_some();
    let by_marks = Format::ALL.into_iter().filter_map(|format| {
        let marks = marks(format);
        let found = marks.iter().filter(|mark| has(mark)).count();
        let missing = match marks.iter().find(|mark| !has(mark)) {
            Some(mark) => format!("no {mark:?}"),
            None => "not in the order of this format".to_owned(),
        };
        (found > 0).then(|| Near { format, share: found as f64 / marks.len() as f64, missing })
    });
    let mut near: Vec<Near> = by_tables(head, columns).chain(by_marks).collect();
    if near.is_empty() {
        near.extend(by_lines(head));
    }
    near.sort_by(|one, other| other.share.total_cmp(&one.share));
    let said: Vec<String> = near
        .into_iter()
        .take(NAMED)
        .map(|Near { format, missing, .. }| format!("{format} ({missing})"))
        .collect();
    (!said.is_empty()).then(|| said.join(" and "))
}

/// Tables whose column names can be read, but without a column of titles.
fn by_tables(head: &[u8], columns: &ColumnMapping) -> impl Iterator<Item = Near> {
    // Text that begins like this is not a table of rows, whatever commas it contains.
    let is_marked_up = matches!(head.trim_ascii_start().first(), Some(b'{' | b'[' | b'<'));
    let formats: &[Format] =
        if is_marked_up { &[Format::Ndjson] } else { &[Format::Ndjson, Format::Tsv, Format::Csv] };
    formats.iter().filter_map(move |&format| {
        let names = source(format).column_names(head);
        let is_table = names.len() > 1 && names.iter().all(|name| is_name(name));
        let missing = columns.resolve(&names).err().filter(|_| is_table)?;
        let known = names.iter().filter(|name| columns.column_of(name).is_some()).count();
        // One known column besides the missing titles makes a table of papers likely.
        let share = if known > 0 || format == Format::Ndjson { 0.9 } else { 0.5 };
        Some(Near { format, share, missing })
    })
}

/// Lines of words that are not one paper each, or in a file that is not called a text.
fn by_lines(head: &[u8]) -> Option<Near> {
    let missing = match likeness(head) {
        Likeness::Papers => "not in a file named .txt",
        Likeness::Words(why) => why,
        Likeness::None => return None,
    };
    Some(Near { format: Format::Lines, share: 0.0, missing: missing.to_owned() })
}

/// Whether `name` can be a column name and is not a sentence.
fn is_name(name: &str) -> bool {
    let words = name.split_whitespace().count();
    (1..=4).contains(&words) && name.len() <= 60 && !name.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<String> {
        nearest(text.as_bytes(), &ColumnMapping::default())
    }

    #[test]
    fn the_first_thing_that_does_not_fit_is_named() {
        let cases = [
            ("TI  - On Queues\nER  - \n", "ris (no \"TY  - \") and nbib (no \"PMID- \")"),
            ("<MedlineCitation><Article/></MedlineCitation>", "pubmed (no \"<PubmedArticle\")"),
        ];
        for (text, said) in cases {
            assert_eq!(of(text).as_deref(), Some(said), "{text}");
        }
        let table = of("heading;doi;year\nOn Queues;10.1/a;2020\n").unwrap();
        assert!(table.starts_with("csv (no known title column among heading, doi, year;"), "{table}");
        let object = of("{\"heading\": \"On Queues\", \"doi\": \"10.1/a\"}\n").unwrap();
        assert!(object.contains("ndjson") && !object.contains("csv"), "{object}");
        assert_eq!(of("On queues\nOn logs\n").unwrap(), "lines (fewer than three lines)");
        let letter = "This is wrapped as letters\nare and its lines begin\nwithin its sentences\n";
        assert_eq!(of(letter).unwrap(), "lines (lines that do not begin like a title)");
        assert_eq!(of("On queues\nOn logs\nOn waiting\n").unwrap(), "lines (not in a file named .txt)");
        assert_eq!(of("{}"), None);
    }
}
