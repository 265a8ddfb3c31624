//! The options and the standard input of programs.

use std::io::Cursor;

use shuangqi_cli::args::{HashSize, Threads};
use shuangqi_cli::lines::{self, Event, LIMIT};

/// A size is shown as a text that means the same; a number of threads is at least one; an error shows a way out.
pub fn options(text: &str) {
    match text.parse::<HashSize>() {
        Ok(size) => {
            assert!(size.bytes() >= 1 << 10, "{text:?}");
            assert_eq!(size.to_string().parse(), Ok(size), "{text:?}");
        }
        Err(message) => assert!(message.contains("expected") && message.contains("--hash"), "{message}"),
    }
    match text.parse::<Threads>() {
        Ok(Threads::Auto) => assert_eq!(text, "auto"),
        Ok(Threads::Exactly(count)) => assert_eq!(text.parse::<Threads>(), Ok(Threads::Exactly(count))),
        Err(message) => assert!(message.contains("expected") && message.contains("--threads"), "{message}"),
    }
}

/// Every line arrives, in order and without its end, and then the end of input.
pub fn lines(bytes: &[u8]) {
    let events: Vec<Event> = lines::read(Cursor::new(bytes.to_vec())).iter().collect();
    let mut expected: Vec<Event> = bytes.split_inclusive(|&byte| byte == b'\n').map(event).collect();
    if let (Some(Event::Line(first)), Some(b"\xef\xbb\xbf")) = (expected.first_mut(), bytes.get(..3)) {
        first.drain(..'\u{feff}'.len_utf8());
    }
    expected.push(Event::End(None));
    assert_eq!(events, expected);
}

fn event(line: &[u8]) -> Event {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    if text.len() > LIMIT {
        return Event::TooLong;
    }
    Event::Line(String::from_utf8_lossy(text).trim_end_matches(['\r', '\n']).to_owned())
}
