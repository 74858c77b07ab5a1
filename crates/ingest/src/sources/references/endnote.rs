//! EndNote exports as text (`.enw`, the format of `refer`).

use std::io::BufRead;

use super::tagged::{Dialect, Fields};
use crate::identifiers::affiliations::country_of_affiliation;
use crate::identifiers::category::is_category;
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::records::keywords::{each_once, keywords};
use crate::text::author_names::given_name_first;
use crate::text::dates::parse_partial_date;
use crate::text::whitespace::{collapse_nonempty, paragraphs};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError};

/// Records begin with a line `%0 Journal Article`. A percent sign and one character begin a field, and any
/// other line continues it.
///
/// Titles are `%T`, authors `%A`, abstracts `%X`, journals `%J` or `%B`, DOIs `%R`; the date is `%8` with the
/// year `%D`. The arXiv identifier is taken from a URL `%U` or an arXiv DOI. Keywords `%K` that are category
/// codes become categories.
pub(in crate::sources) struct EndNote;

const DIALECT: Dialect = Dialect {
    format: Format::EndNote,
    tagged,
    begins: "0",
    ends: None,
    around: &[],
    example: "%0 Journal Article",
};

impl Source for EndNote {
    fn format(&self) -> Format {
        Format::EndNote
    }

    fn sniff(&self, head: &[u8]) -> bool {
        DIALECT.begins(head)
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        DIALECT.read(input, sink, record)
    }
}

/// Tag and value of `%T value`.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix('%')?;
    let (tag, value) = rest.split_at_checked(1)?;
    let is_tag = tag.bytes().all(|byte| byte.is_ascii_graphic());
    (is_tag && (value.is_empty() || value.starts_with(' '))).then(|| (tag, value.trim()))
}

fn record(fields: &Fields) -> Record {
    let addresses = fields.all(&["U", ">"]).flat_map(str::split_whitespace);
    let at_arxiv = addresses
        .filter(|address| address.contains("arxiv.org/"))
        .find_map(|address| ArxivId::parse_versioned(address).ok());
    let year = fields.first(&["D"]).unwrap_or_default();
    // The date often lacks its year.
    let day = fields.first(&["8"]).unwrap_or_default();
    let day = if parse_partial_date(&day).is_some() { day } else { format!("{day} {year}") };
    let listed = || fields.all(&["K"]).flat_map(|keywords| keywords.split(['\n', ';']));
    let categories = listed().map(str::trim).filter(|keyword| is_category(keyword));
    let mut record = Record {
        version: at_arxiv.as_ref().and_then(|(_, version)| *version),
        arxiv_id: at_arxiv.map(|(id, _)| id),
        title: fields.first(&["T"]).unwrap_or_default(),
        abstract_text: fields.all(&["X"]).next().map(paragraphs).unwrap_or_default(),
        authors: fields.all(&["A"]).filter_map(collapse_nonempty).map(given_name_first).collect(),
        categories: categories.map(str::to_owned).collect(),
        keywords: keywords(listed()),
        journal_reference: fields.first(&["J", "B"]),
        venue: fields.first(&["J", "B"]),
        kind: paper_type_of(fields.all(&["0"])),
        language: fields.all(&["G"]).find_map(language_code).map(str::to_owned),
        countries: each_once(fields.all(&["+"]).flat_map(str::lines).filter_map(country_of_affiliation)),
        ..Record::default()
    };
    record.set_published([day, year]);
    record.set_dois(fields.all(&["R"]));
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::sources::testing::records;

    const TEXT: &str = "%0 Journal Article\r\n%T Sharding the commons\r\n%A One, Ann\r\n%A Two, Bo\r\n%E Editor, Ed\r\n%J J. \
                        Shards\r\n%D 2019\r\n%8 March 4\r\n%X We shard.\r\nIt is fast.\r\n%R 10.1000/XYZ\r\n%U \
                        https://arxiv.org/abs/1903.00001v2\r\n%K sharding\r\ncs.DC\r\n\r\n%0 Report\r\n%T A \
                        report\r\n%D 2001\r\n%R 10.48550/arXiv.2401.00001\r\n";

    #[test]
    fn every_field_is_read() {
        assert_eq!(crate::sniff(TEXT.as_bytes()), Some(Format::EndNote));
        let (found, rejects) = records(&EndNote, TEXT.as_bytes());
        assert_eq!(rejects, []);
        let expected = Record {
            arxiv_id: Some("1903.00001".parse().unwrap()),
            version: Some(2),
            doi: Some("10.1000/xyz".into()),
            title: "Sharding the commons".into(),
            abstract_text: "We shard. It is fast.".into(),
            authors: vec!["Ann One".into(), "Bo Two".into()],
            categories: vec!["cs.DC".into()],
            published: Timestamp::from_date(2019, 3, 4),
            journal_reference: Some("J. Shards".into()),
            venue: Some("J. Shards".into()),
            kind: Some("article".into()),
            keywords: vec!["sharding".into()],
            ..Record::default()
        };
        assert_eq!(found[0], expected);
        assert_eq!(found[1].arxiv_id, Some("2401.00001".parse().unwrap()));
        assert_eq!((found[1].doi.as_deref(), found[1].published), (None, Timestamp::from_year(2001)));
    }

    #[test]
    fn an_export_of_a_library_with_a_year_of_two_digits_is_read() {
        let text = "%0 Conference Proceedings\n%A One, Ann\n%T On Logs\n%B Proc. Logs\n%D 98\n%8 Mar 3\n%G fre\n%+ School of \
                    Rest, Berlin, Germany\nFree School, Santiago, Chile\n%R 10.1000/a\n%R 10.1000/b\n";
        let (found, rejects) = records(&EndNote, text.as_bytes());
        let expected = Record {
            title: "On Logs".into(),
            authors: vec!["Ann One".into()],
            doi: Some("10.1000/a".into()),
            identifiers: vec!["doi:10.1000/b".into()],
            published: Timestamp::from_date(1998, 3, 3),
            given_date: Some("Mar 3 98".into()),
            journal_reference: Some("Proc. Logs".into()),
            venue: Some("Proc. Logs".into()),
            kind: Some("conference paper".into()),
            language: Some("fr".into()),
            countries: vec!["Germany".into(), "Chile".into()],
            ..Record::default()
        };
        assert_eq!((found, rejects), (vec![expected], vec![]));
    }

    #[test]
    fn a_comment_of_tex_is_no_record() {
        assert!(!EndNote.sniff(b"% A bibliography\n@article{a, title={T}}\n") && !EndNote.sniff(b""));
    }
}
