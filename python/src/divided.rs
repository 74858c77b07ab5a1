//! The steps of a divided run that an engine maps over rows and blocks.

use std::sync::Arc;

use polars_arrow::array::{BinaryArray, BooleanArray, PrimitiveArray, StructArray, Utf8Array};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use thema::divided::{Corpus, PaperRows, Roles, near};
use thema::{Error, Fault, Result, divided};

use crate::arrow::{ArrowStream, chunks, column};
use crate::job;

/// Column types that the package casts texts and bytes to.
type Texts = Utf8Array<i64>;
type Bytes = BinaryArray<i64>;

/// For each record that the pairs `one` and `other` connect to a lower-numbered one: the record as `one`, the
/// lowest-numbered record of its component as `other`.
#[pyfunction]
pub(crate) fn connected(pairs: &Bound<'_, PyAny>) -> PyResult<ArrowStream> {
    let py = pairs.py();
    let mut all = Vec::new();
    for chunk in chunks(pairs)? {
        let [one, other] =
            [column::<PrimitiveArray<i64>>(py, &chunk, 0)?, column::<PrimitiveArray<i64>>(py, &chunk, 1)?];
        all.extend(one.values_iter().zip(other.values_iter()).map(|(&one, &other)| [one, other]));
    }
    let found = job::run(py, 1, None, move |_| Ok(divided::connected(&all)))?;
    let records = |at: usize| found.iter().map(|pair| pair[at]).collect::<Vec<i64>>();
    Ok(ArrowStream::new(vec![
        ("one", PrimitiveArray::from_vec(records(0)).boxed()),
        ("other", PrimitiveArray::from_vec(records(1)).boxed()),
    ]))
}

/// Merges records (`origin` and `record`) into papers; all records that share a key must be in one call.
/// Returns `key` and `paper`, and notes on what became of the records for `DividedRun.take_papers`.
#[pyfunction]
pub(crate) fn papers_of_records<'py>(
    records: &Bound<'py, PyAny>,
    threads: usize,
) -> PyResult<(ArrowStream, Bound<'py, PyBytes>)> {
    let py = records.py();
    let columns = |chunk: &StructArray| -> PyResult<(Texts, Bytes)> {
        Ok((column::<Texts>(py, chunk, 0)?.clone(), column::<Bytes>(py, chunk, 1)?.clone()))
    };
    let chunks: Vec<(Texts, Bytes)> = chunks(records)?.iter().map(columns).collect::<PyResult<_>>()?;
    let (PaperRows { keys, papers, .. }, notes) = job::run(py, threads, None, move |_| {
        let rows =
            chunks.iter().flat_map(|(origins, records)| origins.values_iter().zip(records.values_iter()));
        let papers = divided::papers_of_records(rows)?;
        let notes = json(&papers.notes)?;
        Ok((papers, notes))
    })?;
    let table = ArrowStream::new(vec![
        ("key", Utf8Array::<i32>::from_slice(keys).boxed()),
        ("paper", BinaryArray::<i32>::from_slice(papers).boxed()),
    ]);
    Ok((table, PyBytes::new(py, &notes)))
}

/// A piece of a part, with the papers of the column `paper`.
#[pyfunction]
pub(crate) fn part_of_rows<'py>(rows: &Bound<'py, PyAny>, threads: usize) -> PyResult<Bound<'py, PyBytes>> {
    let py = rows.py();
    let papers = |chunk: &StructArray| column::<Bytes>(py, chunk, 0).cloned();
    let chunks: Vec<Bytes> = chunks(rows)?.iter().map(papers).collect::<PyResult<_>>()?;
    let part = job::run(py, threads, None, move |_| {
        Ok(divided::papers_of_rows(chunks.iter().flat_map(BinaryArray::values_iter))?.to_bytes())
    })?;
    Ok(PyBytes::new(py, &part))
}

