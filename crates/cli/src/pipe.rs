//! Pipes and devices that have a name: the system may open and read them for ever, so a thread of their own does.

use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::reader::BoundedReader;

/// The bytes that are read at once.
const PART: u64 = 1 << 20;
/// The time in which a pipe sends so many, or ends. Whoever needs more writes to standard input, which is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// An open pipe or device.
#[derive(Debug)]
pub(crate) struct Pipe {
    parts: Receiver<io::Result<Vec<u8>>>,
    part: Cursor<Vec<u8>>,
    patience: Duration,
}

impl Pipe {
    pub fn open(path: &str) -> io::Result<Pipe> {
        let (sender, parts) = sync_channel(1);
        let path = path.to_owned();
        thread::Builder::new().name("pipe".to_owned()).spawn(move || {
            if let Err(error) = send_parts(&path, &sender) {
                // The receiver may be gone.
                let _ = sender.send(Err(error));
            }
        })?;
        Ok(Pipe { parts, part: Cursor::default(), patience: PATIENCE })
    }

    /// The next bytes; none at the end.
    fn next_part(&self) -> io::Result<Vec<u8>> {
        match self.parts.recv_timeout(self.patience) {
            Ok(part) => part,
            Err(RecvTimeoutError::Disconnected) => Ok(Vec::new()),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.patience.as_secs();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_that_sends_nothing_is_given_up() {
        let (sender, parts) = sync_channel(1);
        let mut pipe = Pipe { parts, part: Cursor::default(), patience: Duration::from_millis(1) };
        assert_eq!(pipe.read(&mut [0]).unwrap_err().kind(), ErrorKind::TimedOut);
        sender.send(Ok(b"12".to_vec())).unwrap();
        drop(sender);
        assert_eq!(BoundedReader::new(pipe, 9).read_all().unwrap(), b"12");
    }

    #[test]
    #[cfg(unix)]
    fn devices_are_read_and_folders_refused() {
        let read = |path| Pipe::open(path).and_then(|pipe| BoundedReader::new(pipe, 3 << 20).read_all());
        assert_eq!(read("/dev/zero").unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert_eq!(read("/dev/null").unwrap(), b"");
        assert_eq!(read("/").unwrap_err().kind(), ErrorKind::IsADirectory);
    }
}
