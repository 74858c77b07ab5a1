//! Import and export of tables through the Arrow C stream interface.

use polars_arrow::array::{Array, StructArray};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::ffi::{ArrowArrayStream, ArrowArrayStreamReader, export_iterator};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use thema::{ArrowTable, Fault};

use crate::failure::raise;

/// The capsule name that the interface prescribes.
const NAME: &std::ffi::CStr = c"arrow_array_stream";

/// Imports a table through its method `__arrow_c_stream__`. The package has validated it. Reports call it
/// `name`.
///
/// # Errors
/// Returns what the method raises, or `InputError` if [`ArrowTable::import`] refuses the table.
#[expect(unsafe_code, reason = "a capsule holds a pointer")]
pub(crate) fn import(name: &str, table: &Bound<'_, PyAny>) -> PyResult<ArrowTable> {
    let py = table.py();
    let capsule = table.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(NAME))?;
    // SAFETY: a capsule of this name points to a stream of the interface, and this one was requested two
    // lines above. pyarrow has validated its arrays, including the UTF-8 of texts.
    let imported = unsafe { ArrowTable::import(name, stream) };
    imported.map_err(|error| raise(py, Fault::Input, &error.to_string()))
}

/// Imports a table as [`import`] does and returns its chunks as struct arrays.
///
/// # Errors
/// `InputError` if the stream is not one of tables or cannot be read.
#[expect(unsafe_code, reason = "a capsule holds a pointer")]
pub(crate) fn chunks(table: &Bound<'_, PyAny>) -> PyResult<Vec<StructArray>> {
    let py = table.py();
    let capsule = table.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(NAME))?.cast::<ArrowArrayStream>();
    // SAFETY: as for `import`; the empty stream left behind counts as released.
    let stream = Box::new(unsafe { stream.replace(ArrowArrayStream::empty()) });
    let refused = |error: &dyn std::fmt::Display| raise(py, Fault::Input, &error.to_string());
    // SAFETY: the stream follows the interface.
    let mut reader = unsafe { ArrowArrayStreamReader::try_new(stream) }.map_err(|error| refused(&error))?;
    let mut chunks = Vec::new();
    // SAFETY: pyarrow validated the arrays.
    while let Some(chunk) = unsafe { reader.next() } {
        let chunk = chunk.map_err(|error| refused(&error))?;
        let table = chunk.as_any().downcast_ref::<StructArray>();
        chunks.push(table.ok_or_else(|| refused(&"the stream contains arrays, not tables"))?.clone());
    }
    Ok(chunks)
}

/// The column of a chunk at index `at`, in the type that the package casts it to.
///
/// # Errors
/// `InputError` if the column is missing or has another type.
pub(crate) fn column<'a, A: Array + 'static>(
    py: Python<'_>,
    chunk: &'a StructArray,
    at: usize,
) -> PyResult<&'a A> {
    let column = chunk.values().get(at).and_then(|column| column.as_any().downcast_ref::<A>());
    column.ok_or_else(|| raise(py, Fault::Input, "a column does not have the expected type"))
}

/// A table that Python reads through the stream interface.
#[pyclass(frozen, module = "thema._thema")]
pub(crate) struct ArrowStream {
    columns: Vec<(&'static str, Box<dyn Array>)>,
}

impl ArrowStream {
    /// A table of columns of equal length.
    pub(crate) fn new(columns: Vec<(&'static str, Box<dyn Array>)>) -> Self {
        Self { columns }
    }
}

#[pymethods]
impl ArrowStream {
    /// The table as one chunk in its own schema; `requested_schema` is ignored.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let field =
            |(name, array): &(&str, Box<dyn Array>)| Field::new((*name).into(), array.dtype().clone(), true);
        let dtype = ArrowDataType::Struct(self.columns.iter().map(field).collect());
        let rows = self.columns.first().map_or(0, |(_, array)| array.len());
        let arrays = self.columns.iter().map(|(_, array)| array.clone()).collect();
        let table = StructArray::new(dtype.clone(), rows, arrays, None).boxed();
        let stream =
            export_iterator(Box::new(std::iter::once(Ok(table))), Field::new("".into(), dtype, false));
        PyCapsule::new_with_value::<ArrowArrayStream>(py, stream, NAME)
    }
}
