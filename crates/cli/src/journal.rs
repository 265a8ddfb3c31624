//! The finished items of a command, in a file that survives an interruption.
//!
//! One line of JSON for each finished item, written whole; on the disk before the next is taken, or, where items take
//! milliseconds, with one that comes a moment later. Every line carries a checksum of itself and of the lines before it, so that a file
//! that was changed is refused and nothing is counted wrongly. A line that a crash has torn is dropped: an object
//! without the end of its line is one, whatever it holds. One run at a time: the file is locked.

pub mod merge;
mod reader;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::file_lock::FileLock;
use crate::reader::open_file;
use crate::{BadInput, Failure, failure, files};
use search_core::Message;
use search_core::bad_input::quote;

pub use reader::JournalTail;
use reader::{JournalSummary, MAX_LINE_LENGTH, Refusal};

/// The least time between two waits for the disk where items take milliseconds.
const SYNC_INTERVAL: Duration = Duration::from_millis(250);

/// A kind of journal: its name, its schema, its lines.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// As messages call it: `journal of a match`.
    pub name: &'static str,
    /// The first member of the object in the first line, `schema`: `match-journal/2`. The number rises with every
    /// change of what lines mean; journals of other numbers are refused.
    pub schema: &'static str,
    /// The name of the first line: `header`, or `line` where it is one of many.
    pub first: &'static str,
    /// The description of a line that follows, as messages expect it: `a solved position`.
    pub item: &'static str,
    /// The way to start again, in the imperative: `begin another match`.
    pub restart: &'static str,
}

impl Kind {
    /// Reads the object of a line.
    ///
    /// # Errors
    /// An object that this program would not have written.
    pub fn parse<T: DeserializeOwned>(&self, line: &str) -> Result<T, BadInput> {
        serde_json::from_str(line).map_err(|error| self.unfit(error.to_string()))
    }

    /// A line that this program would not have written.
    pub fn unfit(&self, found: impl Into<Message>) -> BadInput {
        let remedy = format!("Another version of this program may have written it: {}", self.restart);
        BadInput::new(self.name, None, found, self.item, remedy)
    }
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: String,
    /// `None`: it is not there yet.
    file: Option<LockedFile>,
    /// The lines that it has. A torn line is cut off with the next item: a caller that cannot use the lines may close the file
    /// as it was.
    summary: JournalSummary,
    /// When the disk last had all of it.
    synced: Instant,
}

