//! The input of a run, as Python gives it.

use std::path::PathBuf;

use pyo3::prelude::*;
use thema::{ColumnMapping, Error, Fault, Format, Inputs, Result};

use crate::arrow::import;
use crate::failure::exception;
use crate::matrix::Matrix;

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
        let known = |name: &str| {
            Format::nameable().find(|format| format.name() == name).ok_or_else(|| {
                let known: Vec<&str> = Format::nameable().map(Format::name).collect();
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
