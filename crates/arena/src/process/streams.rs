//! The output of an engine, read by a thread for each of its two streams: the lines of stdout with the time of their
//! arrival, bounded in number and length, and the last lines of stderr, among which is the report of the supervisor.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::process::{ChildStderr, ChildStdout};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use shuangqi_cli::reader::BoundedReader;

use super::EngineOutput;
use crate::log::Channel;
use crate::supervisor::EngineExit;

/// The longest line of stdout that is kept, in bytes.
pub const MAX_LINE: u64 = 1 << 20;
/// The most that an engine may write for one move, in bytes; each line costs [`LINE_COST`] more.
pub const MAX_BYTES: u64 = 64 << 20;
/// The memory that a line takes beside its bytes.
const LINE_COST: u64 = 64;
/// The lines of stderr that are kept.
const KEPT: usize = 8;
/// The longest piece of stderr that is taken for a line, in bytes.
const MAX_STDERR_LINE: u64 = 1 << 12;

/// A message of the reading thread. It closes the channel at the end of the output.
#[derive(Debug)]
pub enum OutputEvent {
    Line(EngineOutput),
    /// The limit is exceeded; nothing more is read.
    Flood,
}

/// The stdout of an engine.
#[derive(Debug)]
pub struct Output {
    /// In order.
    pub events: Receiver<OutputEvent>,
    /// Bytes since the last reset, with the costs of lines.
    written: Arc<AtomicU64>,
}

impl Output {
    /// Starts a thread that reads to the end of the output, the limit, or the end of the receiver.
    pub fn read(source: ChildStdout) -> io::Result<Output> {
        let (sender, events) = channel();
        let written = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&written);
        let reading = move || read_stdout(source, &sender, &counter);
        thread::Builder::new().name("engine output".to_owned()).spawn(reading)?;
        Ok(Output { events, written })
    }

    /// Counts from 0 again.
    pub fn reset_limit(&self) {
        self.written.store(0, Relaxed);
    }
}

fn read_stdout(source: ChildStdout, sender: &Sender<OutputEvent>, written: &AtomicU64) {
    let mut source = BoundedReader::new(source, MAX_LINE);
    let mut line = Vec::new();
    while source.read_line(&mut line).is_ok_and(|length| length > 0) {
        let at = Instant::now();
        let is_cut = line.len() as u64 == MAX_LINE && !line.ends_with(b"\n");
        let rest = if is_cut { source.skip_line(MAX_BYTES).unwrap_or(0) } else { 0 };
        let cost = (line.len() + rest) as u64 + LINE_COST;
        let is_flood = written.fetch_add(cost, Relaxed) + cost > MAX_BYTES;
        let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
        let event = if is_flood { OutputEvent::Flood } else { OutputEvent::Line(EngineOutput { text, at }) };
        if sender.send(event).is_err() || is_flood {
            return;
        }
    }
}

#[derive(Debug, Default)]
struct StderrState {
    lines: VecDeque<String>,
    ending: Option<EngineExit>,
}

/// The stderr of an engine.
#[derive(Debug)]
pub struct Stderr {
    state: Arc<Mutex<StderrState>>,
    /// Closed at the end of stderr.
    end: Receiver<()>,
}

impl Stderr {
    /// Starts a thread that reads to the end of stderr, and appends what the engine writes to a file if one is given.
    pub fn read(source: ChildStderr, file: Option<&str>, log: Channel) -> io::Result<Stderr> {
        let open = |file| OpenOptions::new().append(true).create(true).open(file);
        let copy = file.map(open).transpose()?;
        let (sender, end) = channel();
        let state = Arc::new(Mutex::new(StderrState::default()));
        let shared = Arc::clone(&state);
        let reading = move || {
            read_stderr(source, copy, &shared, &log);
            drop(sender);
        };
        thread::Builder::new().name("engine stderr".to_owned()).spawn(reading)?;
        Ok(Stderr { state, end })
    }

    pub fn last_lines(&self) -> Vec<String> {
        lock(&self.state).lines.iter().cloned().collect()
    }

    /// The exit of the engine, once stderr has ended, or after the timeout.
    pub fn ending(&self, timeout: Duration) -> Option<EngineExit> {
        // Nothing is ever sent: the channel closes, or the time is over.
        let _ = self.end.recv_timeout(timeout);
        lock(&self.state).ending.clone()
    }
}

fn lock(state: &Mutex<StderrState>) -> MutexGuard<'_, StderrState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_stderr(source: ChildStderr, mut copy: Option<File>, state: &Mutex<StderrState>, log: &Channel) {
    let mut source = BoundedReader::new(source, MAX_STDERR_LINE);
    let mut piece = Vec::new();
    while source.read_line(&mut piece).is_ok_and(|length| length > 0) {
        let text = String::from_utf8_lossy(&piece);
        let line = text.trim_end_matches(['\r', '\n']);
        if let Some(ending) = EngineExit::read(line) {
            // A launcher that could not become the engine has reported before its supervisor does.
            lock(state).ending.get_or_insert(ending);
            continue;
        }
        // A full disk must not stop the reading.
        copy = copy.and_then(|mut file| file.write_all(&piece).ok().map(|()| file));
        if line.is_empty() {
            continue;
        }
        log.write(Instant::now(), '!', line);
        let lines = &mut lock(state).lines;
        if lines.len() == KEPT {
            lines.pop_front();
        }
        lines.push_back(line.to_owned());
    }
}
