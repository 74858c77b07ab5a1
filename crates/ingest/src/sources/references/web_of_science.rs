//! Plain-text exports of the Web of Science.

use std::io::BufRead;

use super::tagged::{Dialect, Fields};
use crate::identifiers::category::is_category;
use crate::identifiers::cited::cited;
use crate::identifiers::languages::language_code;
use crate::identifiers::paper_types::paper_type_of;
use crate::records::keywords::{each_once, keywords};
use crate::text::author_names::given_name_first;
use crate::text::byte_order_mark::behind_mark;
use crate::text::whitespace::{collapse, collapse_nonempty};
use crate::{Format, Record, Sink, Source, SourceError};

/// Records run from a line `PT J` to a line `ER`, after the lines `FN Clarivate Analytics Web of Science` and
/// `VR 1.0`. A two-character tag and a space begin a field, and three spaces continue it; in fields of names
/// every line is one name. The tags are described at
/// <https://images.webofknowledge.com/images/help/WOS/hs_wos_fieldtags.html>.
///
/// Authors are `AF`, or else `AU`, and groups `CA`; the date is `EA`, or else `PD` with `PY`. The accession
/// number `UT` becomes `wos:000412345600001`. Rows of a tab-delimited export have the same fields.
pub(in crate::sources) struct WebOfScience;

const DIALECT: Dialect = Dialect {
    format: Format::WebOfScience,
    tagged,
    begins: "PT",
    ends: Some("ER"),
    around: &["FN", "VR", "EF"],
    example: "PT J",
};

impl Source for WebOfScience {
    fn format(&self) -> Format {
        Format::WebOfScience
    }

    fn sniff(&self, head: &[u8]) -> bool {
        let text = behind_mark(head).trim_ascii_start();
        let has = |tag: &[u8]| memchr::memmem::find(text, tag).is_some();
        (text.starts_with(b"FN ") && has(b"\nVR ")) || (text.starts_with(b"PT ") && has(b"\nTI "))
    }

    fn read(&self, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<(), SourceError> {
        DIALECT.read(input, sink, record)
    }
}

/// Tag and value of `TG value`.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let (tag, behind) = line.split_at_checked(2)?;
    let is_tag = tag.as_bytes()[0].is_ascii_uppercase()
        && (tag.as_bytes()[1].is_ascii_uppercase() || tag.as_bytes()[1].is_ascii_digit());
    (is_tag && (behind.is_empty() || behind.starts_with(' '))).then(|| (tag, behind.trim()))
}

pub(super) fn record(fields: &Fields) -> Record {
    let people = if fields.first(&["AF"]).is_some() { ["AF"] } else { ["AU"] };
    let mut names: Vec<String> = fields
        .all(&people)
        .flat_map(str::lines)
        .filter_map(collapse_nonempty)
        .filter(|name| name != "[Anonymous]")
        .map(given_name_first)
        .collect();
    names.extend(fields.all(&["CA"]).flat_map(str::lines).filter_map(collapse_nonempty));
    let year = fields.first(&["PY"]).unwrap_or_default();
    let issue = fields.first(&["PD"]).map(|day| format!("{day} {year}"));
    let listed = || fields.all(&["DE", "ID"]).flat_map(|keywords| keywords.split(';'));
    let categories = listed().map(str::trim).filter(|keyword| is_category(keyword));
    let accession = fields.first(&["UT"]).map(|number| number.to_lowercase());
    let mut record = Record {
        external_id: accession
            .map(|number| format!("wos:{}", number.trim_start_matches("wos:").trim_start_matches("isi:"))),
        title: fields.first(&["TI"]).unwrap_or_default(),
        abstract_text: fields.all(&["AB"]).next().map(collapse).unwrap_or_default(),
        authors: names,
        categories: categories.map(str::to_owned).collect(),
        keywords: keywords(listed()),
        references: fields.all(&["CR"]).flat_map(str::lines).filter_map(cited_doi).collect(),
        countries: each_once(fields.all(&["C1"]).flat_map(str::lines).filter_map(country)),
        funders: each_once(fields.all(&["FU"]).flat_map(|funds| funds.split(';')).map(without_award)),
        journal_reference: fields.first(&["SO"]),
        venue: fields.first(&["SO"]),
        kind: paper_type_of(fields.all(&["DT"]).flat_map(|kinds| kinds.split(';'))),
        language: fields.all(&["LA"]).find_map(language_code).map(str::to_owned),
        withdrawn: fields.all(&["DT"]).any(|kind| kind.contains("Retracted Publication")),
        ..Record::default()
    };
    record.set_published(fields.first(&["EA"]).into_iter().chain(issue).chain([year]));
    record.set_dois(fields.all(&["DI"]));
    record.identifiers.extend(fields.first(&["PM"]).map(|number| format!("pmid:{number}")));
    record
}

