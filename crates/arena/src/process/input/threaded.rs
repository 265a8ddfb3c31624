//! A thread that writes to the pipe, and waits there in the runner's place.

use std::io::{self, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// The pipe to an engine. The thread ends when this is dropped, or when the engine no longer reads.
#[derive(Debug)]
pub struct Input {
    texts: SyncSender<Vec<u8>>,
    written: Receiver<io::Result<()>>,
    /// A text was not read in time, and is still being written.
    is_stalled: bool,
}

impl Input {
    /// Writes to this pipe.
    pub fn new(mut pipe: ChildStdin) -> io::Result<Input> {
        let (texts, to_write) = sync_channel::<Vec<u8>>(1);
        let (done, written) = sync_channel(1);
        let write_all = move || {
            for text in to_write {
                if done.send(pipe.write_all(&text).and_then(|()| pipe.flush())).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("engine input".to_owned()).spawn(write_all)?;
        Ok(Input { texts, written, is_stalled: false })
    }

    /// Writes all bytes, or stops waiting for that when the time is over; then nothing more can be written.
    pub fn write(&mut self, bytes: &[u8], until: Instant) -> io::Result<()> {
        if self.is_stalled {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.texts.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        match self.written.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(written) => written,
            Err(RecvTimeoutError::Timeout) => {
                self.is_stalled = true;
                Err(io::ErrorKind::TimedOut.into())
            }
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}
