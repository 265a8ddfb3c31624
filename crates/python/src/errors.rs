//! Errors of the crates as exceptions of Python.

use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use search_core::BadInput;
use shuangqi_cli::Failure;
use shuangqi_cli::memory::TooLarge;

/// What is wrong with an input: where, what was found, what was expected, and a remedy.
pub(crate) fn bad_input(bad: BadInput) -> PyErr {
    PyValueError::new_err(bad.to_string())
}

/// An argument that cannot be used.
pub(crate) fn bad_argument(name: &str, found: &str, expected: &str) -> PyErr {
    PyValueError::new_err(format!("{name}: found {found}, expected {expected}"))
}

/// Work that did not complete.
pub(crate) fn failure(failure: Failure) -> PyErr {
    let message = failure.to_string();
    match failure {
        Failure::BadInput(_) | Failure::Usage(_) => PyValueError::new_err(message),
        Failure::Unwritable(..) | Failure::ClosedPipe => PyOSError::new_err(message),
        Failure::Interrupted(_) => PyKeyboardInterrupt::new_err(message),
        Failure::Engine(_) | Failure::Internal(_) => PyRuntimeError::new_err(message),
        Failure::Recorded(failure) => self::failure(*failure),
    }
}

/// Tables for which there is no memory.
pub(crate) fn too_large(large: TooLarge) -> PyErr {
    PyMemoryError::new_err(format!("hash: {large}"))
}
