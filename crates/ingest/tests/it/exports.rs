//! Invented files as the services write them, at least three for every format, with every field that is read.

use std::fmt::{Debug, Write};
use std::fs;
use std::path::{Path, PathBuf};

use thema_ingest::{Format, Position, Record, Sink, sniff, source};

/// What is read from a file, as text: the non-empty fields of every record.
#[derive(Default)]
struct Told(String);

impl Told {
    fn field(&mut self, name: &str, value: &impl Debug, is_empty: bool) {
        if !is_empty {
            writeln!(self.0, "  {name}: {value:?}").unwrap();
        }
    }

    fn text(&mut self, name: &str, value: Option<&str>) {
        self.field(name, &value.unwrap_or_default(), value.is_none());
    }

    fn list(&mut self, name: &str, values: &[String]) {
        self.field(name, &values, values.is_empty());
    }
}

impl Sink for Told {
    fn record(&mut self, position: Position, record: Record) {
        // Fields are listed explicitly, so that a new field must be added here.
        let Record {
            arxiv_id,
            given_id,
            version,
            doi,
            external_id,
            identifiers,
            title,
            abstract_text,
            authors,
            categories,
            published,
            given_date,
            date_order: _,
            updated,
            announced,
            comment,
            journal_reference,
            venue,
            kind,
            language,
            keywords,
            references,
            countries,
            funders,
            headline,
            subheadline,
            withdrawn,
        } = record;
        writeln!(self.0, "record {}", position.record).unwrap();
        self.text("arxiv_id", arxiv_id.as_ref().map(thema_ingest::ArxivId::as_str));
        self.text("given_id", given_id.as_deref());
        self.field("version", &version.unwrap_or_default(), version.is_none());
        self.text("doi", doi.as_deref());
        self.text("external_id", external_id.as_deref());
        self.list("identifiers", &identifiers);
        self.field("title", &title, title.is_empty());
        self.field("abstract_text", &abstract_text, abstract_text.is_empty());
        self.list("authors", &authors);
        self.list("categories", &categories);
        for (name, date) in [("published", published), ("updated", updated), ("announced", announced)] {
            if let Some(date) = date {
                writeln!(self.0, "  {name}: {date} ({:?})", date.precision()).unwrap();
            }
        }
        self.text("given_date", given_date.as_deref());
        self.text("comment", comment.as_deref());
        self.text("journal_reference", journal_reference.as_deref());
        self.text("venue", venue.as_deref());
        self.text("kind", kind.as_deref());
        self.text("language", language.as_deref());
        self.list("keywords", &keywords);
        self.list("references", &references);
        self.list("countries", &countries);
        self.list("funders", &funders);
        self.text("headline", headline.as_deref());
        self.text("subheadline", subheadline.as_deref());
        self.field("withdrawn", &withdrawn, !withdrawn);
    }

    fn reject(&mut self, position: Position, reason: String) {
        writeln!(self.0, "record {} is rejected: {reason}", position.record).unwrap();
    }
}

fn files(format: Format) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports").join(format.name());
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_field_of_what_services_write_is_read() {
    // Parquet is not text: its tests write their own files.
    let mut taken_for_others = Vec::new();
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Parquet) {
        let files = files(format);
        assert!(files.len() >= 3, "{format}: {} files", files.len());
        let mut told = Told::default();
        for file in files {
            let bytes = fs::read(&file).unwrap();
            let name = file.file_name().unwrap().to_str().unwrap();
            // Lines of text are recognised not by their bytes but by the file name and because no other
            // format matches.
            let expected = (format != Format::Lines).then_some(format);
            if sniff(&bytes) != expected {
                taken_for_others.push((format.name(), name.to_owned(), sniff(&bytes)));
            }
            writeln!(told.0, "{}{name}", if told.0.is_empty() { "" } else { "\n" }).unwrap();
            source(format).read(&mut bytes.as_slice(), &mut told).unwrap();
        }
        insta::assert_snapshot!(format!("exports_{}", format.name()), told.0);
    }
    assert_eq!(taken_for_others, []);
}