/// Joins pieces, in their order, into a part.
#[pyfunction]
pub(crate) fn joined_parts(
    py: Python<'_>,
    pieces: Vec<PyBackedBytes>,
    threads: usize,
) -> PyResult<Bound<'_, PyBytes>> {
    let part = job::run(py, threads, None, move |_| {
        let pieces = pieces.iter().map(|piece| Ok(Corpus::from_bytes(piece)?)).collect::<Result<_>>()?;
        let part = Corpus::joined(pieces);
        Ok(part.ok_or_else(|| Error::new(Fault::Internal, "a part without papers"))?.to_bytes())
    })?;
    Ok(PyBytes::new(py, &part))
}

/// Entries that find near-duplicates, for the part that begins with row `first`: `bucket` and `entries`.
#[pyfunction]
pub(crate) fn near_entries(
    py: Python<'_>,
    first: u32,
    part: PyBackedBytes,
    buckets: u32,
    threads: usize,
) -> PyResult<ArrowStream> {
    let found = job::run(py, threads, None, move |_| {
        Ok(near::entries(&Corpus::from_bytes(&part)?, first, buckets.max(1)))
    })?;
    let (buckets, entries): (Vec<i32>, Vec<Vec<u8>>) =
        found.into_iter().map(|(bucket, entries)| (bucket as i32, entries)).unzip();
    Ok(ArrowStream::new(vec![
        ("bucket", PrimitiveArray::from_vec(buckets).boxed()),
        ("entries", BinaryArray::<i32>::from_slice(entries).boxed()),
    ]))
}

/// Pairs of rows that share a key in one bucket: `one` and `other`.
#[pyfunction]
pub(crate) fn near_pairs(py: Python<'_>, entries: Vec<PyBackedBytes>) -> PyResult<ArrowStream> {
    let pairs = job::run(py, 1, None, move |_| Ok(near::pairs(entries.iter().map(|entries| &entries[..]))?))?;
    let rows = |at: usize| pairs.iter().map(|pair| i64::from(pair[at])).collect::<Vec<_>>();
    Ok(ArrowStream::new(vec![
        ("one", PrimitiveArray::from_vec(rows(0)).boxed()),
        ("other", PrimitiveArray::from_vec(rows(1)).boxed()),
    ]))
}

/// What tells near-duplicates among the papers of a part that are in `rows`, ascending 32-bit corpus rows:
/// `row`, `title`, `abstract`, `authors`.
#[pyfunction]
pub(crate) fn texts_in_rows(
    py: Python<'_>,
    first: u32,
    part: PyBackedBytes,
    rows: PyBackedBytes,
) -> PyResult<ArrowStream> {
    let (rows, papers) = job::run(py, 1, None, move |_| selected(first, &part, &rows))?;
    let texts = |text: fn(&Corpus, usize) -> &str| {
        let texts: Vec<&str> = (0..papers.len()).map(|row| text(&papers, row)).collect();
        Utf8Array::<i32>::from_slice(texts).boxed()
    };
    Ok(ArrowStream::new(vec![
        ("row", PrimitiveArray::from_vec(rows.into_iter().map(i64::from).collect()).boxed()),
        ("title", texts(Corpus::title)),
        ("abstract", texts(Corpus::abstract_text)),
        ("authors", texts(|papers, row| papers.document(row).authors)),
    ]))
}

/// The papers of a part that are in `rows`, as a piece of a part; `None` if there are none.
#[pyfunction]
pub(crate) fn papers_in_rows(
    py: Python<'_>,
    first: u32,
    part: PyBackedBytes,
    rows: PyBackedBytes,
) -> PyResult<Option<Bound<'_, PyBytes>>> {
    let found = job::run(py, 1, None, move |_| {
        let (rows, papers) = selected(first, &part, &rows)?;
        Ok((!rows.is_empty()).then(|| papers.to_bytes()))
    })?;
    Ok(found.map(|papers| PyBytes::new(py, &papers)))
}

