//! Records written in a format are read back unchanged.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use thema_ingest::{Format, Position, Record, Sink, Timestamp, sniff, source};

use crate::render;

#[derive(Default)]
struct Kept {
    records: Vec<Record>,
    rejects: Vec<(Position, String)>,
}

impl Sink for Kept {
    fn record(&mut self, _position: Position, record: Record) {
        self.records.push(record);
    }

    fn reject(&mut self, position: Position, reason: String) {
        self.rejects.push((position, reason));
    }
}

/// A word of text: plain, accented, or with markup, LaTeX or quotation marks.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[A-Za-z]{2,9}",
        1 => "[éüøçö]{1,3}[a-z]{1,4}",
        1 => prop::sample::select(vec![
            "R&D", "n<f/3", "x>y", "\"so\"", "it's", "50%", "a,b", "C#", "[sic]", "5;6", "(a)", "&amp;", "日本", "#1",
            "e.g.,", "f(x)=1", "a|b", "<i>", "]]>", "AT&T;",
        ])
        .prop_map(str::to_owned),
    ]
}

fn text(words: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    ("[A-Z][a-z]{2,8}", vec(word(), words)).prop_map(|(first, rest)| [vec![first], rest].concat().join(" "))
}

fn name() -> impl Strategy<Value = String> {
    ("[A-Z][a-zéü]{2,7}( [A-Z]\\.)?", "[A-Z][a-zøö]{2,8}(-[A-Z][a-z]{2,5})?")
        .prop_map(|(given, family)| format!("{given} {family}"))
}

fn day() -> impl Strategy<Value = Timestamp> {
    (1_992_i16..2_026, 1_i8..13, 1_i8..29)
        .prop_map(|(year, month, day)| Timestamp::from_date(year, month, day).unwrap())
}

/// A record with every field that some format carries.
fn record() -> impl Strategy<Value = Record> {
    (
        (0_u32..99_999, 1_u16..4, day(), day(), 1_u64..99_999_999),
        (text(0..8), text(0..60), vec(name(), 1..5)),
        (vec(prop::sample::select(vec!["cs.DC", "cs.LG", "math.AG", "hep-th", "cond-mat.mes-hall"]), 1..4)),
        (
            option::of("10\\.[0-9]{4}/[a-z0-9.]{1,9}[a-z]"),
            option::of(text(0..5)),
            option::of("[A-Z][a-z]{3,9} J\\. [0-9]{1,3}"),
        ),
    )
        .prop_map(
            |(
                (number, version, first, second, external),
                (title, abstract_text, authors),
                categories,
                rest,
            )| {
                let (doi, comment, journal_reference) = rest;
                Record {
                    arxiv_id: Some(format!("2401.{number:05}").parse().unwrap()),
                    version: Some(version),
                    doi,
                    external_id: Some(external.to_string()),
                    title,
                    abstract_text,
                    authors,
                    categories: categories.into_iter().map(str::to_owned).collect(),
                    published: Some(first.min(second)),
                    updated: Some(if version == 1 { first.min(second) } else { first.max(second) }),
                    announced: Some(first),
                    comment,
                    journal_reference,
                    ..Record::default()
                }
            },
        )
}

/// Reads `text` as `format` and expects `expected`.
fn check(format: Format, text: &str, expected: &[Record]) -> Result<(), TestCaseError> {
    prop_assert_eq!(sniff(text.as_bytes()), Some(format), "{}", text);
    let mut kept = Kept::default();
    source(format).read(&mut text.as_bytes(), &mut kept).unwrap();
    prop_assert_eq!(&kept.rejects, &[]);
    prop_assert_eq!(kept.records.len(), expected.len(), "{}", text);
    for (found, expected) in kept.records.iter().zip(expected) {
        prop_assert_eq!(found, expected, "{}", text);
    }
    Ok(())
}

/// The records as read by a source that uses their journal as venue and may know their type.
fn in_journals(records: &[Record], kind: Option<&str>) -> Vec<Record> {
    each(records, |r| {
        r.venue.clone_from(&r.journal_reference);
        r.kind = kind.map(str::to_owned);
    })
}

