//! RIS exports from reference managers and publishers.

use std::io::BufRead;

use super::tagged::{Dialect, Fields};
use crate::identifiers::affiliations::country_of_affiliation;
use crate::identifiers::category::is_category;
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::records::keywords::{each_once, keywords};
use crate::text::author_names::given_name_first;
use crate::text::whitespace::{collapse_nonempty, paragraphs};
use crate::{ArxivId, Format, Record, Sink, Source, SourceError};

/// Records run from a line `TY  - KIND` to a line `ER  -`, with each field on a line `TG  - value`. A line
/// without a tag continues the field before it.
///
/// Titles are `TI` or `T1`, abstracts `AB` or `N2`, names `AU` or `A1`, journals `JO`, `JF` or `T2`,
/// proceedings `C3`, books `BT`, dates `DA`, `Y1` or `PY`, affiliations `AD`, URLs `UR`, `L1` and `L2`. The
/// arXiv identifier is taken from a URL, an arXiv DOI, or `arXiv:2401.00001` in `M1`, `M2`, `AN` or `PB`.
/// Keywords `KW` that are category codes become categories; each line is one keyword, as EndNote writes them,
/// or a list separated by semicolons. Numbers of PubMed and the Web of Science are in `AN`, that of Scopus in
/// its URL.
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

/// Tag and value of `TG  - value`; the number of spaces before the hyphen varies.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let (tag, behind) = line.split_at_checked(2)?;
    let is_tag = tag.as_bytes()[0].is_ascii_uppercase() && tag.as_bytes()[1].is_ascii_alphanumeric();
    let value = behind.strip_prefix(' ')?.trim_start_matches(' ').strip_prefix('-')?;
    (is_tag && (value.is_empty() || value.starts_with(' '))).then(|| (tag, value.trim()))
}

fn record(fields: &Fields) -> Record {
    // Editors, series editors and translators (`A2`, `A3`, `A4`) are not authors.
    let names = fields.mixed(&["AU", "A1"]);
    let listed: Vec<String> = fields.all(&["KW"]).flat_map(unwrapped).collect();
    let mut record = Record {
        title: fields.first(&["TI", "T1", "CT"]).unwrap_or_default(),
        abstract_text: fields.all(&["AB", "N2"]).next().map(paragraphs).unwrap_or_default(),
        authors: names.filter_map(collapse_nonempty).map(given_name_first).collect(),
        categories: listed.iter().filter(|code| is_category(code)).cloned().collect(),
        keywords: keywords(listed.iter().map(|word| heading(word))),
        external_id: accession(fields),
        journal_reference: fields.first(&["JO", "JF", "JA", "T2", "C3", "BT"]),
        venue: fields.first(&["JF", "T2", "JO", "JA", "C3", "BT"]),
        kind: paper_type_of(fields.all(&["TY"])),
        language: fields.all(&["LA"]).find_map(language_code).map(str::to_owned),
        countries: each_once(fields.all(&["AD"]).flat_map(str::lines).filter_map(country_of_affiliation)),
        ..Record::default()
    };
    record.set_published(
        with_year(fields).into_iter().chain(fields.all(&["DA", "Y1", "PY"]).map(str::to_owned)),
    );
    record.set_dois(fields.all(&["DO"]));
    if record.doi.is_none() && record.arxiv_id.is_none() {
        // Mendeley puts the DOI where others put the type of work.
        record.set_dois(fields.all(&["M3"]));
    }
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

/// The keywords of a value of one or more lines; an indented line continues the one before it.
fn unwrapped(value: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in value.lines() {
        match lines.last_mut() {
            Some(last) if line.starts_with(char::is_whitespace) => last.extend([" ", line.trim()]),
            _ => lines.push(line.to_owned()),
        }
    }
    lines.iter().flat_map(|line| line.split(';')).filter_map(collapse_nonempty).collect()
}

/// A subject heading without the asterisk of a major heading and without its qualifiers, which Ovid writes as
/// `*Heart / dt [Drug Therapy]` and the Cochrane Library as `Heart [drug effects, pathology]`.
fn heading(word: &str) -> &str {
    let word = word.trim_start_matches('*');
    let Some((bare, _)) = word.strip_suffix(']').and_then(|word| word.split_once(" [")) else { return word };
    let is_code = |code: &str| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase());
    bare.rsplit_once('/').filter(|(_, code)| is_code(code.trim())).map_or(bare, |(bare, _)| bare).trim()
}

/// A `DA` without a year, as EndNote writes `May` or `May 18`, completed by the year of `PY`.
fn with_year(fields: &Fields) -> Option<String> {
    let has_year =
        |text: &str| text.as_bytes().windows(4).any(|digits| digits.iter().all(u8::is_ascii_digit));
    let (day, year) = (fields.first(&["DA"])?, fields.first(&["PY"])?);
    (!has_year(&day) && has_year(&year)).then(|| format!("{day} {}", year.trim_matches('/')))
}

/// The accession number of a database.
fn accession(fields: &Fields) -> Option<String> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = fields.first(&["AN"]).unwrap_or_default();
    if let Some(number) = number.strip_prefix("WOS:") {
        return Some(format!("wos:{}", number.to_lowercase()));
    }
    let base = fields.first(&["DB"]).unwrap_or_default().to_lowercase();
    if is_number(&number) && (base.contains("medline") || base.contains("pubmed")) {
        return Some(format!("pmid:{number}"));
    }
    let of_scopus = fields.all(&["UR"]).find_map(|address| address.split_once("eid=2-s2.0-"));
    let digits =
        of_scopus?.1.split(|digit: char| !digit.is_ascii_digit()).next().filter(|number| is_number(number));
    digits.map(|number| format!("eid:2-s2.0-{number}"))
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
            (2, Some(16), "no ER line at its end")
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
