//! Results: a command emits records, and one value feeds every format.

mod failed;
mod fit;
mod render;
mod row;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;
use std::io::Write;

use clap::ValueEnum;
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::Failure;
pub(crate) use failed::{asked_for, record};
pub use render::grouped;
use row::Row;
use text::Text;

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

/// How results are written.
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

/// A part of what formats for people show.
enum Part {
    Row(Row),
    Text(Text),
}

/// Where a command's records go. Streaming formats write at once, the others when the work ends ([`deliver`]).
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
        let object = row::object(record)?;
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
        self.add(Text::Heading, text);
    }

    /// Adds lines that keep their form, in formats for people; none if they are empty.
    pub fn drawing(&mut self, lines: &str) {
        if !lines.is_empty() {
            self.add(Text::Drawing, lines);
        }
    }

    /// Adds a sentence, in formats for people.
    pub fn sentence(&mut self, text: &str) {
        self.add(Text::Sentence, text);
    }

    fn add(&mut self, form: fn(String) -> Text, text: &str) {
        if matches!(self.layout.format, Format::Table | Format::Md) {
            self.parts.push(Part::Text(form(text::printable(text))));
        }
    }

    fn finish(mut self) -> Result<(), Failure> {
        let text = match self.layout.format {
            Format::Ndjson | Format::Csv => return Ok(()),
            Format::Json => render::json(&self.objects),
            Format::Table => {
                let width = self.layout.width;
                render::blocks(&self.parts, |block| render::table(block, width), |text| text.plain(width))
            }
            Format::Md => render::blocks(&self.parts, render::markdown, Text::markdown),
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
            let _ = self.emit(&failed::Failed::of(&failure));
        }
        let _ = self.finish();
        if is_recorded { Failure::Recorded(Box::new(failure)) } else { failure }
    }

    fn csv_lines(&mut self, row: &Row) -> Result<String, Failure> {
        let former = self.schema.replace(row.schema);
        let mut lines = String::new();
        if former != Some(row.schema) {
            lines.push_str(if former.is_some() { "\n" } else { "" });
            lines.push_str(&render::csv_line(row.header())?);
        }
        lines.push_str(&render::csv_line(row.csv_cells())?);
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
///
/// # Errors
/// The failure of the work, or else that of the writing.
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
