//! Turns rows of records into rows of papers.

use serde::{Deserialize, Serialize};

use super::packing::{not_rows, pack_rows, unpack_rows};
use crate::corpus::build;
use crate::ingest::{InputNotes, LeftOver, warn};
use crate::reconcile::reconcile;
use crate::records::record_block::from_bytes;
use crate::records::record_store::{Origin, RecordStore};
use crate::{Corpus, IngestError, Reconciliation};

/// Papers, one per row, in columns of equal length, and what was joined to make them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperRows {
    /// The paper's key, unique in the corpus. The corpus is sorted by it, in byte order.
    pub keys: Vec<String>,
    /// The paper, compressed.
    pub papers: Vec<Vec<u8>>,
    /// The result of reconciling the records.
    pub notes: PaperNotes,
}

/// The result of reconciling records. Notes of separately made papers [add up](Self::add).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct PaperNotes {
    reconciliation: Reconciliation,
    left_over: LeftOver,
}

/// Makes papers from records, each given with the origin that its row names. For any record, `records` must
/// include all records that share a key with it, directly or through others.
///
/// # Errors
/// [`IngestError::NotATable`] for bytes that are not a record row.
pub fn papers_of_records<'a>(
    records: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<PaperRows, IngestError> {
    let (origins, records): (Vec<&str>, Vec<&[u8]>) = records.into_iter().unzip();
    let mut store = RecordStore::default();
    for (origin, record) in origins.into_iter().zip(unpack_rows("records", records)?) {
        let damaged = || not_rows("records", "a row is corrupted");
        let (format, path) = origin.split_once(' ').ok_or_else(damaged)?;
        let format = format.parse().map_err(|_| damaged())?;
        let input = store.origin(Origin { path: path.to_owned(), format });
        from_bytes(&record, &mut store, |_| true).filter(|read| read.len() == 1).ok_or_else(damaged)?;
        store.facts.last_mut().ok_or_else(damaged)?.input = input;
    }
    let papers = reconcile(&store);
    let mut left_over = LeftOver::default();
    left_over.add(&store, papers.left_over());
    let (corpus, reconciliation) = build(store, &papers, None);
    let packed = pack_rows(corpus.len(), |row| corpus.row_bytes(row));
    Ok(PaperRows {
        keys: (0..corpus.len()).map(|row| corpus.key(row).to_owned()).collect(),
        papers: packed.map_err(|error| not_rows("papers", &error.to_string()))?,
        notes: PaperNotes { reconciliation, left_over },
    })
}

/// The papers in `rows`, in order.
///
/// # Errors
/// [`IngestError::NotATable`] for bytes that are not a paper row.
pub fn papers_of_rows<'a>(rows: impl IntoIterator<Item = &'a [u8]>) -> Result<Corpus, IngestError> {
    let rows = unpack_rows("papers", rows)?;
    let papers = Corpus::of_rows(rows.iter().map(Vec::as_slice));
    papers.ok_or_else(|| not_rows("papers", "a row is corrupted"))
}

impl PaperNotes {
    /// Adds the notes of other papers.
    pub fn add(&mut self, other: Self) {
        self.reconciliation.add(other.reconciliation);
        self.left_over.merge(other.left_over);
    }

    /// The reconciliation of all records. Records that belong to no paper are rejected in `inputs`, the notes
    /// of all inputs.
    ///
    /// # Errors
    /// [`IngestError::NothingReadable`] when there is not a single paper.
    pub fn settle(self, inputs: &mut InputNotes) -> Result<Reconciliation, IngestError> {
        let Self { mut reconciliation, left_over } = self;
        inputs.set_abstracts_aside(left_over);
        if reconciliation.papers == 0 || inputs.inputs.is_empty() {
            return Err(IngestError::NothingReadable { rejects: std::mem::take(&mut inputs.rejects) });
        }
        reconciliation.rows.sort_unstable();
        warn(&inputs.inputs, &inputs.rejects, &reconciliation);
        Ok(reconciliation)
    }
}
