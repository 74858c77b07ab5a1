//! The records behind the papers of a corpus, kept so that later records are reconciled as if all had arrived
//! at once.
//!
//! A paper made from one record needs no more than its columns. A paper made from several keeps them in the
//! column `records`, a JSON list; a text equal to the paper's own is not repeated but listed in `same`.

use std::collections::BTreeMap;
use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use super::Corpus;
use super::columns::TextColumn;
use crate::reconcile::best_of_fields;
use crate::records::record_store::{Facts, Origin, RecordStore, TextField};
use crate::{Format, Precision, Timestamp};

/// The column that holds a paper's text of `field`.
fn column_of(field: TextField) -> TextColumn {
    match field {
        TextField::ArxivId => TextColumn::ArxivId,
        TextField::GivenId => TextColumn::GivenId,
        TextField::Doi => TextColumn::Doi,
        TextField::ExternalId => TextColumn::ExternalId,
        TextField::Title => TextColumn::Title,
        TextField::Abstract => TextColumn::Abstract,
        TextField::Authors => TextColumn::Authors,
        TextField::Categories => TextColumn::Categories,
        TextField::Comment => TextColumn::Comment,
        TextField::JournalReference => TextColumn::JournalReference,
        TextField::Keywords => TextColumn::Keywords,
        TextField::References => TextColumn::References,
        TextField::Countries => TextColumn::Countries,
        TextField::Funders => TextColumn::Funders,
        TextField::Venue => TextColumn::Venue,
        TextField::Kind => TextColumn::Kind,
        TextField::Language => TextColumn::Language,
        TextField::Headline => TextColumn::Headline,
        TextField::Subheadline => TextColumn::Subheadline,
        TextField::Identifiers => TextColumn::Identifiers,
        TextField::GivenDate => TextColumn::GivenDate,
    }
}

/// One record of a paper that has several.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
struct Stored {
    input: String,
    record: u64,
    format: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<i64>,
    /// The precision of the date, if it is not a day.
    #[serde(skip_serializing_if = "Option::is_none")]
    published_precision: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_precision: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    announced: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u16>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    withdrawn: bool,
    /// Fields whose text equals the paper's.
    same: Vec<String>,
    /// The other texts, by field.
    texts: BTreeMap<String, String>,
}

/// The value of column `records` for a paper with several records.
pub(super) fn write_records(store: &RecordStore, members: &[u32]) -> String {
    let best = best_of_fields(store, members);
    let stored: Vec<Stored> = members.iter().map(|&row| stored(store, &best, row)).collect();
    serde_json::to_string(&stored).expect("texts and numbers are JSON")
}

/// Row `row` in stored form; `best` gives for each field the row that supplies the paper's text.
fn stored(store: &RecordStore, best: &[u32; TextField::ALL.len()], row: u32) -> Stored {
    let facts = &store.facts[row as usize];
    let origin = &store.origins[facts.input as usize];
    let seconds = |time: Option<Timestamp>| time.map(Timestamp::unix_seconds);
    let coarse = |time: Option<Timestamp>| {
        time.map(Timestamp::precision)
            .filter(|precision| *precision != Precision::Day)
            .map(|precision| precision.name().to_owned())
    };
    let mut stored = Stored {
        input: origin.path.clone(),
        record: facts.ordinal,
        format: origin.format.name().to_owned(),
        published: seconds(facts.published),
        published_precision: coarse(facts.published),
        updated: seconds(facts.updated),
        updated_precision: coarse(facts.updated),
        announced: seconds(facts.announced),
        version: facts.version.map(NonZeroU16::get),
        withdrawn: facts.withdrawn,
        ..Stored::default()
    };
    for field in TextField::ALL {
        let text = store.text(row, field);
        if text.is_empty() {
            continue;
        }
        if text == store.text(best[field as usize], field) {
            stored.same.push(field.name().to_owned());
        } else {
            stored.texts.insert(field.name().to_owned(), text.to_owned());
        }
    }
    stored
}

impl Corpus {
    /// Input and ordinal of the record that speaks for a paper.
    pub(crate) fn speaker(&self, row: usize) -> Option<(String, u64)> {
        let records = self.text(TextColumn::Records, row);
        let records = records.and_then(|records| serde_json::from_str::<Vec<Stored>>(records).ok());
        match records.and_then(|records| records.into_iter().next()) {
            Some(first) => Some((first.input, first.record)),
            None => self.sources(row).next().map(|source| (source.input.to_owned(), source.record)),
        }
    }
}

impl RecordStore {
    /// Adds the records that `corpus` was made from, and returns their number.
    ///
    /// # Errors
    /// When the columns that store them are damaged.
    pub(crate) fn push_corpus(&mut self, corpus: &Corpus) -> Result<u64, String> {
        let before = self.len();
        for row in 0..corpus.len() {
            let damaged =
                |reason: &str| format!("the records of {} are corrupted: {reason}", corpus.key(row));
            match corpus.text(TextColumn::Records, row) {
                None => self.push_single(corpus, row).map_err(damaged)?,
                Some(records) => {
                    let records: Vec<Stored> =
                        serde_json::from_str(records).map_err(|error| damaged(&error.to_string()))?;
                    for record in &records {
                        self.push_stored(corpus, row, record).map_err(damaged)?;
                    }
                }
            }
        }
        Ok((self.len() - before) as u64)
    }

