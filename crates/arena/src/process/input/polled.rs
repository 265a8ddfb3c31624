//! A pipe that is written to when it has room.

use std::io::{self, Write};
use std::process::ChildStdin;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;

/// The pipe to an engine.
#[derive(Debug)]
pub struct Input(ChildStdin);

impl Input {
    /// Writes to this pipe.
    pub fn new(pipe: ChildStdin) -> io::Result<Input> {
        ioctl_fionbio(&pipe, true)?;
        Ok(Input(pipe))
    }

    /// Writes all bytes, waiting for room in the pipe until the time is over.
    pub fn write(&mut self, mut bytes: &[u8], until: Instant) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.0.write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.await_room(until)?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn await_room(&self, until: Instant) -> io::Result<()> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let mut fds = [PollFd::new(&self.0, PollFlags::OUT)];
        // An interrupted wait is tried again by the caller.
        let _ = poll(&mut fds, Timespec::try_from(left).ok().as_ref());
        Ok(())
    }
}