/// The records as read by a source that removes the markup of the service behind it.
fn unmarked(records: &[Record]) -> Vec<Record> {
    each(records, |r| {
        r.title = r.title.replace("&amp;", "&");
        r.abstract_text = r.abstract_text.replace("&amp;", "&");
    })
}

fn each(records: &[Record], change: impl Fn(&mut Record)) -> Vec<Record> {
    let mut records = records.to_vec();
    records.iter_mut().for_each(change);
    records
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn oai_pmh(records in vec(record(), 1..4)) {
        let records = each(&records, |r| (r.announced, r.external_id) = (None, None));
        check(Format::OaiPmh, &render::oai_pmh_raw(&records), &records)?;
        let records = each(&records, |r| r.version = None);
        check(Format::OaiPmh, &render::oai_pmh(&records), &records)?;
        check(Format::OaiPmh, &render::oai_pmh_dublin_core(&records), &records)?;
    }

    #[test]
    fn arxiv_feed(records in vec(record(), 1..4)) {
        let records = each(&records, |r| (r.published, r.updated, r.comment, r.external_id) = (None, None, None, None));
        check(Format::ArxivFeed, &render::arxiv_feed(&records), &records)?;
    }

    #[test]
    fn arxiv_listing_html(records in vec(record(), 1..4)) {
        let announced = records[0].announced;
        let records = each(&records, |r| {
            (r.published, r.updated, r.announced, r.external_id) = (None, None, announced, None);
            (r.version, r.doi) = (None, None);
        });
        check(Format::ArxivListingHtml, &render::arxiv_listing_html(&records), &records)?;
    }

    #[test]
    fn pubmed(records in vec(record(), 1..4)) {
        let records = each(&records, |r| {
            (r.announced, r.updated, r.arxiv_id, r.version, r.comment) = (None, None, None, None, None);
            r.categories.clear();
            r.external_id = r.external_id.take().map(|id| format!("pmid:{id}"));
        });
        check(Format::PubMed, &render::pubmed(&records), &in_journals(&records, None))?;
    }

    #[test]
    fn tables(records in vec(record(), 1..4)) {
        let records = each(&records, |r| {
            r.announced = None;
            r.external_id = r.external_id.take().map(|id| format!("pmid:{id}"));
        });
        let expected = in_journals(&unmarked(&records), None);
        check(Format::Csv, &render::csv(&records), &expected)?;
        check(Format::Tsv, &render::tsv(&records), &expected)?;
        check(Format::Ndjson, &render::ndjson(&records), &unmarked(&records))?;
    }

    #[test]
    fn openalex(records in vec(record(), 1..4)) {
        let records = each(&records, |r| {
            (r.announced, r.updated, r.version, r.comment) = (None, None, None, None);
            r.categories.clear();
            r.external_id = r.external_id.take().map(|id| format!("openalex:W{id}"));
        });
        check(Format::OpenAlex, &render::openalex(&records), &in_journals(&records, None))?;
    }

    #[test]
    fn semantic_scholar(records in vec(record(), 1..4)) {
        let records = each(&records, |r| {
            (r.announced, r.updated, r.version, r.comment) = (None, None, None, None);
            r.categories.clear();
            r.identifiers.extend(r.external_id.as_ref().map(|id| format!("s2:{id:0>40}")));
            r.external_id = r.external_id.take().map(|id| format!("s2:{id}"));
        });
        check(Format::SemanticScholar, &render::semantic_scholar(&records), &in_journals(&unmarked(&records), None))?;
    }

    #[test]
    fn references(records in vec(record(), 1..4)) {
        let records = each(&records, |r| {
            (r.announced, r.updated, r.version, r.comment, r.external_id) = (None, None, None, None, None);
        });
        check(Format::Ris, &render::ris(&records), &in_journals(&unmarked(&records), Some("article")))?;
        let records = each(&records, |r| r.categories.truncate(1));
        check(Format::BibTex, &render::bibtex(&records), &in_journals(&unmarked(&records), None))?;
    }
}
