//! Tables in and out through the Arrow C stream interface.

use polars_arrow::array::{Array, StructArray};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::ffi::{ArrowArrayStream, export_iterator};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use thema::{ArrowTable, Fault};

use crate::failure::raise;

/// What the interface calls its capsules.
const NAME: &std::ffi::CStr = c"arrow_array_stream";

/// Takes a table through its method `__arrow_c_stream__`; the package has validated it. Reports call it `name`.
///
/// # Errors
/// `InputError` for an object without one, and for what [`ArrowTable::import`] refuses.
#[expect(unsafe_code, reason = "a capsule holds a pointer")]
pub(crate) fn import(name: &str, table: &Bound<'_, PyAny>) -> PyResult<ArrowTable> {
    let py = table.py();
    let capsule = table.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(NAME))?;
    // SAFETY: a capsule of this name points to a stream of the interface, and the package asked for this one a line ago. Its
    // arrays were validated by pyarrow, texts as UTF-8 among them.
    let imported = unsafe { ArrowTable::import(name, stream) };
    imported.map_err(|error| raise(py, Fault::Input, &error.to_string()))
}

/// A table that is handed out once, to whoever asks for its stream.
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
    /// The table as one chunk; another schema than its own is not given.
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
