//! The lines of a journal, checked one by one as they are read, by this run or while another one writes them.
//!
//! Each line ends with the CRC-32 of its own bytes and of all lines before it, so that a line that was changed, moved,
//! doubled or removed is noticed. CRC-32 is enough: it guards against accidents, not against forgery.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use serde::Deserialize;

use super::Kind;
use crate::reader::{BoundedReader, open_file};
use crate::{BadInput, Failure};
use search_core::Message;
use search_core::bad_input::quote;

/// The longest line, in bytes: a game of a hundred thousand moves fits. No other file is read further than this.
pub(super) const MAX_LINE_LENGTH: usize = 1 << 24;

/// The size and the state of a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct JournalSummary {
    /// The whole lines.
    pub lines: usize,
    /// Their bytes.
    pub length: u64,
    /// Whether a torn line follows them.
    pub is_torn: bool,
    /// The checksum of the lines.
    pub checksum: RunningChecksum,
}

/// Why a journal cannot be used.
#[derive(Debug)]
pub(super) enum Refusal {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is not what was written.
    Bad(BadInput),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::Unreadable(error)
    }
}

/// The place of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePlace {
    /// From 1.
    pub number: usize,
    /// The bytes before it.
    pub offset: u64,
    /// Its bytes, its end included.
    pub length: usize,
}

/// Reads a journal to its end, from the end of what is known of it; `take` is given the place of each line and its object.
pub(super) fn read(
    path: &str,
    kind: &Kind,
    source: impl Read,
    known: JournalSummary,
    mut take: impl FnMut(LinePlace, &str) -> Result<(), BadInput>,
) -> Result<JournalSummary, Refusal> {
    // One byte more shows that a line is too long.
    let mut source = BoundedReader::new(source, MAX_LINE_LENGTH as u64 + 1);
    let mut summary = JournalSummary { is_torn: false, ..known };
    let messages = LineMessages { path, kind };
    let mut bytes = Vec::new();
    for number in known.lines + 1.. {
        let length = source.read_line(&mut bytes)?;
        if length == 0 {
            break;
        }
        let Some(line) = bytes.strip_suffix(b"\n") else {
            messages.check_end(number, &bytes).map_err(Refusal::Bad)?;
            summary.is_torn = true;
            break;
        };
        let opened = messages.open(number, line, &mut summary.checksum);
        let place = LinePlace { number, offset: summary.length, length };
        opened.and_then(|object| take(place, &object)).map_err(|bad| Refusal::Bad(bad.at(path, number)))?;
        summary.length += length as u64;
        summary.lines = number;
    }
    Ok(summary)
}

/// The errors that lines of a journal can have.
struct LineMessages<'a> {
    path: &'a str,
    kind: &'a Kind,
}

impl LineMessages<'_> {
    /// The object of a whole line.
    fn open(&self, number: usize, line: &[u8], checksum: &mut RunningChecksum) -> Result<String, BadInput> {
        let text = String::from_utf8_lossy(line);
        if number == 1 && !text.starts_with(&self.prefix()) {
            return Err(self.another_file(&text));
        }
        checksum.open(&text).map_err(|error| self.line_error(number, error))
    }

    /// The beginning of the first line.
    fn prefix(&self) -> String {
        format!("{{\"schema\":\"{}\"", self.kind.schema)
    }

    /// The end of a file without the end of a line: that of a journal is torn, another file is left alone.
    fn check_end(&self, number: usize, bytes: &[u8]) -> Result<(), BadInput> {
        let prefix = self.prefix();
        let is_own =
            number > 1 || bytes.starts_with(prefix.as_bytes()) || prefix.as_bytes().starts_with(bytes);
        if bytes.len() > MAX_LINE_LENGTH {
            let found = format!("a line of more than {} MiB", MAX_LINE_LENGTH >> 20);
            return Err(self.bad_input(found, self.other_remedy()).at(self.path, number));
        }
        match is_own {
            true => Ok(()),
            false => Err(self.another_file(&String::from_utf8_lossy(bytes)).at(self.path, number)),
        }
    }

    /// Another program's file, or that of another version, by its schema.
    fn another_file(&self, text: &str) -> BadInput {
        #[derive(Deserialize)]
        struct Tagged {
            schema: String,
            version: Option<String>,
        }
        let tagged: Option<Tagged> = serde_json::from_str(text).ok();
        let (schema, version) = tagged.map_or((None, None), |tagged| (Some(tagged.schema), tagged.version));
        let family = self.kind.schema.split('/').next().unwrap_or_default();
        let is_journal = schema.as_deref().is_some_and(|schema| schema.split('/').next() == Some(family));
        let remedy = if is_journal {
            let version =
                version.map_or_else(|| "Another version".to_owned(), |name| format!("Version {name}"));
            format!(
                "{version} of this program has written it: go on with that version, or {}",
                self.kind.restart
            )
        } else {
            self.other_remedy()
        };
        self.bad_input(quote(schema.as_deref().unwrap_or(text)), remedy)
    }

    fn other_remedy(&self) -> String {
        format!("Name a {}, or a file that is not there yet", self.kind.name)
    }

    fn line_error(&self, number: usize, error: LineError) -> BadInput {
        let line = if number == 1 { self.kind.first } else { "line" };
        let fault = match error {
            LineError::Bare => "without its checksum",
            LineError::Changed if number == 1 => "that has been changed since it was written",
            LineError::Changed => "that has been changed or moved, or others before it have",
        };
        self.bad_input(format!("a {line} {fault}"), self.remedy(number))
    }

    fn remedy(&self, number: usize) -> String {
        let Kind { restart, .. } = self.kind;
        match number {
            1 => format!("Restore the file from a copy, or {restart}"),
            _ => format!(
                "Restore the file from a copy, or go on with the {} before it (head -n {} {} > FILE), or {restart}",
                if number == 2 { "line" } else { "lines" },
                number - 1,
                crate::program::shell_word(self.path)
            ),
        }
    }

    fn bad_input(&self, found: impl Into<Message>, remedy: String) -> BadInput {
        let expected = format!("the lines of {} as they were written", self.kind.schema);
        BadInput::new(self.kind.name, None, found, expected, remedy)
    }
}

