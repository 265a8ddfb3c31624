//! The stdout of an engine: lines with the time of their arrival, bounded in number and length.

use std::io::{self, Read};
use std::process::ChildStdout;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use super::EngineOutput;

/// The longest line that is kept, in bytes.
pub const MAX_LINE: usize = 1 << 20;
/// The most that an engine may write for one move, in bytes; each line costs [`LINE_COST`] more.
pub const MAX_BYTES: u64 = 64 << 20;
/// The memory that a line takes beside its bytes.
const LINE_COST: u64 = 64;

/// What the reading thread sends. It closes the channel at the end of the output.
#[derive(Debug)]
pub enum OutputEvent {
    Line(EngineOutput),
    /// The limit is exceeded; nothing more is read.
    Flood,
}

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
        let reading = move || Reader { line: Vec::new(), sender, written: counter }.read_all(source);
        thread::Builder::new().name("engine output".to_owned()).spawn(reading)?;
        Ok(Output { events, written })
    }

    /// Counts from 0 again.
    pub fn reset_limit(&self) {
        self.written.store(0, Relaxed);
    }
}

struct Reader {
    /// The line so far, cut at [`MAX_LINE`].
    line: Vec<u8>,
    sender: Sender<OutputEvent>,
    written: Arc<AtomicU64>,
}

impl Reader {
    fn read_all(mut self, mut source: impl Read) {
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = match source.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => break,
                Ok(count) => count,
            };
            let at = Instant::now();
            let lines = buffer[..count].iter().filter(|&&byte| byte == b'\n').count() as u64;
            let cost = count as u64 + LINE_COST * lines;
            if self.written.fetch_add(cost, Relaxed) + cost > MAX_BYTES {
                // A closed channel needs no report.
                let _ = self.sender.send(OutputEvent::Flood);
                return;
            }
            if !self.cut(&buffer[..count], at) {
                return;
            }
        }
        if !self.line.is_empty() {
            self.finish(Instant::now());
        }
    }

    /// Sends the lines that end in these bytes; `false`: the channel is closed.
    fn cut(&mut self, bytes: &[u8], at: Instant) -> bool {
        bytes.split_inclusive(|&byte| byte == b'\n').all(|piece| {
            let room = MAX_LINE - self.line.len();
            let (text, is_whole) = match piece.split_last() {
                Some((b'\n', text)) => (text, true),
                _ => (piece, false),
            };
            self.line.extend_from_slice(&text[..text.len().min(room)]);
            !is_whole || self.finish(at)
        })
    }

    fn finish(&mut self, at: Instant) -> bool {
        let text = String::from_utf8_lossy(&self.line).trim_end_matches('\r').to_owned();
        self.line.clear();
        self.sender.send(OutputEvent::Line(EngineOutput { text, at })).is_ok()
    }
}
