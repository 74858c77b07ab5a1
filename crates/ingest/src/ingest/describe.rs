//! Describes what would be read from inputs, without making papers of it.

use std::path::PathBuf;

use serde::Serialize;

use crate::ingest::notes::InputNotes;
use crate::ingest::reading::Reading;
use crate::records::record_store::{Facts, RecordStore, TextField};
use crate::sources::service_of;
use crate::{ColumnUse, InputSummary, Reject, Timestamp};

/// Examples per field.
const EXAMPLES: usize = 3;

/// Most characters of an example.
const EXAMPLE_CHARACTERS: usize = 80;

/// What would be read from one input: a file, or an archive with its members.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InputDescription {
    /// The path as given or found; `-` is standard input.
    pub path: PathBuf,
    /// Every file that was read in some format: one per member of an archive, one for a file, or none if the
    /// format is unknown; [`rejects`](Self::rejects) then says why.
    pub files: Vec<InputSummary>,
    /// The service that exports tables with these columns, if known.
    pub service: Option<&'static str>,
    /// The columns of a delimited table or the keys of the first JSON object, in order; for an archive, those
    /// of the last member that has any.
    pub columns: Vec<ColumnUse>,
    /// What the records contain, without fields that are empty in all of them.
    pub fields: Vec<FieldDescription>,
    /// What would be rejected, in input order.
    pub rejects: Vec<Reject>,
}

/// What records contain in one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldDescription {
    /// The field's name as a column of a corpus.
    pub field: &'static str,
    /// The number of records that have it.
    pub records: u64,
    /// The first three values, each cut to 80 characters.
    pub examples: Vec<String>,
}

impl InputDescription {
    /// The description of the input at `path`, from a `reading` of all of it.
    pub(super) fn new(path: PathBuf, reading: Reading<'_>) -> Self {
        let Reading { mut store, notes: InputNotes { inputs, rejects }, columns, .. } = reading;
        store.settle_dates(&store.conventions());
        let service = service_of(columns.iter().map(|column| column.name.as_str()));
        Self { path, files: inputs, service, columns, fields: fields(&store), rejects }
    }

    /// The description of an input that does not exist, from its reject.
    pub(super) fn of_missing(reject: Reject) -> Self {
        let path = reject.path.clone();
        Self {
            path,
            files: Vec::new(),
            service: None,
            columns: Vec::new(),
            fields: Vec::new(),
            rejects: vec![reject],
        }
    }
}

fn fields(store: &RecordStore) -> Vec<FieldDescription> {
    let rows = 0..store.len() as u32;
    let texts = TextField::ALL.into_iter().map(|field| {
        let values = rows.clone().map(|row| store.text(row, field)).filter(|text| !text.is_empty());
        described(field.name(), values.map(str::to_owned))
    });
    let dated = |field: &'static str, date: fn(&Facts) -> Option<Timestamp>| {
        described(field, store.facts.iter().filter_map(date).map(|date| date.to_string()))
    };
    let dates = [
        dated("published", |facts| facts.published),
        dated("updated", |facts| facts.updated),
        dated("announced", |facts| facts.announced),
    ];
    texts.chain(dates).filter(|field| field.records > 0).collect()
}

fn described(field: &'static str, values: impl Iterator<Item = String>) -> FieldDescription {
    let (mut records, mut examples) = (0, Vec::new());
    for value in values {
        records += 1;
        if examples.len() < EXAMPLES {
            examples.push(shortened(value));
        }
    }
    FieldDescription { field, records, examples }
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(EXAMPLE_CHARACTERS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}