/// The `rows` that are in the part, and their papers.
fn selected(first: u32, part: &[u8], rows: &[u8]) -> Result<(Vec<u32>, Corpus)> {
    let part = Corpus::from_bytes(part)?;
    let rows: Vec<u32> = rows.as_chunks().0.iter().map(|&row| u32::from_le_bytes(row)).collect();
    let [from, to] = [first, first + part.len() as u32].map(|bound| rows.partition_point(|&row| row < bound));
    let papers = part.take(&rows[from..to].iter().map(|&row| row - first).collect::<Vec<_>>());
    Ok((rows[from..to].to_vec(), papers))
}

/// Whether the two papers of each row, given by title, abstract and authors, are near-duplicates: `close`.
#[pyfunction]
pub(crate) fn close_pairs(pairs: &Bound<'_, PyAny>, least: f64) -> PyResult<ArrowStream> {
    let py = pairs.py();
    let columns = |chunk: &StructArray| -> PyResult<[[Texts; 3]; 2]> {
        let of = |at: usize| column::<Texts>(py, chunk, at).cloned();
        Ok([[of(0)?, of(1)?, of(2)?], [of(3)?, of(4)?, of(5)?]])
    };
    let chunks: Vec<[[Texts; 3]; 2]> = chunks(pairs)?.iter().map(columns).collect::<PyResult<_>>()?;
    let close = job::run(py, 1, None, move |_| {
        let close = |[one, other]: &[[Texts; 3]; 2]| {
            let close = |row| near::are_close(document(one, row), document(other, row), least);
            (0..one[0].len()).map(close).collect::<Vec<bool>>()
        };
        Ok(chunks.iter().flat_map(close).collect::<Vec<bool>>())
    })?;
    Ok(ArrowStream::new(vec![("close", BooleanArray::from_slice(close).boxed())]))
}

fn document([title, abstract_text, authors]: &[Texts; 3], row: usize) -> near::Document<'_> {
    near::Document { texts: [title.value(row), abstract_text.value(row)], authors: authors.value(row) }
}

/// What learning takes from the part that begins with row `first`; `roles` is what `DividedRun.roles`
/// returned.
#[pyfunction]
pub(crate) fn drawn(
    py: Python<'_>,
    roles: PyBackedBytes,
    first: u32,
    part: PyBackedBytes,
) -> PyResult<Bound<'_, PyBytes>> {
    let drawn =
        job::run(py, 1, None, move |_| Roles::read(&roles)?.draw(first, &Corpus::from_bytes(&part)?))?;
    Ok(PyBytes::new(py, &drawn))
}

/// The sum of tallies.
#[pyfunction]
pub(crate) fn merged_tallies(py: Python<'_>, tallies: Vec<PyBackedBytes>) -> PyResult<Bound<'_, PyBytes>> {
    let sum = job::run(py, 1, None, move |_| divided::merged(tallies.iter().map(|tally| &tally[..])))?;
    Ok(PyBytes::new(py, &sum))
}

/// Places parts of a corpus.
#[pyclass(frozen, module = "thema._thema")]
pub(crate) struct Places(Arc<divided::Places>);

#[pymethods]
impl Places {
    /// Reads what `DividedRun.learn` returned.
    #[new]
    fn new(py: Python<'_>, learned: PyBackedBytes) -> PyResult<Self> {
        job::run(py, 1, None, move |_| divided::Places::read(&learned)).map(|places| Self(Arc::new(places)))
    }

    /// The placed papers of the part that begins with row `first`, for `DividedRun.take`, and their tally.
    fn place<'py>(
        &self,
        py: Python<'py>,
        first: u32,
        part: PyBackedBytes,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let places = Arc::clone(&self.0);
        let (placed, tally) =
            job::run(py, threads, None, move |_| places.place(first, &Corpus::from_bytes(&part)?))?;
        Ok((PyBytes::new(py, &placed), PyBytes::new(py, &tally)))
    }
}

fn json<T: serde::Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| Error::new(Fault::Internal, error.to_string()))
}
