//! Results: a command emits records, and one value feeds every format.

mod render;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fmt;
use std::io::Write;

use clap::ValueEnum;
use serde::Serialize;

use crate::failure::{Exit, Failure};
pub use render::grouped;
use render::{Part, Row};

/// The names of columns, written without quotes: `columns! { game wins draws }`.
#[macro_export]
macro_rules! columns {
    ($($name:ident)*) => { &[$(stringify!($name)),*] };
}

/// A flat record of results. Its fields, in order, are the columns; snake_case, numbers plain. An absent value is
/// an `Option` that is not serialised.
pub trait Record: Serialize {
    /// The name and version of the form, `perft/1`: the field `schema` that every record starts with.
    const SCHEMA: &'static str;
    /// Every field in order, those that may be absent included: formats with a header need them beforehand.
    const COLUMNS: &'static [&'static str];
    /// The columns that a table leaves out where it is wider than the terminal, in this order.
    const MINOR: &'static [&'static str] = &[];
}

/// The form in which results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Format {
    /// Aligned columns for reading, numbers grouped by thousands.
    #[default]
    Table,
    /// One JSON array, written when the work ends, for whatever reason it ends.
    Json,
    /// One JSON object a line, written as each item finishes.
    Ndjson,
    /// Comma-separated values under a header; another kind of record starts a new block after an empty line. A text
    /// that a spreadsheet would take for a formula has ' in front; a list of texts with blanks is a JSON array.
    Csv,
    /// A Markdown table.
    Md,
}

/// The format of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The form.
    pub format: Format,
    /// The columns of text that a table may take; `None`: as many as it needs.
    pub width: Option<usize>,
}

impl From<Format> for Layout {
    fn from(format: Format) -> Layout {
        Layout { format, width: None }
    }
}

/// The destination of a command's records. Streaming formats write at once, the others when the work ends ([`deliver`]).
pub struct Output<'sink> {
    layout: Layout,
    sink: &'sink mut dyn Write,
    objects: Vec<String>,
    parts: Vec<Part>,
    schema: Option<&'static str>,
}

impl<'sink> Output<'sink> {
    fn new(layout: Layout, sink: &'sink mut dyn Write) -> Self {
        Output { layout, sink, objects: Vec::new(), parts: Vec::new(), schema: None }
    }

    /// Takes one record. Summaries are emitted last.
    ///
    /// # Errors
    /// [`Failure::ClosedPipe`] and [`Failure::Unwritable`], both of which should end the work.
    pub fn emit<R: Record>(&mut self, record: &R) -> Result<(), Failure> {
        let object = render::object(record)?;
        match self.layout.format {
            Format::Ndjson => self.write(&(object + "\n")),
            Format::Json => {
                self.objects.push(object);
                Ok(())
            }
            Format::Csv => {
                let lines = self.csv_lines(&Row::new::<R>(&object)?)?;
                self.write(&lines)
            }
            Format::Table | Format::Md => {
                self.parts.push(Part::Row(Row::new::<R>(&object)?));
                Ok(())
            }
        }
    }

    /// Adds a line above what belongs together, in formats for people; the others have nothing but records.
    pub fn heading(&mut self, text: &str) {
        self.add(Part::Heading, text);
    }

    /// Adds a sentence, in formats for people.
    pub fn sentence(&mut self, text: &str) {
        self.add(Part::Sentence, text);
    }

    fn add(&mut self, part: fn(String) -> Part, text: &str) {
        if matches!(self.layout.format, Format::Table | Format::Md) {
            // No control characters that could change the terminal; lines stay lines.
            let is_forbidden = |letter: char| letter.is_control() && letter != '\n';
            self.parts.push(part(text.replace(is_forbidden, "\u{fffd}")));
        }
    }

    fn finish(mut self) -> Result<(), Failure> {
        let text = match self.layout.format {
            Format::Ndjson | Format::Csv => return Ok(()),
            Format::Json => render::json(&self.objects),
            Format::Table | Format::Md => render::blocks(&self.parts, self.layout),
        };
        self.write(&text)
    }

