//! Exports from reference managers.

use std::fmt::Write;

use thema_ingest::Record;

/// BibTeX, with accents and special characters in LaTeX.
pub(crate) fn bibtex(records: &[Record]) -> String {
    let mut text = String::new();
    for (ordinal, record) in records.iter().enumerate() {
        write!(text, "@misc{{key{ordinal},\n  title = {{{{{}}}}}", latex(&record.title)).unwrap();
        let mut field = |name: &str, value: Option<&str>| {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                write!(text, ",\n  {name} = {{{value}}}").unwrap();
            }
        };
        field("author", Some(&latex(&record.authors.join(" and "))));
        field("abstract", Some(&record.abstract_text));
        field("eprint", Some(&record.arxiv_id.as_ref().unwrap().to_string()));
        field("archivePrefix", Some("arXiv"));
        field("primaryClass", record.categories.first().map(String::as_str));
        field("doi", record.doi.as_deref());
        field("date", record.published.map(|published| published.to_string()[..10].to_owned()).as_deref());
        field("journal", record.journal_reference.as_deref().map(latex).as_deref());
        text.push_str("\n}\n\n");
    }
    text
}

fn latex(text: &str) -> String {
    let mut written = String::new();
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                written.push('\\');
                written.push(character);
            }
            'é' => written.push_str("{\\'e}"),
            'ü' => written.push_str("\\\"{u}"),
            'ø' => written.push_str("{\\o}"),
            'ç' => written.push_str("\\c c"),
            'ö' => written.push_str("\\\"o"),
            other => written.push(other),
        }
    }
    written
}

/// RIS.
pub(crate) fn ris(records: &[Record]) -> String {
    let mut text = String::new();
    for record in records {
        text.push_str("TY  - JOUR\r\n");
        let mut field = |tag: &str, value: Option<&str>| {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                write!(text, "{tag}  - {value}\r\n").unwrap();
            }
        };
        field("TI", Some(&record.title));
        for name in &record.authors {
            let (forenames, keyname) = name.rsplit_once(' ').unwrap();
            field("AU", Some(&format!("{keyname}, {forenames}")));
        }
        field("AB", Some(&record.abstract_text));
        for code in &record.categories {
            field("KW", Some(code));
        }
        field("DA", record.published.map(|p| p.to_string()[..10].replace('-', "/")).as_deref());
        field("DO", record.doi.as_deref());
        field("UR", Some(&format!("https://arxiv.org/abs/{}", record.arxiv_id.as_ref().unwrap())));
        field("JO", record.journal_reference.as_deref());
        text.push_str("ER  - \r\n");
    }
    text
}