impl Journal {
    /// Opens a journal, if there is one: `take` is given the number of each of its lines, from 1, and its object.
    /// Otherwise it is made when the first item is written, or by [`Journal::create`].
    ///
    /// # Errors
    /// A file that cannot be opened, that another run is using, that is of another kind or was changed, or what `take`
    /// finds wrong.
    pub fn open(
        path: &str,
        kind: &Kind,
        mut take: impl FnMut(usize, &str) -> Result<(), BadInput>,
    ) -> Result<Journal, Failure> {
        let summary = JournalSummary::default();
        let mut journal = Journal { path: path.to_owned(), file: None, summary, synced: Instant::now() };
        match std::fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(journal),
            Ok(metadata) if !metadata.is_file() => return Err(no_file(path, kind).into()),
            _ => {}
        }
        let file = read_and_append().open(path).map_err(|error| Failure::unwritable(path, &error))?;
        let file = journal.lock(file)?;
        journal.summary =
            reader::read(path, kind, &file.file, summary, |line, object| take(line.number, object)).map_err(
                |refusal| match refusal {
                    Refusal::Unreadable(error) => journal.refused(&format!("cannot be read: {error}")),
                    Refusal::Bad(bad) => bad.into(),
                },
            )?;
        if journal.summary.is_torn {
            failure::note(format_args!(
                "the last line of the journal {} is torn and is dropped",
                quote(path)
            ));
        }
        journal.file = Some(file);
        Ok(journal)
    }

    /// Makes the file, if it is not there yet, so that a path that cannot be written fails before any work is done.
    ///
    /// # Errors
    /// [`Failure::Unwritable`]; [`Failure::Usage`] if another run has made it meanwhile.
    pub fn create(&mut self) -> Result<(), Failure> {
        if self.file.is_none() {
            let file = read_and_append().create_new(true).open(&self.path);
            let file = file.map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => self.in_use(),
                _ => Failure::unwritable(&self.path, &error),
            })?;
            self.file = Some(self.lock(file)?);
        }
        Ok(())
    }

    /// Adds an item, and waits until the disk has it.
    pub fn write(&mut self, item: &impl Serialize) -> Result<(), Failure> {
        self.append(item)?;
        self.sync()
    }

    /// Adds an item, for which the disk is waited for only once in a while, and when the journal is
    /// [finished](Journal::finish). Until then a crash of the machine can lose it, but not a crash of this program.
    pub fn write_soon(&mut self, item: &impl Serialize) -> Result<(), Failure> {
        self.append(item)?;
        if self.synced.elapsed() < SYNC_INTERVAL { Ok(()) } else { self.sync() }
    }

    /// Ends the journal: the disk has all of it.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.sync()
    }

    fn sync(&mut self) -> Result<(), Failure> {
        self.synced = Instant::now();
        self.file
            .as_ref()
            .map_or(Ok(()), |file| file.file.sync_data())
            .map_err(|error| self.unwritable(&error))
    }

    fn append(&mut self, item: &impl Serialize) -> Result<(), Failure> {
        let no_form = |why: &str| Failure::Internal(format!("{}: an item has no line: {why}", self.path));
        let object = serde_json::to_string(item).map_err(|error| no_form(&error.to_string()))?;
        self.append_object(&object)
    }

    /// Adds the text of an object.
    fn append_object(&mut self, object: &str) -> Result<(), Failure> {
        let no_form = |why: &str| Failure::Internal(format!("{}: an item has no line: {why}", self.path));
        let mut checksum = self.summary.checksum;
        let line = checksum.seal(object).ok_or_else(|| no_form("it is no object"))? + "\n";
        if line.len() > MAX_LINE_LENGTH {
            return Err(no_form("it is too long"));
        }
        self.create()?;
        self.put(line.as_bytes()).map_err(|error| self.unwritable(&error))?;
        let length = self.summary.length + line.len() as u64;
        self.summary = JournalSummary { lines: self.summary.lines + 1, length, is_torn: false, checksum };
        Ok(())
    }

    /// Writes a line at once behind the whole ones. A failure leaves a torn line, which
    /// the next call cuts off.
    fn put(&mut self, line: &[u8]) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        if self.summary.is_torn {
            files::cut(Path::new(&self.path), self.summary.length)?;
        }
        self.summary.is_torn = true;
        file.file.write_all(line)
    }

    fn lock(&self, file: File) -> Result<LockedFile, Failure> {
        LockedFile::lock(file, Path::new(&self.path)).map_err(|error| match error {
            TryLockError::WouldBlock => self.in_use(),
            TryLockError::Error(error) => self.refused(&format!("cannot be locked: {error}")),
        })
    }

    fn unwritable(&self, error: &io::Error) -> Failure {
        Failure::unwritable(&self.path, error)
    }

    fn in_use(&self) -> Failure {
        in_use(&self.path)
    }

    fn refused(&self, why: &str) -> Failure {
        refused(&self.path, why)
    }
}

/// Makes sure that no run is using a file.
pub(crate) fn refuse_locked(path: &Path) -> Result<(), Failure> {
    match open_file(path).map(|file| FileLock::of(&file, path)) {
        Ok(Err(TryLockError::WouldBlock)) => Err(in_use(&path.to_string_lossy())),
        _ => Ok(()),
    }
}

fn in_use(path: &str) -> Failure {
    refused(path, "is in use by another run. Wait for it, or name another.")
}

fn refused(path: &str, why: &str) -> Failure {
    Failure::Usage(format!("the journal {} {why}", quote(path)))
}

fn read_and_append() -> OpenOptions {
    let mut options = File::options();
    options.read(true).append(true);
    options
}

/// The refusal of a device, a pipe or a folder: none of them keeps what is written, and some have no end.
fn no_file(path: &str, kind: &Kind) -> BadInput {
    let found = format!("{}, which is no regular file", quote(path));
    let remedy = format!("Name a {}, or a file that is not there yet", kind.name);
    BadInput::new(kind.name, None, found, "a file on a disk", remedy)
}

/// An open file and its lock.
#[derive(Debug)]
struct LockedFile {
    file: File,
    _lock: FileLock,
}

impl LockedFile {
    /// # Errors
    /// As [`FileLock::of`].
    fn lock(file: File, path: &Path) -> Result<LockedFile, TryLockError> {
        let lock = FileLock::of(&file, path)?;
        Ok(LockedFile { file, _lock: lock })
    }
}

#[cfg(test)]
mod tests;
