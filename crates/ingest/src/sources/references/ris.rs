//! RIS exports of reference managers and publishers.

use std::io::BufRead;

use crate::identifiers::category::is_category;
use crate::identifiers::doi::{arxiv_id_of_doi, normalise_doi};
use crate::sources::accept::accept;
use crate::sources::document::Document;
use crate::text::author_names::given_name_first;
use crate::text::partial_date::parse_partial_date;
use crate::text::whitespace::{collapse, collapse_nonempty, paragraphs};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError};

/// Records from a line `TY  - KIND` to a line `ER  -`, each field on a line `TG  - value`; a line without a tag
/// continues the field before it.
///
/// Titles are `TI` or `T1`, abstracts `AB` or `N2`, names `AU` or `A1` to `A4`, journals `JO`, `JF` or `T2`, days
/// `DA`, `Y1` or `PY`, addresses `UR`, `L1` and `L2`. An arXiv identifier is taken from an address, an arXiv DOI, or
/// `arXiv:2401.00001` in `M1`, `M2`, `AN` or `PB`. Of the keywords `KW` those that are category codes are kept.
pub(in crate::sources) struct Ris;

impl Source for Ris {
    fn format(&self) -> Format {
        Format::Ris
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let head = String::from_utf8_lossy(&head[..head.len().min(4_096)]);
        let first = head.lines().map(str::trim).find(|line| !line.is_empty());
        first.and_then(tagged).is_some_and(|(tag, _)| tag == "TY")
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        let document = Document::read(input, self.format())?;
        let text = document.text();
        let mut entry: Option<(usize, Entry)> = None;
        let (mut offset, mut ordinal) = (0, 0);
        let mut finish = |entry: Option<(usize, Entry)>, end: usize, reason: Option<&str>| {
            let Some((start, entry)) = entry else { return };
            ordinal += 1;
            let record = match reason {
                _ if document.is_invalid(start..end) => Err("invalid UTF-8 in this record".to_owned()),
                Some(reason) => Err(reason.to_owned()),
                None => Ok(entry.into_record()),
            };
            accept(sink, document.position(ordinal, start), record);
        };
        let mut found = false;
        for line in text.split_inclusive('\n') {
            let start = offset;
            offset += line.len();
            match tagged(line.trim_start_matches('\u{feff}').trim_end()) {
                Some(("TY", _)) => {
                    found = true;
                    finish(entry.take(), start, Some("no ER line ends it"));
                    entry = Some((start, Entry::default()));
                }
                Some(("ER", _)) => finish(entry.take(), offset, None),
                Some((tag, value)) => {
                    if let Some((_, entry)) = &mut entry {
                        entry.field(tag, value);
                    }
                }
                None => {
                    if let Some((_, entry)) = &mut entry {
                        entry.carry_on(line);
                    }
                }
            }
        }
        finish(entry.take(), offset, Some("the input ends inside it"));
        if !found {
            let reason = "no record: one begins with a line such as 'TY  - JOUR'".to_owned();
            return Err(SourceError::Malformed { format: self.format(), reason });
        }
        Ok(())
    }
}

/// Tag and value of `TG  - value`; the number of blanks before the hyphen varies.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let (tag, behind) = line.split_at_checked(2)?;
    let is_tag = tag.as_bytes()[0].is_ascii_uppercase() && tag.as_bytes()[1].is_ascii_alphanumeric();
    let value = behind.strip_prefix(' ')?.trim_start_matches(' ').strip_prefix('-')?;
    (is_tag && (value.is_empty() || value.starts_with(' '))).then(|| (tag, value.trim()))
}

/// The fields of a record as they come.
#[derive(Default)]
struct Entry {
    fields: Vec<(String, String)>,
}

impl Entry {
    fn field(&mut self, tag: &str, value: &str) {
        self.fields.push((tag.to_owned(), value.to_owned()));
    }

    fn carry_on(&mut self, line: &str) {
        if let Some((_, value)) = self.fields.last_mut() {
            value.push('\n');
            value.push_str(line.trim_end());
        }
    }

    fn all<'e>(&'e self, tags: &'e [&str]) -> impl Iterator<Item = &'e str> {
        let of_tag = |tag: &'e str| self.fields.iter().filter(move |(name, _)| name == tag);
        tags.iter()
            .flat_map(move |tag| of_tag(tag))
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }

