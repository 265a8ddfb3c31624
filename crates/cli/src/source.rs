//! Texts that come from a file or from standard input.

use std::fs;
use std::io::{self, Read};

use search_core::bad_input::{BadInput, quote};

use crate::pipe::Pipe;
use crate::reader::{BoundedReader, open_file};

/// Larger than any file of positions or games; beyond it, the wrong file was named.
pub const MAX_BYTES: u64 = 1 << 28;

/// The whole text of a file, or of standard input for `-`.
///
/// # Errors
/// [`BadInput`] that names the file and the operating system's reason.
pub fn read(path: &str) -> Result<String, BadInput> {
    open(path)
        .and_then(BoundedReader::read_text)
        .map_err(|error| unreadable("file", path, "a text file", &error))
}

/// The bytes of a file, or of standard input for `-`; `kind` is what messages call it.
///
/// # Errors
/// As [`read`].
pub fn read_bytes(kind: &'static str, path: &str) -> Result<Vec<u8>, BadInput> {
    open(path).and_then(BoundedReader::read_all).map_err(|error| unreadable(kind, path, "a file", &error))
}

fn open(path: &str) -> io::Result<BoundedReader<Box<dyn Read>>> {
    let source: Box<dyn Read> = match path {
        "-" => Box::new(io::stdin()),
        _ if fs::metadata(path)?.is_file() => Box::new(open_file(path)?),
        _ => Box::new(Pipe::open(path)?),
    };
    Ok(BoundedReader::new(source, MAX_BYTES))
}

fn unreadable(kind: &'static str, path: &str, expected: &str, error: &io::Error) -> BadInput {
    let found = format!("{} ({error})", quote(path));
    let expected = format!("{expected} of at most {} MiB", MAX_BYTES >> 20);
    BadInput::new(kind, None, found, expected, "Check the name and that the file may be read")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = read("no/such/file").unwrap_err().to_string();
        assert!(error.contains("\"no/such/file\" (") && error.contains("Check the name"), "{error}");
    }
}