/// The country at the end of an address: `[One, Ann] Free Univ, Dept Queues, Berlin, Germany.`,
/// `..., Ithaca, NY 14853 USA.`
fn country(address: &str) -> Option<&str> {
    let last = address.trim().trim_end_matches('.').rsplit_once(", ")?.1;
    Some(if last.ends_with(" USA") { "USA" } else { last })
}

/// A funder without its grant numbers, `Queue Fund [1, 2]`, and without the name that the Web of Science
/// adds, `Queue Fund(The Queue Fund (QF))`.
fn without_award(funder: &str) -> &str {
    let name = funder.split('[').next().unwrap_or_default().trim();
    let unified = name.match_indices('(').find(|(at, _)| !name[..*at].ends_with(' ') && name.ends_with(')'));
    unified.map_or(name, |(at, _)| &name[..at])
}

/// The DOI at the end of a cited reference: `One A, 2001, J SHARDS, V1, P2, DOI 10.1000/XYZ`.
fn cited_doi(reference: &str) -> Option<String> {
    let (_, doi) = reference.rsplit_once("DOI ")?;
    cited(doi.trim_matches(['[', ']']).split(", ").next()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Timestamp;
    use crate::sources::testing::records;

    const TEXT: &str = "\u{feff}FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU One, A\n   Two, B\nAF One, Ann\n   \
                        Two, Bo\nTI Sharding the\n   commons\nSO J SHARDS\nLA English\nDT Article; Proceedings Paper\nC1 [One, Ann] Free Univ, \
                        Dept Q, Berlin, Germany.\n   [Two, Bo] Corn Univ, Ithaca, NY 14853 USA.\nFU Queue Fund [1, 2]; Log\n   Trust\nDE sharding; cs.DC\nAB We shard.\n   It is \
                        fast.\nPD MAR 4\nPY 2019\nCR Three C, 2001, J SHARDS, V1, P2, DOI 10.1000/ABC\n   Four D, 2002, UNKNOWN\nDI 10.1000/XYZ\nUT WOS:000412345600001\nPM 31452104\nER\n\nPT J\nAU [Anonymous]\nCA Shard Group\n   \
                        Log Group\nTI A report\nPY 2001\nER\n\nPT J\nTI Unended\nEF\n";

    #[test]
    fn every_field_is_read() {
        assert_eq!(crate::sniff(TEXT.as_bytes()), Some(Format::WebOfScience));
        let (found, rejects) = records(&WebOfScience, TEXT.as_bytes());
        let expected = Record {
            doi: Some("10.1000/xyz".into()),
            external_id: Some("wos:000412345600001".into()),
            identifiers: vec!["pmid:31452104".into()],
            title: "Sharding the commons".into(),
            abstract_text: "We shard. It is fast.".into(),
            authors: vec!["Ann One".into(), "Bo Two".into()],
            categories: vec!["cs.DC".into()],
            published: Timestamp::from_date(2019, 3, 4),
            journal_reference: Some("J SHARDS".into()),
            venue: Some("J SHARDS".into()),
            kind: Some("conference paper".into()),
            language: Some("en".into()),
            keywords: vec!["sharding".into()],
            references: vec!["doi:10.1000/abc".into()],
            countries: vec!["Germany".into(), "USA".into()],
            funders: vec!["Queue Fund".into(), "Log Trust".into()],
            ..Record::default()
        };
        assert_eq!(found[0], expected);
        assert_eq!(found[1].authors, ["Shard Group", "Log Group"]);
        assert_eq!(found[1].published, Timestamp::from_year(2001));
        assert_eq!((found.len(), rejects[0].1.as_str()), (2, "the input ends inside it"));
    }

    #[test]
    fn records_without_the_lines_above_them_are_recognised() {
        assert!(WebOfScience.sniff(b"PT J\nAU One, A\nTI On queues\nER\n"));
        assert!(!WebOfScience.sniff(b"PT is what we call it\n") && !WebOfScience.sniff(b""));
    }

    #[test]
    fn an_early_access_day_comes_before_that_of_the_issue() {
        let (found, _) = records(&WebOfScience, b"PT J\nTI T\nPD WIN\nPY 2020\nEA NOV 2019\nER\n");
        assert_eq!(found[0].published, Timestamp::from_month(2019, 11));
    }
}