    fn first(&self, tags: &[&str]) -> Option<String> {
        self.all(tags).find_map(collapse_nonempty)
    }

    fn into_record(self) -> Record {
        let names =
            self.fields.iter().filter(|(tag, _)| matches!(tag.as_str(), "AU" | "A1" | "A2" | "A3" | "A4"));
        let mut record = Record {
            title: self.first(&["TI", "T1", "CT"]).unwrap_or_default(),
            abstract_text: self.all(&["AB", "N2"]).next().map(paragraphs).unwrap_or_default(),
            authors: names.filter_map(|(_, name)| collapse_nonempty(name)).map(given_name_first).collect(),
            categories: self
                .all(&["KW"])
                .map(str::trim)
                .filter(|code| is_category(code))
                .map(str::to_owned)
                .collect(),
            published: self.all(&["DA", "Y1", "PY"]).find_map(parse_partial_date),
            journal_reference: self.first(&["JO", "JF", "JA", "T2"]),
            ..Record::default()
        };
        if let Some(doi) = self.first(&["DO"]) {
            match arxiv_id_of_doi(&doi) {
                Some(id) => record.arxiv_id = Some(id),
                None => record.doi = normalise_doi(&doi),
            }
        }
        let addresses = self.all(&["UR", "L1", "L2", "LK"]).flat_map(str::split_whitespace);
        let addresses = addresses.filter(|address| address.contains("arxiv.org/"));
        let mentions = self.all(&["M1", "M2", "AN", "PB", "C7"]).filter_map(|text| {
            let (_, behind) = text.split_once("arXiv:")?;
            behind.split_whitespace().next()
        });
        if let Some((id, version)) =
            addresses.chain(mentions).find_map(|spelling| ArxivId::parse_versioned(spelling).ok())
        {
            (record.arxiv_id, record.version) = (Some(id), version);
        }
        if record.doi.is_none() && record.arxiv_id.is_none() {
            record.doi = self.all(&["UR"]).find_map(|address| normalise_doi(&collapse(address)));
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::sources::testing::records;

    const TEXT: &str = "\u{feff}TY  - JOUR\r
TI  - Sharding  the\r
   commons\r
KW  - cs.DC\r
KW  - sharding\r
AU  - One, Ann\r
AU  - Two, Bo\r
PY  - 2024\r
DA  - 2024/03/04/\r
AB  - We shard - and\r
it is fast.\r
DO  - 10.1000/XYZ\r
UR  - https://arxiv.org/abs/2401.00001v2\r
JO  - J. Shards\r
ER  - \r
TY  - JOUR\r
TI  - Unended\r
TY  - RPRT\r
T1  - Report\r
UR  - https://doi.org/10.1000/abc\r
ER  -\r
";

    #[test]
    fn fields_and_their_continuations_are_read() {
        assert!(Ris.sniff(TEXT.as_bytes()));
        let (found, rejects) = records(&Ris, TEXT.as_bytes());
        let expected = Record {
            arxiv_id: Some("2401.00001".parse().unwrap()),
            version: Some(2),
            doi: Some("10.1000/xyz".into()),
            title: "Sharding the commons".into(),
            abstract_text: "We shard - and it is fast.".into(),
            authors: vec!["Ann One".into(), "Bo Two".into()],
            categories: vec!["cs.DC".into()],
            published: Timestamp::from_date(2024, 3, 4),
            journal_reference: Some("J. Shards".into()),
            ..Record::default()
        };
        assert_eq!(found[0], expected);
        assert_eq!((found[1].title.as_str(), found[1].doi.as_deref()), ("Report", Some("10.1000/abc")));
        assert_eq!(rejects.len(), 1);
        assert_eq!(
            (rejects[0].0.record, rejects[0].0.line, rejects[0].1.as_str()),
            (2, Some(16), "no ER line ends it")
        );
    }

    #[test]
    fn a_cut_export_rejects_its_last_record() {
        let (found, rejects) = records(&Ris, b"TY  - JOUR\nTI  - T\n");
        assert_eq!((found.len(), rejects[0].1.as_str()), (0, "the input ends inside it"));
    }
}
