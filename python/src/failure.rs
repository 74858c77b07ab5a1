//! Errors of the library as exceptions of the package.

use pyo3::prelude::*;
use pyo3::types::PyType;
use thema::{Error, Fault};

/// What the library's messages call by flags of the program, and the package by these arguments.
const ARGUMENTS: [(&str, &str); 8] = [
    ("--force", "replace=True"),
    ("--preview", "preview=True"),
    ("--clusters", "clusters="),
    ("--columns title=NAME", "columns={\"title\": NAME}"),
    ("--columns", "columns="),
    ("--format", "format="),
    ("--sample", "themes.sample ="),
    ("--memory", "the setting memory"),
];

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
        Ok(class) => PyErr::from_type(class, in_arguments(message)),
        Err(missing) => missing,
    }
}

/// A message of the library with the names that the package uses. A flag stands at the beginning of a word; in a path it may be
/// part of one.
fn in_arguments(message: &str) -> String {
    ARGUMENTS.iter().fold(message.to_owned(), |text, (flag, argument)| {
        [' ', '('].iter().fold(text, |text, before| {
            text.replace(&format!("{before}{flag}"), &format!("{before}{argument}"))
        })
    })
}
