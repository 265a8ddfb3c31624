//! Standard output, shared by the thread that reads commands and those that search.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::failure::Failure;

/// Where answers go, a whole line at a time and at once.
#[derive(Debug)]
pub struct Sink {
    /// The first error; after it nothing more is written.
    failed: Mutex<Option<io::Error>>,
}

impl Sink {
    /// Standard output.
    pub fn stdout() -> Sink {
        Sink { failed: Mutex::new(None) }
    }

    /// Writes a line, or several.
    pub fn say(&self, text: impl fmt::Display) {
        let mut failed = self.lock();
        if failed.is_none() {
            *failed = write(&text).err();
        }
    }

    /// Why nothing more can be written, if that is so.
    pub fn failure(&self) -> Option<Failure> {
        self.lock().take().map(Failure::from_write)
    }

    fn lock(&self) -> MutexGuard<'_, Option<io::Error>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write(text: &dyn fmt::Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(format!("{text}\n").as_bytes())?;
    out.flush()
}
