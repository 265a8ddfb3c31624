//! Standard output, shared by the thread that reads commands and those that search.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::failure::Failure;

/// Where answers go, a whole line at a time and at once.
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
