//! Tests with tables as services export them; every field is checked.

use super::columns::ColumnMapping;
use super::delimited::Delimited;
use crate::sources::testing::records;
use crate::{Record, Source, Timestamp};

const COMMAS: Delimited = Delimited::csv(ColumnMapping::GUESSED);
const TABS: Delimited = Delimited::tsv(ColumnMapping::GUESSED);

/// The only record of `text`, which must be recognised as a table of the reader.
fn only(table: &Delimited, text: &str) -> Record {
    assert_eq!(crate::sniff(text.as_bytes()), Some(table.format()), "{text}");
    let (papers, rejects) = records(table, text.as_bytes());
    let [paper] = &papers[..] else { panic!("{text}: {rejects:?}") };
    assert_eq!(rejects, []);
    paper.clone()
}

/// The record that all exports describe.
fn paper() -> Record {
    Record {
        doi: Some("10.1234/q.1".into()),
        title: "On Queues, and on Logs".into(),
        abstract_text: "They wait, line after line.".into(),
        authors: vec!["Gabriel García Márquez".into(), "Jane Doe".into()],
        published: Timestamp::from_date(2020, 5, 4),
        journal_reference: Some("J. Queues".into()),
        venue: Some("J. Queues".into()),
        kind: Some("article".into()),
        keywords: vec!["queues".into(), "logs".into()],
        ..Record::default()
    }
}

#[test]
fn zotero() {
    let text = "\u{feff}\"Key\",\"Item Type\",\"Publication Year\",\"Author\",\"Title\",\"Publication Title\",\"ISSN\",\"DOI\",\"Url\",\
                \"Abstract Note\",\"Date\",\"Date Added\",\"Date Modified\",\"Language\",\"Type\",\"Manual Tags\",\"Editor\"\n\
                \"AB12CD34\",\"journalArticle\",\"2020\",\"García Márquez, Gabriel; Doe, Jane\",\"On Queues, and on Logs\",\
                \"J. Queues\",\"1234-5678\",\"10.1234/q.1\",\"https://example.org/\",\"They wait,\nline after line.\",\
                \"2020-05-04\",\"2021-01-02 03:04:05\",\"2021-01-02 03:04:05\",\"en\",\"\",\"queues; logs\",\"Itor, Ed\"\n";
    assert_eq!(only(&COMMAS, text), Record { language: Some("en".into()), ..paper() });
}

#[test]
fn scopus() {
    let text = "\u{feff}\"Authors\",\"Author full names\",\"Author(s) ID\",\"Title\",\"Year\",\"Source title\",\"Volume\",\"Cited by\",\
                \"DOI\",\"Link\",\"Affiliations\",\"Language of Original Document\",\"Abstract\",\"Author Keywords\",\"References\",\"PubMed ID\",\"Document Type\",\"Source\",\"EID\",\"Funding Details\"\n\
                \"García Márquez G.; Doe J.\",\"García Márquez, Gabriel (1); Doe, Jane (2)\",\"1; 2\",\"On Queues, and on Logs\",\
                \"2020\",\"J. Queues\",\"7\",\"3\",\"10.1234/q.1\",\"https://www.scopus.com/\",\"Free School, Santiago, Chile; School of Rest, Berlin, Germany\",\"Spanish\",\"They wait, line after line.\",\
                \"queues; logs\",\"Two B., On Bays, J. Bays, (2001); One A., On Ships, (1999)\",\"31452104\",\"Article\",\
                \"Scopus\",\"2-s2.0-85000000001\",\"Fund of Queues, FQ: 61-01, 61-02; Log Trust\"\n";
    let expected = Record {
        external_id: Some("eid:2-s2.0-85000000001".into()),
        identifiers: vec!["pmid:31452104".into()],
        language: Some("es".into()),
        countries: vec!["Chile".into(), "Germany".into()],
        funders: vec!["Fund of Queues".into(), "Log Trust".into()],
        published: Timestamp::from_year(2020),
        ..paper()
    };
    assert_eq!(only(&COMMAS, text), expected);
}

#[test]
fn lens() {
    let text = "Lens ID,Title,Date Published,Publication Year,Publication Type,Source Title,Source Country,Author/s,Abstract,\
                Volume,Keywords,PMID,DOI,Funding,References,Citing Works Count\n\
                001-002-003-004-005,\"On Queues, and on Logs\",2020-05-04,2020,journal article,J. Queues,Chile,Gabriel García \
                Márquez; Jane Doe,\"They wait, line after line.\",7,queues; logs,,10.1234/q.1,Queue Fund (61-01); Log Trust,002-002-003-004-005; \
                003-002-003-004-005,3\n";
    let expected = Record {
        external_id: Some("lensid:001-002-003-004-005".into()),
        references: vec!["lensid:002-002-003-004-005".into(), "lensid:003-002-003-004-005".into()],
        funders: vec!["Queue Fund".into(), "Log Trust".into()],
        ..paper()
    };
    assert_eq!(only(&COMMAS, text), expected);
}

