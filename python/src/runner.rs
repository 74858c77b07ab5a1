//! Whole runs.

use std::path::PathBuf;

use pyo3::prelude::*;
use thema::{ColumnMapping, DEFAULTS, Engine, Error, Fault, Format, Inputs, Result, unread_inputs};

use crate::arrow::import;
use crate::failure::exception;
use crate::matrix::Matrix;
use crate::{job, overrides};

/// The input of a run: paths, then tables with their names; a format by its name, columns as
/// `title=Title,abstract=Summary`, and one vector per record.
#[derive(FromPyObject)]
pub(crate) struct Wanted<'py> {
    #[pyo3(item)]
    paths: Vec<PathBuf>,
    #[pyo3(item)]
    tables: Vec<(String, Bound<'py, PyAny>)>,
    #[pyo3(item)]
    format: Option<String>,
    #[pyo3(item)]
    columns: String,
    #[pyo3(item)]
    embeddings: Option<Matrix<'py>>,
}

impl Wanted<'_> {
    pub(crate) fn inputs(self, py: Python<'_>) -> PyResult<Inputs> {
        let (format, columns) = self.named().map_err(|error| exception(py, &error))?;
        let tables = self.tables.iter().map(|(name, table)| import(name, table)).collect::<PyResult<_>>()?;
        let vectors = self.embeddings.map(Matrix::vectors).transpose()?;
        Ok(Inputs { paths: self.paths, tables, format, encoding: None, columns, vectors })
    }

    fn named(&self) -> Result<(Option<Format>, ColumnMapping)> {
        let formats = || Format::ALL.into_iter().chain([Format::Corpus]);
        let known = |name: &str| {
            formats().find(|format| format.name() == name).ok_or_else(|| {
                let known: Vec<&str> = formats().map(Format::name).collect();
                Error::new(
                    Fault::Settings,
                    format!("unknown format {name:?}; the known formats are {}", known.join(", ")),
                )
            })
        };
        let format = self.format.as_deref().map(known).transpose()?;
        let columns: std::result::Result<ColumnMapping, _> = self.columns.parse();
        let columns = columns.map_err(|error| Error::new(Fault::Settings, format!("columns: {error}")))?;
        Ok((format, columns))
    }
}

/// Makes the run directory `out` from `inputs`, replacing an earlier run if `replace` is true. Returns how
/// many inputs could not be read to their end.
#[pyfunction]
#[pyo3(signature = (inputs, out, settings, replace=false, progress=None))]
pub(crate) fn run(
    py: Python<'_>,
    inputs: Wanted<'_>,
    out: PathBuf,
    settings: &str,
    replace: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<usize> {
    let settings = overrides::settings(settings).map_err(|error| exception(py, &error))?;
    let inputs = inputs.inputs(py)?;
    job::run(py, settings.threads, progress, move |observer| {
        let run = Engine::new(settings)?.observed_by(observer).run(&inputs, &out, replace)?;
        Ok(unread_inputs(&run.rejects))
    })
}

/// Renders the page of a run again, and its report if it does not show all edits yet. Returns the edits that
/// do not fit.
#[pyfunction]
pub(crate) fn render(py: Python<'_>, run: PathBuf) -> PyResult<Vec<String>> {
    job::run(py, 0, None, move |_| Ok(thema::render(&run, None)?.misfits))
}

/// The default settings as TOML, with a comment on each.
#[pyfunction]
pub(crate) fn defaults() -> &'static str {
    DEFAULTS
}
