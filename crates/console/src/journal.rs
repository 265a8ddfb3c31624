//! What is done already, in a file that survives an interruption.
//!
//! One line of JSON for each finished item, written whole; on the disk before the next is taken, or, where items take
//! milliseconds, a moment later. A line that a crash has torn is dropped. One run at a time: the file is locked.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use serde::Serialize;

use crate::bad_input::quote;
use crate::{Failure, stderr};

/// The pause after each time that the disk is asked to take what was written.
const REST: Duration = Duration::from_millis(250);

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: String,
    file: File,
    /// The length without the torn line. It is cut off with the first item: who finds the lines to be no journal may
    /// close the file as it was.
    whole: Option<u64>,
    follower: Option<Follower>,
}

impl Journal {
    /// Opens a journal, or begins one; with it come the lines that it holds.
    ///
    /// # Errors
    /// A file that cannot be opened, or that another run is using.
    pub fn open(path: &str) -> Result<(Journal, Vec<String>), Failure> {
        let refused = |why: String| Failure::Usage(format!("the journal {} {why}", quote(path)));
        let opened = File::options().read(true).append(true).create(true).open(path);
        let mut file = opened.map_err(|error| Failure::unwritable(path, &error))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                refused("is in use by another run. Wait for it, or name another.".to_owned())
            }
            TryLockError::Error(error) => refused(format!("cannot be locked: {error}")),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| refused(format!("cannot be read: {error}")))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let is_torn = whole < bytes.len();
        if is_torn {
            stderr::note(format_args!("the last line of the journal {} is torn and is dropped", quote(path)));
        }
        let lines = String::from_utf8_lossy(&bytes[..whole]).lines().map(str::to_owned).collect();
        let whole = is_torn.then_some(whole as u64);
        Ok((Journal { path: path.to_owned(), file, whole, follower: None }, lines))
    }

    /// Adds an item, and waits until the disk has it.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn write(&mut self, item: &impl Serialize) -> Result<(), Failure> {
        self.append(item)?;
        self.file.sync_data().map_err(Failure::Unwritable)
    }

    /// Adds an item; the disk has it within a second, or when the journal is [finished](Journal::finish). The death of
    /// this program cannot undo it in the meantime, only that of the machine.
    ///
    /// # Errors
    /// [`Failure::Unwritable`], for an earlier item too.
    pub fn write_soon(&mut self, item: &impl Serialize) -> Result<(), Failure> {
        self.append(item)?;
        if self.follower.is_none() {
            let file = self.file.try_clone().map_err(Failure::Unwritable)?;
            self.follower = Some(Follower::start(file));
        }
        match &self.follower {
            Some(follower) => follower.tell(),
            None => Ok(()),
        }
    }

    /// Ends the journal: the disk has all of it.
    ///
    /// # Errors
    /// [`Failure::Unwritable`].
    pub fn finish(mut self) -> Result<(), Failure> {
        let told = self.follower.take().map_or(Ok(()), Follower::finish);
        self.file.sync_data().map_err(Failure::Unwritable).and(told)
    }

    fn append(&mut self, item: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(item).map_err(|error| {
            Failure::Internal(format!("{}: an item has no JSON form: {error}", self.path))
        })?;
        if let Some(whole) = self.whole.take() {
            self.file.set_len(whole).map_err(Failure::Unwritable)?;
        }
        self.file.write_all((text + "\n").as_bytes()).map_err(Failure::Unwritable)
    }
}

/// A thread that lets the disk take what was written, so that nobody waits for it.
#[derive(Debug)]
struct Follower {
    /// Where word of something written goes, and what tells the thread to end.
    written: Option<(Sender<()>, Sender<()>)>,
    error: Arc<Mutex<Option<io::Error>>>,
    thread: Option<JoinHandle<()>>,
}

impl Follower {
    fn start(file: File) -> Follower {
        let ((written, news), (end, closing)) = (bounded(1), bounded(0));
        let error = Arc::new(Mutex::new(None));
        let place = Arc::clone(&error);
        let thread = thread::spawn(move || follow(&file, &news, &place, &closing));
        Follower { written: Some((written, end)), error, thread: Some(thread) }
    }

    /// Tells that something was written, and learns what went wrong before.
    fn tell(&self) -> Result<(), Failure> {
        if let Some((written, _)) = &self.written {
            // Where word is on its way already, more of it would say the same.
            let _ = written.try_send(());
        }
        let error = self.error.lock().unwrap_or_else(PoisonError::into_inner).take();
        error.map_or(Ok(()), |error| Err(Failure::Unwritable(error)))
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.stop();
        self.tell()
    }

    fn stop(&mut self) {
        drop(self.written.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.stop();
    }
}

fn follow(file: &File, news: &Receiver<()>, error: &Mutex<Option<io::Error>>, closing: &Receiver<()>) {
    while news.recv().is_ok() {
        if let Err(failed) = file.sync_data() {
            *error.lock().unwrap_or_else(PoisonError::into_inner) = Some(failed);
        }
        // Nothing is ever sent here: it is the end of the journal that ends the rest early.
        if closing.recv_timeout(REST) == Err(RecvTimeoutError::Disconnected) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn items_come_back_and_a_torn_line_goes_with_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let name = path.to_str().unwrap();
        let (mut journal, lines) = Journal::open(name).unwrap();
        assert!(lines.is_empty() && Journal::open(name).is_err());
        for item in 0..1000 {
            journal.write_soon(&item).unwrap();
        }
        journal.finish().unwrap();
        fs::write(&path, fs::read_to_string(&path).unwrap() + "to").unwrap();
        let (mut journal, lines) = Journal::open(name).unwrap();
        assert_eq!((lines.len(), lines[999].as_str()), (1000, "999"));
        assert!(fs::read_to_string(&path).unwrap().ends_with("\nto"));
        journal.write(&"end").unwrap();
        drop(journal);
        assert!(fs::read_to_string(&path).unwrap().ends_with("\n999\n\"end\"\n"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told() {
        let file = File::options().append(true).open("/dev/full").unwrap();
        let mut journal = Journal { path: "full".to_owned(), file, whole: None, follower: None };
        assert!(matches!(journal.write_soon(&1), Err(Failure::Unwritable(_))));
    }
}