#[test]
fn springer() {
    let text = "Item Title,Publication Title,Book Series Title,Journal Volume,Journal Issue,Item DOI,Authors,Publication Year,URL,Content \
                Type\n\"On Queues, and on Logs\",J. Queues,,7,1,10.1234/q.1,Gabriel García MárquezJane Doe,2020,\
                http://link.springer.com/article/10.1234/q.1,Article\n";
    let expected = Record {
        abstract_text: String::new(),
        published: Timestamp::from_year(2020),
        keywords: Vec::new(),
        ..paper()
    };
    assert_eq!(only(&COMMAS, text), expected);
    let mine = "Title,Authors,Year\nOn Queues,Jane DoeJohn Smith,2020\n";
    assert_eq!(only(&COMMAS, mine).authors, ["Jane DoeJohn Smith"], "a table of someone else");
}

#[test]
fn dimensions() {
    let about = "\"About the data: Exported on May 04, 2021. Criteria: 'queues, and \"\"logs\"\"' in full data.\nSee the terms.\"";
    let table = "Rank,Publication ID,DOI,PMID,Title,Abstract,Funding,Source title,MeSH terms,Publication date,PubYear,Volume,\
                 Publication Type,Authors,Corresponding Authors,Country of Research organization,Funder,Times cited,Dimensions URL\n\
                 500,pub.1012345678,10.1234/q.1,,\"On Queues, and on Logs\",\"They wait, line after line.\",,J. Queues,\
                 queues; logs,2020-05-04,2020,7,Article,\"García Márquez, Gabriel; Doe, Jane\",,Chile; Germany,Queue Fund; Log Trust,3,https://example.org/\n";
    let expected = Record {
        external_id: Some("dimensions:pub.1012345678".into()),
        countries: vec!["Chile".into(), "Germany".into()],
        funders: vec!["Queue Fund".into(), "Log Trust".into()],
        ..paper()
    };
    for before in [
        String::new(),
        format!("{about}\n"),
        format!("\u{feff}{about},,,,,,,,,,,,,,,,,,\r\n"),
        "sep=,\r\n".to_owned(),
    ] {
        assert_eq!(only(&COMMAS, &format!("{before}{table}")), expected, "{before}");
        assert_eq!(COMMAS.column_names(format!("{before}{table}").as_bytes()).len(), 19, "{before}");
    }
    let text = format!("{about}\n{table}500,too short\n");
    let (_, rejects) = records(&COMMAS, text.as_bytes());
    let [(position, reason)] = &rejects[..] else { panic!("{rejects:?}") };
    assert_eq!((position.record, position.line), (2, Some(5)));
    assert_eq!(position.byte as usize, text.find("500,too").unwrap());
    assert_eq!(reason, "2 fields, but the table has 19 columns");
}

#[test]
fn pubmed() {
    let text = "PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI\n\
                31452104,\"On Queues, and on Logs\",\"Garcia G, Doe JB, Two C Jr; Queue Study Group.\",J. Queues. 2020,Garcia G,\
                J. Queues,2020,2020/05/04,PMC1,,10.1234/q.1\n";
    let expected = Record {
        external_id: Some("pmid:31452104".into()),
        abstract_text: String::new(),
        authors: ["Garcia G", "Doe JB", "Two C Jr", "Queue Study Group"].map(String::from).into(),
        published: Timestamp::from_year(2020),
        kind: None,
        keywords: Vec::new(),
        ..paper()
    };
    assert_eq!(only(&COMMAS, text), expected);
}

#[test]
fn web_of_science() {
    let text = "PT\tAU\tAF\tCA\tTI\tSO\tLA\tDT\tDE\tID\tAB\tC1\tFU\tCR\tDI\tPD\tPY\tUT\tPM\nJ\tGarcia, G; Doe, J\tGarcía Márquez, Gabriel; \
                Doe, Jane\tQueue Grp\tOn Queues, and on Logs\tJ. Queues\tEnglish\tArticle\tqueues; logs\tMODEL; Logs\tThey wait, line after \
                line.\t[Garcia, G; Doe, J] Free Sch, Santiago, Chile; [Doe, J] Univ, Ithaca, NY 14853 USA\tQueue Fund(The Queue Fund (QF)) \
                [61, 62]; Log Trust\tOne A, 2001, J Q, V1, P2, DOI 10.1234/A; Two B, 2002, BAYS\t10.1234/q.1\tMAY 4\t2020\t\
                WOS:000500000000001\t31452104\n";
    let expected = Record {
        external_id: Some("wos:000500000000001".into()),
        identifiers: vec!["pmid:31452104".into()],
        authors: vec!["Gabriel García Márquez".into(), "Jane Doe".into(), "Queue Grp".into()],
        language: Some("en".into()),
        keywords: vec!["queues".into(), "logs".into(), "MODEL".into()],
        references: vec!["doi:10.1234/a".into()],
        countries: vec!["Chile".into(), "USA".into()],
        funders: vec!["Queue Fund".into(), "Log Trust".into()],
        ..paper()
    };
    assert_eq!(only(&TABS, text), expected);
}
