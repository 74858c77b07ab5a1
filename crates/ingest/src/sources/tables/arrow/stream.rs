//! Tables handed over by another library in the process.
//!
//! This is the only file of the crate that trusts pointers: the Arrow C stream interface
//! (<https://arrow.apache.org/docs/format/CStreamInterface.html>) is a struct of functions, and what they
//! return cannot be checked.
#![expect(unsafe_code, reason = "the C interface is made of pointers")]

use std::ffi::c_void;
use std::ptr::NonNull;

use polars::prelude::{DataFrame, PolarsError, PolarsResult, Series};
use polars_arrow::array::{Array, StructArray};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::ffi::{ArrowArrayStream, ArrowArrayStreamReader};

/// Takes over the stream at `stream`, reads it to its end and returns its columns. Texts are not copied: they
/// stay in the producer's buffers, which are released when the frame is dropped.
///
/// # Errors
/// The stream's own error, and unsupported types.
///
/// # Safety
/// `stream` points to an `ArrowArrayStream` that follows the interface, whose arrays are valid for their
/// types, including UTF-8 for texts, and that nobody else uses meanwhile. It is left released.
pub(super) unsafe fn import(stream: NonNull<c_void>) -> PolarsResult<DataFrame> {
    // SAFETY: it points to a stream, by this function's contract; the empty stream left in its place is a
    // released one.
    let stream = unsafe { stream.cast::<ArrowArrayStream>().replace(ArrowArrayStream::empty()) };
    // SAFETY: the stream follows the interface, by this function's contract.
    let mut reader = unsafe { ArrowArrayStreamReader::try_new(Box::new(stream))? };
    let ArrowDataType::Struct(fields) = reader.field().dtype().clone() else {
        return Err(PolarsError::ComputeError("the stream contains arrays, not tables".into()));
    };
    let (mut rows, mut columns) = (0, vec![Vec::new(); fields.len()]);
    // SAFETY: the arrays are valid for their types, by this function's contract.
    while let Some(chunk) = unsafe { reader.next() } {
        let chunk = chunk?;
        let chunk = chunk.as_any().downcast_ref::<StructArray>().expect("an array of the stream's type");
        rows += chunk.len();
        for (column, values) in columns.iter_mut().zip(chunk.values()) {
            column.push(values.clone());
        }
    }
    let columns = fields.iter().zip(columns).map(|(field, chunks)| series(field, chunks).map(Into::into));
    DataFrame::new(rows, columns.collect::<PolarsResult<_>>()?)
}

fn series(field: &Field, chunks: Vec<Box<dyn Array>>) -> PolarsResult<Series> {
    if chunks.is_empty() {
        return Ok(Series::new_null(field.name.clone(), 0));
    }
    Series::try_from((field.name.clone(), chunks))
}
