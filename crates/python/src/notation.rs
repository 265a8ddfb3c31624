//! Notations by their names.

use game::Notation;
use pyo3::prelude::*;

use crate::errors::bad_argument;

/// The notation of a name.
///
/// # Errors
/// A name that none has.
pub(crate) fn parse(name: &str) -> PyResult<Notation> {
    let known = || Notation::ALL.map(Notation::name).join(", ");
    Notation::named(name)
        .ok_or_else(|| bad_argument("notation", &format!("{name:?}"), &format!("one of {}", known())))
}
