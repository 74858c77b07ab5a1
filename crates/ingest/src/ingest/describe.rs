//! What would be read of inputs, told before anything is made of it.

use std::path::PathBuf;

use serde::Serialize;

use crate::ingest::notes::InputNotes;
use crate::ingest::reading::Reading;
use crate::records::record_store::{Facts, RecordStore, TextField};
use crate::sources::service_of;
use crate::{ColumnUse, InputSummary, Reject, Timestamp};

/// Examples of a field.
const EXAMPLES: usize = 3;

/// Most characters of an example.
const EXAMPLE_CHARACTERS: usize = 80;

/// What would be read of one input: a file, or an archive with its members.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InputDescription {
    /// The path as given or found; `-` is standard input.
    pub path: PathBuf,
    /// Every file that was read as some format: of an archive one a member, else one, or none where the input is of no
    /// known format, as [`rejects`](Self::rejects) says.
    pub files: Vec<InputSummary>,
    /// The service that tables with these columns come from, where it is known.
    pub service: Option<&'static str>,
    /// The columns of a delimited table or of the first JSON object, in their order; of an archive those of the last member
    /// with columns.
    pub columns: Vec<ColumnUse>,
    /// What the records hold, without the fields that are empty in all of them.
    pub fields: Vec<FieldDescription>,
    /// What would be rejected, in the order of the input.
    pub rejects: Vec<Reject>,
}

/// What records hold in one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldDescription {
    /// The field's name, as a column of a corpus has it.
    pub field: &'static str,
    /// Records that have it.
    pub records: u64,
    /// The first three values, each cut after 80 characters.
    pub examples: Vec<String>,
}

impl InputDescription {
    /// The description of the input at `path`, of which `reading` read everything.
    pub(super) fn new(path: PathBuf, reading: Reading<'_>) -> Self {
        let Reading { store, notes: InputNotes { inputs, rejects }, columns, .. } = reading;
        let service = service_of(columns.iter().map(|column| column.name.as_str()));
        Self { path, files: inputs, service, columns, fields: fields(&store), rejects }
    }

    /// The description of an input that is not there, which `reject` says.
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