    fn push_single(&mut self, corpus: &Corpus, row: usize) -> Result<(), &'static str> {
        let source = corpus.sources(row).next().ok_or("no source")?;
        let format = corpus.text(TextColumn::Format, row).unwrap_or_default();
        let facts = Facts {
            published: corpus.submitted(row),
            updated: corpus.updated(row),
            announced: corpus.announced(row),
            version: corpus.version(row).and_then(|version| NonZeroU16::new(version.try_into().ok()?)),
            withdrawn: corpus.withdrawn(row),
            input: self.stored_origin(source.input, format)?,
            ordinal: source.record,
            known: true,
        };
        self.push_texts(facts, |field| corpus.text(column_of(field), row).unwrap_or_default());
        Ok(())
    }

    fn push_stored(&mut self, corpus: &Corpus, row: usize, stored: &Stored) -> Result<(), &'static str> {
        let time = |seconds: Option<i64>| seconds.and_then(Timestamp::from_unix_seconds);
        let known = |seconds: Option<i64>, precision: &Option<String>| {
            let precision = Precision::of_name(precision.as_deref().unwrap_or_default());
            time(seconds).map(|moment| moment.known_to(precision))
        };
        let facts = Facts {
            published: known(stored.published, &stored.published_precision),
            updated: known(stored.updated, &stored.updated_precision),
            announced: time(stored.announced),
            version: stored.version.and_then(NonZeroU16::new),
            withdrawn: stored.withdrawn,
            input: self.stored_origin(&stored.input, &stored.format)?,
            ordinal: stored.record,
            known: true,
        };
        self.push_texts(facts, |field| {
            if stored.same.iter().any(|name| name == field.name()) {
                corpus.text(column_of(field), row).unwrap_or_default()
            } else {
                stored.texts.get(field.name()).map_or("", String::as_str)
            }
        });
        Ok(())
    }

    fn stored_origin(&mut self, path: &str, format: &str) -> Result<u32, &'static str> {
        let format: Format = format.parse().map_err(|_| "an unknown format")?;
        Ok(self.origin(Origin { path: path.to_owned(), format }))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use crate::{Additions, Corpus, IngestParams, Ingested};

    fn line(id: &str, title: &str, version: u16, more: &str) -> String {
        format!(
            r#"{{"id":"{id}","title":"{title}","abstract":"{title} is studied at length.","versions":[{{"version":"v{version}","created":"2026-01-0{version}"}}]{more}}}"#
        )
    }

    fn ingest(paths: &[PathBuf]) -> Ingested {
        IngestParams::new().near_duplicates(Some(0.8)).run(paths).unwrap()
    }

    fn bytes(corpus: &Corpus, directory: &Path) -> Vec<u8> {
        let path = directory.join("written.parquet");
        corpus.write_parquet(std::fs::File::create(&path).unwrap()).unwrap();
        fs::read(path).unwrap()
    }

    /// Three slices that contain versions, copies, records without identifier and misspelt identifiers.
    fn slices(directory: &Path) -> Vec<PathBuf> {
        let lines = [
            vec![
                line("2601.00001", "Old Queues", 1, ""),
                line("907.529", "Logs", 1, ""),
                line("2601.00004", "Alone", 1, r#","comments":"withdrawn""#),
            ],
            vec![
                line("2601.00001", "New Queues", 2, r#","doi":"10.1000/x""#),
                line("2601.00001", "Old Queues", 1, ""),
                line("0907.5290", "Logs", 1, ""),
            ],
            vec![line("", "Logs", 3, ""), line("x1", "Other", 1, ""), line("x1", "Another", 1, "")],
        ];
        let write = |(at, lines): (usize, Vec<String>)| {
            let path = directory.join(format!("{at}.jsonl"));
            fs::write(&path, lines.join("\n")).unwrap();
            path
        };
        lines.into_iter().enumerate().map(write).collect()
    }

    #[test]
    fn any_order_and_any_steps_give_the_same_bytes() {
        let home = tempfile::tempdir().unwrap();
        let files = slices(home.path());
        let whole = bytes(&ingest(&files).corpus, home.path());
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let files = order.map(|at| files[at].clone());
            assert!(bytes(&ingest(&files).corpus, home.path()) == whole, "{order:?} at once");
            let step = home.path().join("step.parquet");
            ingest(&files[..1]).corpus.write_parquet(std::fs::File::create(&step).unwrap()).unwrap();
            for file in &files[1..] {
                ingest(&[step.clone(), file.clone()])
                    .corpus
                    .write_parquet(std::fs::File::create(&step).unwrap())
                    .unwrap();
            }
            assert!(fs::read(&step).unwrap() == whole, "{order:?} one after another");
        }
    }

    #[test]
    fn additions_are_told_from_what_was_known() {
        let home = tempfile::tempdir().unwrap();
        let files = slices(home.path());
        let corpus = home.path().join("corpus.parquet");
        let first = ingest(&files[..1]);
        assert_eq!(first.reconciliation.additions, Additions { new: 3, ..Additions::default() });
        first.corpus.write_parquet(std::fs::File::create(&corpus).unwrap()).unwrap();
        let again = ingest(&[corpus.clone(), files[0].clone()]);
        assert_eq!(again.reconciliation.additions, Additions { known: 3, ..Additions::default() });
        assert_eq!(
            again.reconciliation.rows.len(),
            2,
            "the withdrawn paper and the one whose identifier is a number: {:?}",
            again.reconciliation.rows
        );
        let more = ingest(&[corpus.clone(), files[1].clone()]).reconciliation;
        assert_eq!(more.additions, Additions { new: 0, newer: 2, other: 0, known: 1 });
        ingest(&files[1..2]).corpus.write_parquet(std::fs::File::create(&corpus).unwrap()).unwrap();
        let older = ingest(&[corpus, files[0].clone()]).reconciliation;
        assert_eq!(older.additions, Additions { new: 1, newer: 0, other: 1, known: 1 });
    }
}
