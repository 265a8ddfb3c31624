//! Where the drawing goes: to stdout, or to a file that is written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use console::Failure;

/// Writes the text.
///
/// # Errors
/// [`Failure::Unwritable`]; [`Failure::ClosedPipe`] on stdout.
pub fn deliver(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    match path {
        Some(path) => save(path, text).map_err(Failure::Unwritable),
        None => {
            let mut stdout = io::stdout().lock();
            stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Failure::from_write)
        }
    }
}

/// Writes beside the file first, so that a file of the name is never half of one.
fn save(path: &Path, text: &str) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let mut file = File::create(&partial)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&partial, path)
}
