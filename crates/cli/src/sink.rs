//! Standard output, shared by the thread that reads commands and those that search, and the end of the program when its
//! reader is gone.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::failure::{Exit, Failure};

/// The destination of answers, a whole line at a time and at once.
pub struct Sink {
    output: Mutex<Output>,
}

struct Output {
    writer: Box<dyn Write + Send>,
    /// The first error; after it nothing more is written.
    failed: Option<io::Error>,
}

impl fmt::Debug for Sink {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Sink").field("failed", &self.lock().failed).finish_non_exhaustive()
    }
}

impl Sink {
    /// Standard output.
    pub fn stdout() -> Sink {
        Sink::to(io::stdout())
    }

    /// Any other place.
    pub fn to(writer: impl Write + Send + 'static) -> Sink {
        Sink { output: Mutex::new(Output { writer: Box::new(writer), failed: None }) }
    }

    /// Writes a line, or several.
    pub fn write_line(&self, text: impl fmt::Display) {
        let mut output = self.lock();
        if output.failed.is_none() {
            output.failed = output.write(&text).err();
        }
    }

    /// Why nothing more can be written, if that is so.
    pub fn failure(&self) -> Option<Failure> {
        self.lock().failed.take().map(Failure::from_write)
    }

    fn lock(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Output {
    fn write(&mut self, text: &dyn fmt::Display) -> io::Result<()> {
        self.writer.write_all(format!("{text}\n").as_bytes())?;
        self.writer.flush()
    }
}

/// From now on the program ends without a message as soon as standard output, if it is a pipe, a socket or a terminal,
/// has no reader any more. Where the operating system cannot report that, the next write ends the program.
///
/// A write to a closed pipe fails, but a search that writes nothing for a while would not notice. So a thread waits; a waiting
/// thread takes no processor time.
pub fn exit_when_closed() {
    // If no thread can be started, the next write ends the program.
    let _ = thread::Builder::new().name("output".to_owned()).spawn(|| {
        if wait_until_closed() {
            std::process::exit(Exit::Success as i32);
        }
    });
}

/// Waits until standard output has no reader; `false`: the system cannot report it.
#[cfg(unix)]
fn wait_until_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    let output = rustix::stdio::stdout();
    loop {
        // Errors and hang-ups are always reported.
        let mut asked = [PollFd::new(&output, PollFlags::empty())];
        match poll(&mut asked, None) {
            Ok(_) => return asked[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

#[cfg(not(unix))]
fn wait_until_closed() -> bool {
    false
}
