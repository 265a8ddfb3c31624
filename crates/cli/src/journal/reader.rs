//! The lines of a journal, checked one by one as they are read.

use std::io::{self, Read};

use serde::Deserialize;

use super::Kind;
use super::chain::{Broken, Chain};
use crate::BadInput;
use crate::reader::BoundedReader;
use search_core::bad_input::quote;

/// The longest line, in bytes: a game of a hundred thousand moves fits. No other file is read further than this.
pub const LONGEST: usize = 1 << 24;

/// What a journal holds, apart from its lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// The whole lines.
    pub lines: usize,
    /// Their bytes.
    pub length: u64,
    /// Whether a torn line follows them.
    pub is_torn: bool,
    /// The checksum of the lines.
    pub chain: Chain,
}

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum Refusal {
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

/// Reads a journal to its end, from the end of what is known of it; `take` is given the number of each line, from 1, and its
/// object.
pub fn read(
    path: &str,
    kind: &Kind,
    source: impl Read,
    known: Extent,
    mut take: impl FnMut(usize, &str) -> Result<(), BadInput>,
) -> Result<Extent, Refusal> {
    // One byte more shows that a line is too long.
    let mut source = BoundedReader::new(source, LONGEST as u64 + 1);
    let mut extent = Extent { is_torn: false, ..known };
    let errors = LineErrors { path, kind };
    let mut bytes = Vec::new();
    for number in known.lines + 1.. {
        let length = source.read_line(&mut bytes)?;
        if length == 0 {
            break;
        }
        let Some(line) = bytes.strip_suffix(b"\n") else {
            errors.check_end(number, &bytes).map_err(Refusal::Bad)?;
            extent.is_torn = true;
            break;
        };
        let opened = errors.open(number, line, &mut extent.chain);
        opened.and_then(|object| take(number, &object)).map_err(|bad| Refusal::Bad(bad.at(path, number)))?;
        extent.length += length as u64;
        extent.lines = number;
    }
    Ok(extent)
}

/// The errors that lines of a journal can have.
struct LineErrors<'a> {
    path: &'a str,
    kind: &'a Kind,
}

impl LineErrors<'_> {
    /// The object of a whole line.
    fn open(&self, number: usize, line: &[u8], chain: &mut Chain) -> Result<String, BadInput> {
        let text = String::from_utf8_lossy(line);
        if number == 1 && !text.starts_with(&self.opening()) {
            return Err(self.another_file(&text));
        }
        chain.open(&text).map_err(|broken| self.broken(number, broken))
    }

    /// How the first line begins.
    fn opening(&self) -> String {
        format!("{{\"schema\":\"{}\"", self.kind.schema)
    }

    /// The end of a file without the end of a line: that of a journal is torn, another file is left alone.
    fn check_end(&self, number: usize, bytes: &[u8]) -> Result<(), BadInput> {
        let opening = self.opening();
        let is_own =
            number > 1 || bytes.starts_with(opening.as_bytes()) || opening.as_bytes().starts_with(bytes);
        if bytes.len() > LONGEST {
            let found = format!("a line of more than {} MiB", LONGEST >> 20);
            return Err(self.print_error(found, self.other_remedy()).at(self.path, number));
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
        let is_relative = schema.as_deref().is_some_and(|schema| schema.split('/').next() == Some(family));
        let remedy = if is_relative {
            let version =
                version.map_or_else(|| "Another version".to_owned(), |name| format!("Version {name}"));
            format!(
                "{version} of this program has written it: go on with that version, or {}",
                self.kind.restart
            )
        } else {
            self.other_remedy()
        };
        self.print_error(quote(schema.as_deref().unwrap_or(text)), remedy)
    }

    fn other_remedy(&self) -> String {
        format!("Name a {}, or a file that is not there yet", self.kind.name)
    }

    fn broken(&self, number: usize, broken: Broken) -> BadInput {
        let line = if number == 1 { self.kind.first } else { "line" };
        let found = match broken {
            Broken::Bare => format!("a {line} without its checksum"),
            Broken::Changed if number == 1 => format!("a {line} that has been changed since it was written"),
            Broken::Changed => format!("a {line} that has been changed or moved, or others before it have"),
        };
        self.print_error(found, self.way_out(number))
    }

    fn way_out(&self, number: usize) -> String {
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

    fn print_error(&self, found: String, remedy: String) -> BadInput {
        let expected = format!("the lines of {} as they were written", self.kind.schema);
        BadInput::new(self.kind.name, None, found, expected, remedy)
    }
}
