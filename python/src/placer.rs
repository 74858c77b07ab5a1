//! Placers, and places as tables.

use std::path::PathBuf;
use std::sync::Arc;

use polars_arrow::array::{Array, Float32Array, Utf8Array};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use thema::{Assignment, ColumnMapping, Document, Error, Fault, Result, ThemeName, outlier_name};

use crate::arrow::{ArrowStream, import};
use crate::failure::exception;
use crate::job;
use crate::matrix::Matrix;

/// Places papers in the themes of a run.
#[pyclass(frozen, module = "thema._thema")]
pub(crate) struct Placer(Arc<thema::Placer>);

impl Placer {
    pub(crate) fn new(placer: thema::Placer) -> Self {
        Self(Arc::new(placer))
    }

    /// Runs `work` on the titles and abstracts of a table.
    fn with_texts<T: Send + 'static>(
        &self,
        table: &Bound<'_, PyAny>,
        threads: usize,
        work: impl FnOnce(&thema::Placer, &[Document<'_>]) -> Result<T> + Send + 'static,
    ) -> PyResult<T> {
        let (placer, imported) = (Arc::clone(&self.0), import("batch", table)?);
        job::run(table.py(), threads, None, move |_| {
            let texts = imported.titles_and_abstracts(&ColumnMapping::GUESSED)?;
            let documents: Vec<Document<'_>> =
                texts.iter().map(|[title, body]| Document::new(title, body)).collect();
            work(&placer, &documents)
        })
    }
}

#[pymethods]
impl Placer {
    /// Reads the placer of a run directory.
    #[staticmethod]
    fn load(py: Python<'_>, run: PathBuf) -> PyResult<Self> {
        job::run(py, 1, None, move |_| thema::Placer::load(&run)).map(Self::new)
    }

    /// Reads a placer from the bytes of `save`.
    #[staticmethod]
    fn read(py: Python<'_>, bytes: Vec<u8>) -> PyResult<Self> {
        job::run(py, 1, None, move |_| thema::Placer::read(bytes.as_slice())).map(Self::new)
    }

    /// The placer as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        let saved = self.0.save(&mut bytes).map_err(|error| Error::new(Fault::Internal, error.to_string()));
        saved.map_err(|error| exception(py, &error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Identifier, key and name of every theme, in the order of their indices.
    fn themes(&self) -> Vec<(String, String, String)> {
        let parts = |theme: &ThemeName| (theme.id.clone(), theme.key.clone(), theme.name.clone());
        self.0.themes().iter().map(parts).collect()
    }

    /// The place of every row, by its vector if `embeddings` are given.
    #[pyo3(signature = (table, threads, embeddings=None))]
    fn place(
        &self,
        table: &Bound<'_, PyAny>,
        threads: usize,
        embeddings: Option<Matrix<'_>>,
    ) -> PyResult<ArrowStream> {
        let vectors = embeddings.map(Matrix::array).transpose()?;
        let places = self.with_texts(table, threads, move |placer, documents| match &vectors {
            Some(vectors) => placer.place_by(documents, vectors.view()),
            None => placer.place(documents),
        })?;
        Ok(places_table(self.0.themes(), &places))
    }

    /// The terms that set the rows of each group apart, the most distinctive first.
    fn terms_of_groups(
        &self,
        table: &Bound<'_, PyAny>,
        group_of: Vec<usize>,
        threads: usize,
    ) -> PyResult<Vec<Vec<String>>> {
        self.with_texts(table, threads, move |placer, documents| placer.terms_of_groups(documents, &group_of))
    }

    /// The cosine of every row with every theme, by the row's vector if `embeddings` are given: little-endian
    /// 32-bit floats in row-major order.
    #[pyo3(signature = (table, threads, embeddings=None))]
    fn similarities<'py>(
        &self,
        table: &Bound<'py, PyAny>,
        threads: usize,
        embeddings: Option<Matrix<'_>>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let vectors = embeddings.map(Matrix::array).transpose()?;
        let near = self.with_texts(table, threads, move |placer, documents| match &vectors {
            Some(vectors) => placer.similarities_by(documents.len(), vectors.view()),
            None => placer.similarities(documents),
        })?;
        let bytes: Vec<u8> = near.iter().flat_map(|value| value.to_le_bytes()).collect();
        Ok(PyByteArray::new(table.py(), &bytes))
    }
}

/// Places as a table with one row per paper, with column names as in the files of a run.
pub(crate) fn places_table(themes: &[ThemeName], places: &[Assignment]) -> ArrowStream {
    let key = |theme: u32| themes[theme as usize].key.as_str();
    let text = |of: &dyn Fn(&Assignment) -> Option<String>| -> Box<dyn Array> {
        Utf8Array::<i64>::from(places.iter().map(of).collect::<Vec<_>>()).boxed()
    };
    let number = |of: fn(&Assignment) -> Option<f32>| -> Box<dyn Array> {
        Float32Array::from(places.iter().map(of).collect::<Vec<_>>()).boxed()
    };
    ArrowStream::new(vec![
        ("theme", text(&|place| Some(key(place.theme).to_owned()))),
        ("theme_id", text(&|place| Some(themes[place.theme as usize].id.clone()))),
        ("score", number(|place| Some(place.score))),
        ("margin", number(|place| Some(place.margin))),
        ("second_theme", text(&|place| place.second_theme.map(|second| key(second).to_owned()))),
        ("outlier", text(&|place| place.outlier.map(|reason| outlier_name(reason).to_owned()))),
        ("probability", number(|place| place.probability)),
    ])
}
