//! What is done already, in a file that survives an interruption.
//!
//! One line of JSON for each finished item, written whole and on the disk before the next is taken. A line that a crash
//! has torn is dropped. One run at a time: the file is locked.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};

use serde::Serialize;

use crate::bad_input::quote;
use crate::{Failure, stderr};

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: String,
    file: File,
}

impl Journal {
    /// Opens a journal, or begins one; with it come the lines that it holds.
    ///
    /// # Errors
    /// A file that cannot be opened, or that another run is using.
    pub fn open(path: &str) -> Result<(Journal, Vec<String>), Failure> {
        let refused = |why: String| Failure::Usage(format!("the journal {} {why}", quote(path)));
        let opened = File::options().read(true).append(true).create(true).open(path);
        let mut file = opened.map_err(|error| refused(format!("cannot be opened: {error}")))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                refused("is in use by another run. Wait for it, or name another.".to_owned())
            }
            TryLockError::Error(error) => refused(format!("cannot be locked: {error}")),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| refused(format!("cannot be read: {error}")))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            stderr::note(format_args!("the last line of the journal {} is torn and is dropped", quote(path)));
            file.set_len(whole as u64).map_err(Failure::Unwritable)?;
        }
        let lines = String::from_utf8_lossy(&bytes[..whole]).lines().map(str::to_owned).collect();
        Ok((Journal { path: path.to_owned(), file }, lines))
    }

    /// Adds an item.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn write(&mut self, item: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(item).map_err(|error| {
            Failure::Internal(format!("{}: an item has no JSON form: {error}", self.path))
        })?;
        let written = self.file.write_all((text + "\n").as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(Failure::Unwritable)
    }
}
