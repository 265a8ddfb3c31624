//! Texts that come from a file or from standard input.

use std::fs::File;
use std::io::{self, Read};

use search_core::bad_input::{BadInput, quote};

/// Larger than any file of positions; beyond it, the wrong file was named.
const LIMIT: u64 = 1 << 28;

/// The whole text of a file, or of standard input for `-`.
///
/// # Errors
/// [`BadInput`] that names the file and the operating system's reason.
pub fn read(path: &str) -> Result<String, BadInput> {
    let mut bytes = Vec::new();
    let outcome = match path {
        "-" => io::stdin().take(LIMIT + 1).read_to_end(&mut bytes),
        _ => File::open(path).and_then(|file| file.take(LIMIT + 1).read_to_end(&mut bytes)),
    };
    let unreadable = |found: String| {
        let expected = format!("a text file of at most {} MiB", LIMIT >> 20);
        BadInput::new("file", None, found, expected, "Check the name and that the file may be read")
    };
    match outcome {
        Err(error) => Err(unreadable(format!("{} ({error})", quote(path)))),
        Ok(length) if length as u64 > LIMIT => Err(unreadable(format!("{path}, which is longer"))),
        Ok(_) => String::from_utf8(bytes).map_err(|_| unreadable(format!("{path}, which is not UTF-8"))),
    }
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
