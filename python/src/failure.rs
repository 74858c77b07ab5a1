//! Errors of the library as exceptions of the package.

use pyo3::prelude::*;
use pyo3::types::PyType;
use thema::{Error, Fault};

/// The exception for an error of the library.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    raise(py, error.fault(), &error.to_string())
}

/// The exception for a `fault` with this message.
pub(crate) fn raise(py: Python<'_>, fault: Fault, message: &str) -> PyErr {
    let name = match fault {
        Fault::Settings => "SettingsError",
        Fault::Input => "InputError",
        Fault::Output => "OutputError",
        Fault::Internal => "InternalError",
    };
    let class = py.import("thema._errors").and_then(|errors| errors.getattr(name));
    match class.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, message.to_owned()),
        Err(missing) => missing,
    }
}
