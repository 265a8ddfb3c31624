//! Reading with bounds: no more bytes than a file of its kind has.
//!
//! Everything that the workspace reads to its end or line by line goes through [`BoundedReader`]: the lint
//! `disallowed_methods` refuses the functions of the standard library that have no bound.
#![expect(clippy::disallowed_methods, reason = "this is where they get their bounds")]

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

/// A source of which no more than a number of bytes is read at once: all that it holds, a part, or a line.
#[derive(Debug)]
pub struct BoundedReader<R> {
    source: BufReader<R>,
    max_bytes: u64,
}

/// Opens a file on a disk. A pipe or a device may never open, and have no end.
///
/// # Errors
/// Those of the operating system; [`ErrorKind::InvalidInput`] for a pipe, a device or a folder.
pub fn open_file(path: impl AsRef<Path>) -> io::Result<File> {
    match fs::metadata(&path)?.is_file() {
        true => File::open(path),
        false => Err(io::Error::new(ErrorKind::InvalidInput, "no regular file")),
    }
}

/// The bytes of a file on a disk.
///
/// # Errors
/// As [`open_file`] and [`BoundedReader::read_all`].
pub fn read_file(path: impl AsRef<Path>, max_bytes: u64) -> io::Result<Vec<u8>> {
    bounded_file(path, max_bytes)?.read_all()
}

/// The text of a file on a disk.
///
/// # Errors
/// As [`open_file`] and [`BoundedReader::read_text`].
pub fn read_text_file(path: impl AsRef<Path>, max_bytes: u64) -> io::Result<String> {
    bounded_file(path, max_bytes)?.read_text()
}

/// A reader of a file on a disk, unless its size is known to be beyond the bound: then nothing is read.
fn bounded_file(path: impl AsRef<Path>, max_bytes: u64) -> io::Result<BoundedReader<File>> {
    let file = open_file(path)?;
    if file.metadata()?.len() > max_bytes {
        return Err(too_large(max_bytes));
    }
    Ok(BoundedReader::new(file, max_bytes))
}

fn too_large(max_bytes: u64) -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, format!("more than {}", size(max_bytes)))
}

impl<R: Read> BoundedReader<R> {
    /// A reader of this source, with this bound.
    pub fn new(source: R, max_bytes: u64) -> BoundedReader<R> {
        BoundedReader { source: BufReader::new(source), max_bytes }
    }

    /// All that the source holds.
    ///
    /// # Errors
    /// Those of the source; [`ErrorKind::FileTooLarge`] if it holds more than the bound.
    pub fn read_all(mut self) -> io::Result<Vec<u8>> {
        let bytes = self.read_part()?;
        if self.source.fill_buf()?.is_empty() {
            return Ok(bytes);
        }
        Err(too_large(self.max_bytes))
    }

    /// All that the source holds, as text.
    ///
    /// # Errors
    /// As [`BoundedReader::read_all`]; [`ErrorKind::InvalidData`] if it is not UTF-8.
    pub fn read_text(self) -> io::Result<String> {
        String::from_utf8(self.read_all()?)
            .map_err(|_| io::Error::new(ErrorKind::InvalidData, "text that is not UTF-8"))
    }

    /// The next bytes, as many as the bound allows; fewer at the end.
    pub fn read_part(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        (&mut self.source).take(self.max_bytes).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The next line with its end, put in place of what `line` held; a longer one in parts of the bound's length. Returns
    /// the length, 0 at the end.
    pub fn read_line(&mut self, line: &mut Vec<u8>) -> io::Result<usize> {
        line.clear();
        (&mut self.source).take(self.max_bytes).read_until(b'\n', line)
    }

    /// Passes over the rest of a line, but no further than so many bytes. Returns their number.
    pub fn skip_line(&mut self, max_bytes: u64) -> io::Result<usize> {
        (&mut self.source).take(max_bytes).skip_until(b'\n')
    }
}

/// A number of bytes in the largest unit that keeps it whole.
fn size(bytes: u64) -> String {
    match bytes.trailing_zeros() {
        20.. => format!("{} MiB", bytes >> 20),
        10.. => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(bytes: &[u8], max_bytes: u64) -> BoundedReader<&[u8]> {
        BoundedReader::new(bytes, max_bytes)
    }

    #[test]
    fn a_source_is_read_to_its_end_or_refused_at_the_bound() {
        assert_eq!(reader(b"1234", 4).read_all().unwrap(), b"1234");
        let error = reader(b"12345", 4).read_all().unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string()),
            (ErrorKind::FileTooLarge, "more than 4 bytes".to_owned())
        );
        assert_eq!(reader(b"caf\xe9", 4).read_text().unwrap_err().kind(), ErrorKind::InvalidData);
        let endless = BoundedReader::new(io::repeat(0), 1 << 20).read_all();
        assert_eq!(endless.unwrap_err().to_string(), "more than 1 MiB");
    }

    #[test]
    fn parts_follow_each_other() {
        let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
        let mut reader = reader(&bytes, 30_000);
        let parts: Vec<Vec<u8>> = (0..4).map(|_| reader.read_part().unwrap()).collect();
        assert_eq!((parts[3].len(), parts.concat()), (10_000, bytes.clone()));
        assert!(reader.read_part().unwrap().is_empty());
    }

    #[test]
    fn a_long_line_comes_in_parts() {
        let mut reader = reader(b"12345\n67\nabcdef\n8", 4);
        let mut line = Vec::new();
        for part in ["1234", "5\n", "67\n", "abcd"] {
            assert_eq!(reader.read_line(&mut line).unwrap(), part.len());
            assert_eq!(line, part.as_bytes());
        }
        assert_eq!(reader.skip_line(100).unwrap(), 3);
        assert_eq!((reader.read_line(&mut line).unwrap(), reader.read_line(&mut line).unwrap()), (1, 0));
    }
}
