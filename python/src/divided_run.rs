//! The part of a divided run that one process does.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use serde::de::DeserializeOwned;
use thema::divided::{Corpus, InputNotes, PaperNotes};
use thema::{Engine, Error, Fault, Result, divided, unread_inputs};

use crate::failure::{exception, raise};
use crate::{job, overrides};

/// A run whose papers are read, merged and placed elsewhere. Call the methods in the order in which they are
/// defined. After an exception the run is over and leaves nothing behind.
#[pyclass(frozen, module = "thema._thema")]
pub(crate) struct DividedRun {
    run: Mutex<Option<divided::DividedRun>>,
    threads: usize,
}

impl DividedRun {
    fn with<T: Send + 'static>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&mut divided::DividedRun) -> Result<T> + Send + 'static,
    ) -> PyResult<T> {
        let mut run = self.taken(py)?;
        let (run, done) = job::run(py, self.threads, progress, move |_| {
            let done = work(&mut run)?;
            Ok((run, done))
        })?;
        *self.run.lock().unwrap_or_else(PoisonError::into_inner) = Some(run);
        Ok(done)
    }

    fn taken(&self, py: Python<'_>) -> PyResult<divided::DividedRun> {
        let run = self.run.lock().unwrap_or_else(PoisonError::into_inner).take();
        run.ok_or_else(|| raise(py, Fault::Internal, "the divided run is over"))
    }
}

#[pymethods]
impl DividedRun {
    /// Begins the run directory `out`, replacing an earlier run if `replace` is true.
    #[new]
    fn new(py: Python<'_>, out: PathBuf, settings: &str, replace: bool) -> PyResult<Self> {
        let settings = overrides::settings(settings).map_err(|error| exception(py, &error))?;
        let threads = settings.threads;
        let run = job::run(py, threads, None, move |observer| {
            divided::DividedRun::begin(Engine::new(settings)?.observed_by(observer), &out, replace)
        })?;
        Ok(Self { run: Mutex::new(Some(run)), threads })
    }

    /// Takes the notes of inputs, in the order of the inputs.
    fn take_inputs(&self, py: Python<'_>, notes: Vec<PyBackedBytes>) -> PyResult<()> {
        self.with(py, None, move |run| {
            notes.iter().try_for_each(|notes| {
                run.take_inputs(parsed::<InputNotes>(notes)?);
                Ok(())
            })
        })
    }

    /// Takes notes on what became of records.
    fn take_papers(&self, py: Python<'_>, notes: Vec<PyBackedBytes>) -> PyResult<()> {
        self.with(py, None, move |run| {
            notes.iter().try_for_each(|notes| {
                run.take_papers(parsed::<PaperNotes>(notes)?);
                Ok(())
            })
        })
    }

    /// Ends reading, once all notes have been taken. Returns the number of papers.
    fn settle(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, None, divided::DividedRun::settle)
    }

    /// The lowest similarity of near-duplicates; None if the run does not look for any.
    fn least_similarity(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.with(py, None, |run| Ok(run.least_similarity()))
    }

    /// Takes the pairs of rows that are near-duplicates, and pieces with the papers in these rows, in their
    /// order.
    fn take_near_duplicates(
        &self,
        py: Python<'_>,
        close: Vec<(u32, u32)>,
        pieces: Vec<PyBackedBytes>,
    ) -> PyResult<()> {
        self.with(py, None, move |run| {
            let close: Vec<[u32; 2]> = close.into_iter().map(|(one, other)| [one, other]).collect();
            let pieces = pieces.iter().map(|piece| Ok(Corpus::from_bytes(piece)?)).collect::<Result<_>>()?;
            Corpus::joined(pieces).map_or(Ok(()), |papers| run.take_near_duplicates(&close, &papers))
        })
    }

    /// For every paper, whether themes are learned from it.
    fn roles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let roles = self.with(py, None, divided::DividedRun::roles)?;
        Ok(PyBytes::new(py, &roles))
    }

    /// Learns themes from what was drawn from all parts, in their order. Returns what `Places` reads.
    #[pyo3(signature = (drawn, progress=None))]
    fn learn<'py>(
        &self,
        py: Python<'py>,
        drawn: Vec<PyBackedBytes>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let learned = self.with(py, progress, move |run| run.learn(drawn.iter().map(|part| &part[..])))?;
        Ok(PyBytes::new(py, &learned))
    }

    /// Writes the placed papers of the part that begins with row `first`. Parts must come in the order of
    /// their rows.
    fn take(&self, py: Python<'_>, first: u32, placed: PyBackedBytes) -> PyResult<()> {
        self.with(py, None, move |run| run.take(first, &placed))
    }

    /// Writes the remaining files from the tallies of all parts, and moves the run directory to its path.
    /// Returns how many inputs could not be read to their end.
    #[pyo3(signature = (tallies, progress=None))]
    fn finish(
        &self,
        py: Python<'_>,
        tallies: Vec<PyBackedBytes>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let run = self.taken(py)?;
        job::run(py, self.threads, progress, move |_| {
            let run = run.finish(tallies.iter().map(|tally| &tally[..]))?;
            Ok(unread_inputs(&run.rejects))
        })
    }

    /// Stops the run and removes what it wrote.
    fn abandon(&self) {
        self.run.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    serde_json::from_slice(bytes).map_err(|error| Error::new(Fault::Input, error.to_string()))
}
