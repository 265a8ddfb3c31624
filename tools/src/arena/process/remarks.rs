//! What an engine writes to stderr: the last lines are kept, all of them go to a file if one is named, and the supervisor's
//! report is among them.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::arena::log::Channel;
use crate::arena::supervisor::EngineExit;

/// How many lines are kept.
const KEPT: usize = 8;
/// The longest piece that is taken for a line, in bytes.
const LONGEST: u64 = 1 << 12;

/// What was written, so far.
#[derive(Debug, Default)]
struct Told {
    lines: VecDeque<String>,
    ending: Option<EngineExit>,
}

impl Told {
    fn take(&mut self, line: &str) {
        if let Some(ending) = EngineExit::read(line) {
            // A launcher that could not become the engine has reported before its supervisor does.
            self.ending.get_or_insert(ending);
        } else if !line.is_empty() {
            if self.lines.len() == KEPT {
                self.lines.pop_front();
            }
            self.lines.push_back(line.to_owned());
        }
    }
}

/// An engine's stderr.
#[derive(Debug)]
pub struct Remarks {
    told: Arc<Mutex<Told>>,
    /// Hangs up at the end of stderr.
    end: Receiver<()>,
}

impl Remarks {
    /// Reads on a thread of its own, which ends with stderr.
    ///
    /// # Errors
    /// If the file cannot be opened, or there is no thread to be had.
    pub fn read(source: ChildStderr, file: Option<&str>, log: Channel) -> io::Result<Remarks> {
        let open = |file| OpenOptions::new().append(true).create(true).open(file);
        let copy = file.map(open).transpose()?;
        let (sender, end) = channel();
        let told = Arc::new(Mutex::new(Told::default()));
        let teller = Arc::clone(&told);
        let reading = move || {
            read_all(source, copy, &teller, &log);
            drop(sender);
        };
        thread::Builder::new().name("engine stderr".to_owned()).spawn(reading)?;
        Ok(Remarks { told, end })
    }

    /// The last lines.
    pub fn last_lines(&self) -> Vec<String> {
        lock(&self.told).lines.iter().cloned().collect()
    }

    /// How the engine ended, once stderr has, or when the time is over.
    pub fn ending(&self, patience: Duration) -> Option<EngineExit> {
        // Nothing is ever sent: either the other end hangs up, or the time is over.
        let _ = self.end.recv_timeout(patience);
        lock(&self.told).ending.clone()
    }
}

fn lock(told: &Mutex<Told>) -> MutexGuard<'_, Told> {
    told.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_all(source: impl Read, mut copy: Option<File>, told: &Mutex<Told>, log: &Channel) {
    let mut source = BufReader::new(source);
    let mut piece = Vec::new();
    loop {
        piece.clear();
        match (&mut source).take(LONGEST).read_until(b'\n', &mut piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&piece);
        let line = text.trim_end_matches(['\r', '\n']);
        lock(told).take(line);
        if EngineExit::read(line).is_none() {
            if !line.is_empty() {
                log.write(Instant::now(), '!', line);
            }
            // A full disk must not stop the reading.
            copy = copy.and_then(|mut file| file.write_all(&piece).ok().map(|()| file));
        }
    }
}
