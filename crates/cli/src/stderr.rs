//! Notes beside the results.

use std::fmt::Display;
use std::io::{self, Write};

/// Tells the user something that is no error. A stderr that is closed is no reason to fail.
pub fn note(message: impl Display) {
    let _ = writeln!(io::stderr(), "note: {message}");
}
