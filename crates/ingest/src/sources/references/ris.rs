//! RIS exports of reference managers and publishers.

use std::io::BufRead;

use super::tagged::{Dialect, Fields};
use crate::identifiers::category::is_category;
use crate::identifiers::countries::country_of_affiliation;
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::text::author_names::given_name_first;
use crate::text::keywords::{each_once, keywords};
use crate::text::whitespace::{collapse_nonempty, paragraphs};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError};

/// Records from a line `TY  - KIND` to a line `ER  -`, each field on a line `TG  - value`; a line without a tag
/// continues the field before it.
///
/// Titles are `TI` or `T1`, abstracts `AB` or `N2`, names `AU` or `A1`, journals `JO`, `JF` or `T2`, proceedings `C3`, books `BT`, days
/// `DA`, `Y1` or `PY`, affiliations `AD`, addresses `UR`, `L1` and `L2`. An arXiv identifier is taken from an address, an arXiv DOI, or
/// `arXiv:2401.00001` in `M1`, `M2`, `AN` or `PB`. Of the keywords `KW` those that are category codes are categories.
pub(in crate::sources) struct Ris;

impl Source for Ris {
    fn format(&self) -> Format {
        Format::Ris
    }

    fn sniff(&self, head: &[u8]) -> bool {
        DIALECT.begins(head)
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        DIALECT.read(input, sink, record)
    }
}

const DIALECT: Dialect = Dialect {
    format: Format::Ris,
    tagged,
    begins: "TY",
    ends: Some("ER"),
    around: &[],
    example: "TY  - JOUR",
};

/// Tag and value of `TG  - value`; the number of blanks before the hyphen varies.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let (tag, behind) = line.split_at_checked(2)?;
    let is_tag = tag.as_bytes()[0].is_ascii_uppercase() && tag.as_bytes()[1].is_ascii_alphanumeric();
    let value = behind.strip_prefix(' ')?.trim_start_matches(' ').strip_prefix('-')?;
    (is_tag && (value.is_empty() || value.starts_with(' '))).then(|| (tag, value.trim()))
}

fn record(fields: &Fields) -> Record {
    // Editors, series editors and translators (`A2`, `A3`, `A4`) are no authors.
    let names = fields.mixed(&["AU", "A1"]);
    let mut record = Record {
        title: fields.first(&["TI", "T1", "CT"]).unwrap_or_default(),
        abstract_text: fields.all(&["AB", "N2"]).next().map(paragraphs).unwrap_or_default(),
        authors: names.filter_map(collapse_nonempty).map(given_name_first).collect(),
        categories: fields
            .all(&["KW"])
            .map(str::trim)
            .filter(|code| is_category(code))
            .map(str::to_owned)
            .collect(),
        keywords: keywords(fields.all(&["KW"])),
        journal_reference: fields.first(&["JO", "JF", "JA", "T2", "C3", "BT"]),
        venue: fields.first(&["JF", "T2", "JO", "JA", "C3", "BT"]),
        kind: paper_type_of(fields.all(&["TY"])),
        language: fields.all(&["LA"]).find_map(language_code).map(str::to_owned),
        countries: each_once(fields.all(&["AD"]).flat_map(str::lines).filter_map(country_of_affiliation)),
        ..Record::default()
    };
    record.set_published(fields.all(&["DA", "Y1", "PY"]));
    record.set_dois(fields.all(&["DO"]));
    let addresses = fields.all(&["UR", "L1", "L2", "LK"]).flat_map(str::split_whitespace);
    let addresses = addresses.filter(|address| address.contains("arxiv.org/"));
    let mentions = fields.all(&["M1", "M2", "AN", "PB", "C7"]).filter_map(|text| {
        let (_, behind) = text.split_once("arXiv:")?;
        behind.split_whitespace().next()
    });
    if let Some((id, version)) =
        addresses.chain(mentions).find_map(|spelling| ArxivId::parse_versioned(spelling).ok())
    {
        (record.arxiv_id, record.version) = (Some(id), version);
    }
    if record.doi.is_none() && record.arxiv_id.is_none() {
        record.set_dois(fields.all(&["UR"]));
    }
    record
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
            venue: Some("J. Shards".into()),
            kind: Some("article".into()),
            keywords: vec!["sharding".into()],
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
    fn exports_of_ovid_number_their_records() {
        let text = "1. \nTY  - JOUR\nTI  - One\nER  - \n\n2. \nTY  - JOUR\nTI  - Two\nER  - \n";
        assert_eq!(crate::sniff(text.as_bytes()), Some(Format::Ris));
        let (found, rejects) = records(&Ris, text.as_bytes());
        let titles: Vec<&str> = found.iter().map(|record| record.title.as_str()).collect();
        assert_eq!((titles, rejects), (vec!["One", "Two"], vec![]));
    }

    #[test]
    fn several_dois_affiliations_and_years_of_two_digits_are_read() {
        let text = "TY  - JOUR\nTI  - T\nPY  - 98\nDO  - 10.1000/a\nDO  - 10.1000/b; 10.1000/c\nAD  - School of Queues, Berlin, \
                    Germany\nAD  - Free School, Santiago, Chile. ann@example.org\nAD  - Here, Germany\nER  - \n";
        let (found, _) = records(&Ris, text.as_bytes());
        let expected = Record {
            title: "T".into(),
            doi: Some("10.1000/a".into()),
            identifiers: vec!["doi:10.1000/b".into(), "doi:10.1000/c".into()],
            published: Timestamp::from_year(1998),
            given_date: Some("98".into()),
            kind: Some("article".into()),
            countries: vec!["Germany".into(), "Chile".into()],
            ..Record::default()
        };
        assert_eq!(found, [expected]);
    }

    #[test]
    fn a_cut_export_rejects_its_last_record() {
        let (found, rejects) = records(&Ris, b"TY  - JOUR\nTI  - T\n");
        assert_eq!((found.len(), rejects[0].1.as_str()), (0, "the input ends inside it"));
    }
}
