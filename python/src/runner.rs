//! Whole runs.

use std::path::PathBuf;

use pyo3::prelude::*;
use thema::{DEFAULTS, Engine, unread_inputs};

use crate::failure::exception;
use crate::wanted::Wanted;
use crate::{job, overrides};

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
