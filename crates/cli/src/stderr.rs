//! Notes beside the results.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a note that is no error to stderr. A closed stderr is ignored.
pub fn note(message: impl Display) {
    let _ = writeln!(io::stderr(), "note: {message}");
}