    /// Ends the results of work that failed with a record of the failure, for programs that read them.
    fn fail(mut self, failure: Failure) -> Failure {
        let failure = match failure {
            Failure::ClosedPipe => return failure,
            Failure::Recorded(failure) => *failure,
            failure => failure,
        };
        let is_recorded = matches!(self.layout.format, Format::Json | Format::Ndjson);
        // Where this cannot be written either, the failure of the work is still the one to be reported.
        if is_recorded {
            let _ = self.emit(&Failed { message: failure.to_string(), exit: failure.exit() as u8 });
        }
        let _ = self.finish();
        if is_recorded { Failure::Recorded(Box::new(failure)) } else { failure }
    }

    fn csv_lines(&mut self, row: &Row) -> Result<String, Failure> {
        let former = self.schema.replace(row.schema);
        let mut lines = String::new();
        if former != Some(row.schema) {
            lines.push_str(if former.is_some() { "\n" } else { "" });
            lines.push_str(&row.csv_header()?);
        }
        lines.push_str(&row.csv_line()?);
        Ok(lines)
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.sink.write_all(text.as_bytes()).and_then(|()| self.sink.flush()).map_err(Failure::from_write)
    }
}

impl fmt::Debug for Output<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Output").field("layout", &self.layout).finish_non_exhaustive()
    }
}

/// Does work that emits records, and writes out what it emitted even where it fails midway. JSON ends with a record of
/// the failure then.
pub fn deliver(
    layout: impl Into<Layout>,
    sink: &mut dyn Write,
    work: impl FnOnce(&mut Output<'_>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let mut output = Output::new(layout.into(), sink);
    match work(&mut output) {
        Ok(exit) => output.finish().map(|()| exit),
        Err(failure) => Err(output.fail(failure)),
    }
}

/// The records that work emits, as a text.
pub fn text(
    layout: impl Into<Layout>,
    work: impl FnOnce(&mut Output<'_>) -> Result<(), Failure>,
) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    deliver(layout, &mut bytes, |output| work(output).map(|()| Exit::Success))?;
    String::from_utf8(bytes).map_err(|error| Failure::Internal(format!("the records are no text: {error}")))
}

/// The record of a failure, for programs that read JSON.
#[derive(Serialize)]
struct Failed {
    message: String,
    exit: u8,
}

impl Record for Failed {
    const SCHEMA: &'static str = "error/1";
    const COLUMNS: &'static [&'static str] = &["message", "exit"];
}

/// The results of a command that failed before it had any: an array with the record, or its line; `None` in formats for
/// people.
pub(crate) fn record_of_failure(format: Format, message: String, exit: Exit) -> Option<String> {
    let object = render::object(&Failed { message, exit: exit as u8 }).ok()?;
    match format {
        Format::Json => Some(render::json(&[object])),
        Format::Ndjson => Some(object + "\n"),
        Format::Table | Format::Csv | Format::Md => None,
    }
}

/// The format that a command line chooses, read before the line is parsed: `--json`, `--format FORM`,
/// with one dash or two.
pub(crate) fn asked_for(words: &[OsString]) -> Format {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let options = words.iter().take_while(|word| *word != "--").filter(|word| word.starts_with('-'));
    if options.clone().any(|word| word.trim_start_matches('-') == "json") {
        return Format::Json;
    }
    let is_format = |word: &str| matches!(word, "-format" | "--format");
    let named = |text: &str| Format::from_str(text, false).ok();
    let after = words.windows(2).filter(|pair| is_format(&pair[0])).filter_map(|pair| named(&pair[1]));
    let within = options.filter_map(|word| word.split_once('=')).filter(|(name, _)| is_format(name));
    after.chain(within.filter_map(|(_, text)| named(text))).last().unwrap_or_default()
}
