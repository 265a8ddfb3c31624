//! Notations by their names.

use game::Notation;
use pyo3::prelude::*;

use crate::errors::bad_argument;

/// The notation of a name.
///
/// # Errors
/// A name that none has.
pub(crate) fn parse(name: &str) -> PyResult<Notation> {
    match name {
        "iccs" => Ok(Notation::Iccs),
        "chinese" => Ok(Notation::Chinese),
        "wxf" => Ok(Notation::Wxf),
        _ => Err(bad_argument("notation", &format!("{name:?}"), "iccs, chinese or wxf")),
    }
}
