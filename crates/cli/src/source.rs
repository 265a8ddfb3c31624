//! Texts that come from a file, a pipe or standard input.

use std::fs::{self, File};
use std::io::{self, Cursor, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use search_core::bad_input::{BadInput, quote};

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

/// The bytes that are read at once.
const PART: u64 = 1 << 20;
/// The longest wait for the next [`PART`] of a pipe. Standard input is waited for without a limit.
const PATIENCE: Duration = Duration::from_secs(10);

/// An open pipe or device that has a name: the system may open and read it for ever, so a thread of its own does.
#[derive(Debug)]
struct Pipe {
    parts: Receiver<io::Result<Vec<u8>>>,
    part: Cursor<Vec<u8>>,
}

impl Pipe {
    fn open(path: &str) -> io::Result<Pipe> {
        let (sender, parts) = sync_channel(1);
        let path = path.to_owned();
        thread::Builder::new().name("pipe".to_owned()).spawn(move || {
            if let Err(error) = send_parts(&path, &sender) {
                // The receiver may be gone.
                let _ = sender.send(Err(error));
            }
        })?;
        Ok(Pipe { parts, part: Cursor::default() })
    }

    /// The next bytes; none at the end.
    fn next_part(&self) -> io::Result<Vec<u8>> {
        match self.parts.recv_timeout(PATIENCE) {
            Ok(part) => part,
            Err(RecvTimeoutError::Disconnected) => Ok(Vec::new()),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = PATIENCE.as_secs();
                let text = format!("neither {} MiB nor its end came within {seconds} s", PART >> 20);
                Err(io::Error::new(ErrorKind::TimedOut, text))
            }
        }
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.part.position() == self.part.get_ref().len() as u64 {
            self.part = Cursor::new(self.next_part()?);
        }
        self.part.read(buffer)
    }
}

/// Sends what a file holds, until its end or that of the receiver.
#[expect(clippy::disallowed_methods, reason = "this thread may wait for a pipe to open")]
fn send_parts(path: &str, sender: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    let mut source = BoundedReader::new(File::open(path)?, PART);
    loop {
        let part = source.read_part()?;
        if part.is_empty() || sender.send(Ok(part)).is_err() {
            return Ok(());
        }
    }
}
