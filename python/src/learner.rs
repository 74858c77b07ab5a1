//! Themes of texts in memory.

use pyo3::prelude::*;
use thema::{ColumnMapping, Document, Engine, Error, Fault};

use crate::arrow::{ArrowStream, import};
use crate::failure::exception;
use crate::job;
use crate::matrix::Matrix;
use crate::overrides;
use crate::placer::{Placer, places_table};

/// Learns the themes of the titles and abstracts of a table, using one vector per row if `embeddings` are
/// given. Returns the placer, the themes as JSON, and the place of every row.
#[pyfunction]
#[pyo3(signature = (table, settings, progress=None, embeddings=None))]
pub(crate) fn learn(
    table: &Bound<'_, PyAny>,
    settings: &str,
    progress: Option<&Bound<'_, PyAny>>,
    embeddings: Option<Matrix<'_>>,
) -> PyResult<(Placer, String, ArrowStream)> {
    let py = table.py();
    let settings = overrides::settings(settings).map_err(|error| exception(py, &error))?;
    let table = import("documents", table)?;
    let vectors = embeddings.map(Matrix::vectors).transpose()?;
    let threads = settings.threads;
    let (learned, themes) = job::run(py, threads, progress, move |observer| {
        let engine = Engine::new(settings)?.observed_by(observer);
        let texts = table.titles_and_abstracts(&ColumnMapping::GUESSED)?;
        let documents: Vec<Document<'_>> =
            texts.iter().map(|[title, body]| Document::new(title, body)).collect();
        let learned = match &vectors {
            Some(vectors) => engine.learn_by(&documents, vectors)?,
            None => engine.learn(&documents)?,
        };
        let themes = serde_json::to_string(&learned.themes.themes);
        let themes = themes.map_err(|error| Error::new(Fault::Internal, error.to_string()))?;
        Ok((learned, themes))
    })?;
    let places = places_table(learned.placer.themes(), &learned.themes.assignments);
    Ok((Placer::new(learned.placer), themes, places))
}
