//! The thread that syncs a journal to the disk.

use std::fs::File;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

/// The pause after each sync of the file.
const PAUSE: Duration = Duration::from_millis(250);

/// A thread that syncs the file to the disk, so that writers need not wait.
#[derive(Debug)]
pub struct SyncThread {
    /// The signal that something was written, and the one that ends the thread when it is dropped.
    written: Option<(Sender<()>, Sender<()>)>,
    error: Arc<Mutex<Option<io::Error>>>,
    thread: Option<JoinHandle<()>>,
}

impl SyncThread {
    pub fn start(file: File) -> SyncThread {
        let ((written, news), (end, closing)) = (bounded(1), bounded(0));
        let error = Arc::new(Mutex::new(None));
        let place = Arc::clone(&error);
        let thread = thread::spawn(move || run(&file, &news, &place, &closing));
        SyncThread { written: Some((written, end)), error, thread: Some(thread) }
    }

    /// Signals that something was written, and returns an earlier error of the thread.
    pub fn notify(&self) -> io::Result<()> {
        if let Some((written, _)) = &self.written {
            // One pending signal is enough.
            let _ = written.try_send(());
        }
        let error = self.error.lock().unwrap_or_else(PoisonError::into_inner).take();
        error.map_or(Ok(()), Err)
    }

    pub fn finish(mut self) -> io::Result<()> {
        self.stop();
        self.notify()
    }

    fn stop(&mut self) {
        drop(self.written.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for SyncThread {
    fn drop(&mut self) {
        self.stop();
    }
}

fn run(file: &File, news: &Receiver<()>, error: &Mutex<Option<io::Error>>, closing: &Receiver<()>) {
    while news.recv().is_ok() {
        if let Err(failed) = file.sync_data() {
            *error.lock().unwrap_or_else(PoisonError::into_inner) = Some(failed);
        }
        // Nothing is ever sent here: it is the end of the journal that ends the rest early.
        if closing.recv_timeout(PAUSE) == Err(RecvTimeoutError::Disconnected) {
            return;
        }
    }
}
