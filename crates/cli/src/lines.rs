//! Protocol lines, read on a thread of their own, so that a program can search and read at the same time.
//!
//! No input ends the reader: CR LF, bytes that are not UTF-8, a byte-order mark and endless lines are all handled.

use std::io::{self, Read};
use std::thread;

use crossbeam_channel::{Receiver, bounded};

use crate::failure;
use crate::reader::BoundedReader;

/// The longest line that is read as one, in bytes: a game of many thousand moves fits.
pub const LIMIT: usize = 1 << 20;

/// No line is skipped further than this, in bytes: what goes on without end is no input.
const ENDLESS: u64 = 1 << 28;

/// The number of lines that may wait before the reader pauses.
const WAITING: usize = 1024;

/// A line that arrived, or the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line without its end. Bytes that are not UTF-8 appear as U+FFFD.
    Line(String),
    /// A line longer than [`LIMIT`] was skipped; reading goes on after it.
    TooLong,
    /// The end of input, or an error (its text) that came instead. Nothing follows.
    End(Option<String>),
}

/// The lines of standard input.
pub fn from_stdin() -> Receiver<Event> {
    read(io::stdin())
}

/// The lines of a source, read on a thread that ends with it or with the receiver.
pub fn read(source: impl Read + Send + 'static) -> Receiver<Event> {
    let (sender, receiver) = bounded(WAITING);
    thread::spawn(move || {
        let mut lines = Lines::new(source);
        loop {
            let event = lines.next();
            let last = matches!(event, Event::End(_));
            if let Event::End(Some(why)) = &event {
                failure::note(format_args!("nothing more is read: {why}"));
            }
            if sender.send(event).is_err() || last {
                return;
            }
        }
    });
    receiver
}

/// A source cut into lines of bounded length.
struct Lines<R> {
    source: BoundedReader<R>,
    at_start: bool,
}

impl<R: Read> Lines<R> {
    fn new(source: R) -> Self {
        // One byte more shows that a line is too long.
        Lines { source: BoundedReader::new(source, LIMIT as u64 + 1), at_start: true }
    }

    fn next(&mut self) -> Event {
        let mut line = Vec::new();
        match self.source.read_line(&mut line) {
            Err(error) => Event::End(Some(error.to_string())),
            Ok(0) => Event::End(None),
            Ok(length) if length > LIMIT && !line.ends_with(b"\n") => self.skip_line(),
            Ok(_) => Event::Line(self.text(&line)),
        }
    }

    fn text(&mut self, line: &[u8]) -> String {
        const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
        let line = match line.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) if self.at_start => rest,
            _ => line,
        };
        self.at_start = false;
        String::from_utf8_lossy(line).trim_end_matches(['\r', '\n']).to_owned()
    }

    fn skip_line(&mut self) -> Event {
        match self.source.skip_line(ENDLESS) {
            Ok(skipped) if skipped as u64 == ENDLESS => {
                Event::End(Some(format!("a line of more than {} MiB", ENDLESS >> 20)))
            }
            Ok(_) => Event::TooLong,
            Err(error) => Event::End(Some(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(bytes: Vec<u8>) -> Vec<Event> {
        read(io::Cursor::new(bytes)).iter().collect()
    }

    fn line(text: &str) -> Event {
        Event::Line(text.to_owned())
    }

    #[test]
    fn a_line_without_end_is_thrown_away_and_reading_goes_on() {
        let mut bytes = vec![b'x'; 3 * LIMIT];
        bytes.extend_from_slice(b"\nquit\n");
        assert_eq!(events(bytes), [Event::TooLong, line("quit"), Event::End(None)]);
    }

    #[test]
    fn a_line_of_just_the_limit_is_read() {
        let mut bytes = vec![b'x'; LIMIT];
        bytes.extend_from_slice(b"\nquit\n");
        let events = events(bytes);
        assert!(matches!(&events[0], Event::Line(text) if text.len() == LIMIT));
        assert_eq!(events[1], line("quit"));
    }

    #[test]
    fn a_line_that_goes_on_without_end_ends_the_input() {
        let events: Vec<Event> = read(io::repeat(b'x')).iter().collect();
        assert_eq!(events, [Event::End(Some("a line of more than 256 MiB".to_owned()))]);
    }

    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }

    #[test]
    fn an_error_ends_the_input() {
        let events: Vec<Event> = read(Broken).iter().collect();
        assert_eq!(events, [Event::End(Some("unplugged".to_owned()))]);
    }
}
