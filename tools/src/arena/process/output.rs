//! What an engine writes, cut into lines and stamped as it arrives.

use std::io::{self, Read};
use std::process::ChildStdout;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use super::Heard;

/// The longest line that is kept, in bytes.
pub const LONGEST: usize = 1 << 20;
/// The most that an engine may write in one turn, in bytes; lines cost [`LINE`] more.
pub const MOST: u64 = 64 << 20;
/// What a line takes beside its bytes.
const LINE: u64 = 64;

/// What the reading thread tells. It hangs up at the end of the output.
#[derive(Debug)]
pub enum Arrival {
    /// A line.
    Line(Heard),
    /// It is too much; nothing more is read.
    Flood,
}

/// An engine's stdout.
#[derive(Debug)]
pub struct Output {
    /// In order.
    pub arrivals: Receiver<Arrival>,
    /// Bytes in this turn, with the costs of lines.
    written: Arc<AtomicU64>,
}

impl Output {
    /// Reads on a thread of its own, which ends with the output, a flood, or the receiver.
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub fn read(source: ChildStdout) -> io::Result<Output> {
        let (sender, arrivals) = channel();
        let written = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&written);
        let reading = move || Reader { line: Vec::new(), sender, written: counter }.read_all(source);
        thread::Builder::new().name("engine output".to_owned()).spawn(reading)?;
        Ok(Output { arrivals, written })
    }

    /// Begins to count anew.
    pub fn forgive(&self) {
        self.written.store(0, Relaxed);
    }
}

struct Reader {
    /// The line so far, cut at [`LONGEST`].
    line: Vec<u8>,
    sender: Sender<Arrival>,
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
            let cost = count as u64 + LINE * lines;
            if self.written.fetch_add(cost, Relaxed) + cost > MOST {
                // If nobody listens any more, nobody wants to know.
                let _ = self.sender.send(Arrival::Flood);
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

    /// `false`: nobody listens.
    fn cut(&mut self, bytes: &[u8], at: Instant) -> bool {
        bytes.split_inclusive(|&byte| byte == b'\n').all(|piece| {
            let room = LONGEST - self.line.len();
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
        self.sender.send(Arrival::Line(Heard { text, at })).is_ok()
    }
}
