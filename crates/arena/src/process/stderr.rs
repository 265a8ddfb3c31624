//! The stderr of an engine: the last lines are kept, all lines go to a file if one is given, and the report of the
//! supervisor is among them.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use shuangqi_cli::reader::BoundedReader;

use crate::log::Channel;
use crate::supervisor::EngineExit;

const KEPT: usize = 8;
/// The longest piece that is taken for a line, in bytes.
const MAX_LINE: u64 = 1 << 12;

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<String>,
    ending: Option<EngineExit>,
}

impl State {
    fn add(&mut self, line: &str) {
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

#[derive(Debug)]
pub struct Stderr {
    state: Arc<Mutex<State>>,
    /// Closed at the end of stderr.
    end: Receiver<()>,
}

impl Stderr {
    /// Starts a thread that reads to the end of stderr.
    pub fn read(source: ChildStderr, file: Option<&str>, log: Channel) -> io::Result<Stderr> {
        let open = |file| OpenOptions::new().append(true).create(true).open(file);
        let copy = file.map(open).transpose()?;
        let (sender, end) = channel();
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        let reading = move || {
            read_all(source, copy, &shared, &log);
            drop(sender);
        };
        thread::Builder::new().name("engine stderr".to_owned()).spawn(reading)?;
        Ok(Stderr { state, end })
    }

    pub fn last_lines(&self) -> Vec<String> {
        lock(&self.state).lines.iter().cloned().collect()
    }

    /// How the engine ended, once stderr has, or after the timeout.
    pub fn ending(&self, timeout: Duration) -> Option<EngineExit> {
        // Nothing is ever sent: the channel closes, or the time is over.
        let _ = self.end.recv_timeout(timeout);
        lock(&self.state).ending.clone()
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_all(source: impl Read, mut copy: Option<File>, state: &Mutex<State>, log: &Channel) {
    let mut source = BoundedReader::new(source, MAX_LINE);
    let mut piece = Vec::new();
    while source.read_line(&mut piece).is_ok_and(|length| length > 0) {
        let text = String::from_utf8_lossy(&piece);
        let line = text.trim_end_matches(['\r', '\n']);
        lock(state).add(line);
        if EngineExit::read(line).is_none() {
            if !line.is_empty() {
                log.write(Instant::now(), '!', line);
            }
            // A full disk must not stop the reading.
            copy = copy.and_then(|mut file| file.write_all(&piece).ok().map(|()| file));
        }
    }
}