/// A journal that another run writes, read while it grows. It is not locked, and never changed.
#[derive(Debug)]
pub struct JournalTail {
    path: PathBuf,
    /// As messages call it.
    name: String,
    kind: Kind,
    summary: JournalSummary,
}

impl JournalTail {
    /// A journal of which nothing is known yet, and what messages call it.
    pub fn new(path: &Path, name: &str, kind: &Kind) -> JournalTail {
        JournalTail {
            path: path.to_owned(),
            name: name.to_owned(),
            kind: *kind,
            summary: JournalSummary::default(),
        }
    }

    /// Reads the lines that were written since the last time; `take` is given the number of each, from 1, and its object.
    /// A line that is not yet whole waits for the next time.
    ///
    /// # Errors
    /// A file that cannot be read, is of another kind or was changed, or what `take` finds wrong.
    pub fn read(&mut self, mut take: impl FnMut(usize, &str) -> Result<(), BadInput>) -> Result<(), Failure> {
        let unreadable = |error: &io::Error| {
            let found = format!("{} ({error})", quote(&self.name));
            BadInput::new(self.kind.name, None, found, "a file that can be read", "Check the name")
        };
        let mut file = open_file(&self.path).map_err(|error| unreadable(&error))?;
        file.seek(SeekFrom::Start(self.summary.length)).map_err(|error| unreadable(&error))?;
        let read = read(&self.name, &self.kind, file, self.summary, |line, object| take(line.number, object));
        self.summary = read.map_err(|refusal| match refusal {
            Refusal::Unreadable(error) => unreadable(&error),
            Refusal::Bad(bad) => bad,
        })?;
        Ok(())
    }
}

/// The object of a line whose checksum has been checked before.
pub(super) fn without_checksum(line: &str) -> Option<String> {
    let (body, digits) = line.strip_suffix('\n')?.strip_suffix(END)?.rsplit_once(KEY)?;
    (digits.len() == DIGITS).then(|| format!("{body}}}"))
}

/// The text between an object's last member and its checksum.
const KEY: &str = ",\"crc32\":\"";
/// The text behind the checksum.
const END: &str = "\"}";
/// Hexadecimal digits of a checksum.
const DIGITS: usize = 8;

/// The checksum of all lines so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RunningChecksum(u32);

/// The error of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LineError {
    /// It carries no checksum.
    Bare,
    /// Its checksum is not that of the lines up to it.
    Changed,
}

impl RunningChecksum {
    /// A JSON object with at least one member, with the checksum as its last; `None` for any other text.
    pub(super) fn seal(&mut self, object: &str) -> Option<String> {
        let body = object.strip_suffix('}').filter(|body| body.len() > 1 && body.starts_with('{'))?;
        *self = self.after(body);
        Some(format!("{body}{KEY}{}{END}", self.digits()))
    }

    /// The object that was sealed.
    fn open(&mut self, line: &str) -> Result<String, LineError> {
        let sealed = line.strip_suffix(END).ok_or(LineError::Bare)?;
        let (body, digits) = sealed.rsplit_once(KEY).ok_or(LineError::Bare)?;
        if digits.len() != DIGITS {
            return Err(LineError::Bare);
        }
        let next = self.after(body);
        if next.digits() != digits {
            return Err(LineError::Changed);
        }
        *self = next;
        Ok(format!("{body}}}"))
    }

    fn after(self, body: &str) -> RunningChecksum {
        let mut hasher = Hasher::new_with_initial(self.0);
        hasher.update(body.as_bytes());
        RunningChecksum(hasher.finalize())
    }

    fn digits(self) -> String {
        format!("{:0DIGITS$x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_can_be_opened_in_its_place_alone() {
        let mut writing = RunningChecksum::default();
        let lines: Vec<String> =
            [r#"{"a":1}"#, r#"{"a":2}"#].iter().map(|object| writing.seal(object).unwrap()).collect();
        let mut reading = RunningChecksum::default();
        assert_eq!(reading.open(&lines[1]), Err(LineError::Changed));
        assert_eq!(reading.open(&lines[0]).as_deref(), Ok(r#"{"a":1}"#));
        assert_eq!(reading.open(&lines[0]), Err(LineError::Changed));
        assert_eq!(reading.open(&lines[1]).as_deref(), Ok(r#"{"a":2}"#));
        assert_eq!(reading, writing);
    }

    #[test]
    fn a_sealed_line_is_json_and_the_checksum_is_the_usual_one() {
        let line = RunningChecksum::default().seal(r#"{"n":7}"#).unwrap();
        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(value["n"], 7);
        // Of `{"n":7`, as by other programs: python3 -c 'import zlib; print(hex(zlib.crc32(b"{\"n\":7")))'.
        assert_eq!(value["crc32"], "1602490d");
    }

    #[test]
    fn only_objects_are_sealed_and_only_checksums_are_read() {
        for text in ["1", "{}", "[1]", ""] {
            assert_eq!(RunningChecksum::default().seal(text), None, "{text}");
        }
        for text in ["", "{}", r#"{"a":1}"#, r#"{"a":1,"crc32":"123"}"#, r#"{"a":1,"crc32":"}"#] {
            assert_eq!(RunningChecksum::default().open(text), Err(LineError::Bare), "{text}");
        }
    }
}
