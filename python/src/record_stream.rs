//! Inputs as rows of records, returned while the input is being read.

use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use polars_arrow::array::{BinaryArray, ListArray, PrimitiveArray, Utf8Array};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::offset::Offsets;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use thema::divided::{InputNotes, RecordRows};
use thema::{Engine, Error, Fault, Result};

use crate::arrow::ArrowStream;
use crate::failure::{exception, raise};
use crate::job::{Stopped, caught};
use crate::overrides;
use crate::wanted::Wanted;

/// Time between two checks for signals.
const LOOK: Duration = Duration::from_millis(100);

/// The records of one file or table, and notes on the input.
#[pyclass(frozen, module = "thema._thema")]
pub(crate) struct RecordStream {
    rows: Mutex<Receiver<Step>>,
    notes: Mutex<Option<InputNotes>>,
}

enum Step {
    Rows(RecordRows),
    End(Result<InputNotes>),
}

#[pymethods]
impl RecordStream {
    /// Reads the only path of `inputs`, relative to the directory `home`, or its only table, whose rows
    /// follow `before` others.
    #[new]
    fn new(py: Python<'_>, inputs: Wanted<'_>, settings: &str, home: PathBuf, before: u64) -> PyResult<Self> {
        let settings = overrides::settings(settings).map_err(|error| exception(py, &error))?;
        let threads = settings.threads;
        let inputs = inputs.inputs(py)?;
        let engine = Engine::new(settings).map_err(|error| exception(py, &error))?;
        let (sender, receiver) = sync_channel(1);
        let rows = sender.clone();
        let read = move || {
            // Once the stream is dropped there is no receiver, and nothing more to read for.
            let mut see = |found: RecordRows| {
                if rows.send(Step::Rows(found)).is_err() {
                    resume_unwind(Box::new(Stopped));
                }
            };
            match (inputs.paths.first(), inputs.tables.first()) {
                (Some(path), _) => engine.read_rows(&inputs, &home, path, &mut see),
                (None, Some(table)) => engine.table_rows(&inputs, table, before, &mut see),
                (None, None) => Err(Error::new(Fault::Settings, "there is nothing to read")),
            }
        };
        let job = move || drop(sender.send(Step::End(caught(threads, read))));
        thread::Builder::new().name("thema".to_owned()).spawn(job)?;
        Ok(Self { rows: Mutex::new(receiver), notes: Mutex::new(None) })
    }

    /// The next rows: `origin`, `keys` and `record`; `None` at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<ArrowStream>> {
        let ended = || raise(py, Fault::Internal, "reading ended without a result");
        loop {
            let step = py.detach(|| self.rows.lock().ok().map(|rows| rows.recv_timeout(LOOK)));
            match step.ok_or_else(ended)? {
                Ok(Step::Rows(rows)) => return Ok(Some(table(rows))),
                Ok(Step::End(notes)) => {
                    let notes = notes.map_err(|error| exception(py, &error))?;
                    *self.notes.lock().map_err(|_| ended())? = Some(notes);
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            }
        }
    }

    /// Notes on the input for `DividedRun.take_inputs`; available once `next` has returned `None`.
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let notes = self.notes.lock().ok().and_then(|notes| notes.clone());
        let notes = notes.ok_or_else(|| raise(py, Fault::Internal, "the input has not been read yet"))?;
        let bytes = serde_json::to_vec(&notes);
        Ok(PyBytes::new(py, &bytes.map_err(|error| raise(py, Fault::Input, &error.to_string()))?))
    }
}

/// The files behind `paths` in the order in which they are read, and notes for `DividedRun.take_inputs` on
/// paths that could not be listed.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "Python gives it away")]
pub(crate) fn list_inputs(
    py: Python<'_>,
    paths: Vec<PathBuf>,
) -> PyResult<(Vec<PathBuf>, Bound<'_, PyBytes>)> {
    let (files, notes) = py.detach(|| thema::divided::list(&paths));
    let notes = serde_json::to_vec(&notes).map_err(|error| raise(py, Fault::Input, &error.to_string()))?;
    Ok((files, PyBytes::new(py, &notes)))
}

fn table(rows: RecordRows) -> ArrowStream {
    let RecordRows { origins, keys, records } = rows;
    let lengths = keys.iter().map(Vec::len);
    let offsets = Offsets::<i32>::try_from_lengths(lengths).expect("some keys a record");
    // Keys are only compared for equality, and many engines have no unsigned numbers, so the bits are
    // reinterpreted as signed.
    let keys: Vec<i64> = keys.into_iter().flatten().map(|key| key as i64).collect();
    let dtype = ArrowDataType::List(Box::new(Field::new("item".into(), ArrowDataType::Int64, true)));
    let keys = ListArray::new(dtype, offsets.into(), PrimitiveArray::from_vec(keys).boxed(), None);
    ArrowStream::new(vec![
        ("origin", Utf8Array::<i32>::from_slice(origins).boxed()),
        ("keys", keys.boxed()),
        ("record", BinaryArray::<i32>::from_slice(records).boxed()),
    ])
}
