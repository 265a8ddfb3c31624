//! The forms in which trees are written.

use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use shuangqi_cli::Failure;

use super::document::Document;
use super::{dot, page, text};

/// A form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// An indented list for the terminal
    Text,
    /// A graph for the dot program of Graphviz
    Dot,
    /// One JSON object, a line for each node
    Json,
    /// A page for the browser: fold, zoom, boards; needs nothing else
    Html,
}

impl Form {
    /// The form that the ending of a file's name stands for.
    pub fn of_name(path: &Path) -> Option<Form> {
        match path.extension()?.to_str()? {
            "txt" => Some(Form::Text),
            "dot" | "gv" => Some(Form::Dot),
            "json" => Some(Form::Json),
            "html" | "htm" => Some(Form::Html),
            _ => None,
        }
    }

    /// The document in this form.
    ///
    /// # Errors
    /// [`Failure::Internal`] if it cannot be serialised.
    pub fn render(self, document: &Document) -> Result<String, Failure> {
        match self {
            Form::Text => Ok(text::render(document)),
            Form::Dot => Ok(dot::render(document)),
            Form::Json => json(document),
            Form::Html => page::render(document),
        }
    }
}

/// Compact, but every object inside another begins a line: each node is one line for line-based programs and eyes.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    depth: usize,
}

impl Formatter for Lines {
    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(if self.depth > 1 { b"\n{" } else { b"{" })
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(b"}")
    }
}

/// The form `tree/1`, the last line ended.
fn json(document: &Document) -> Result<String, Failure> {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Lines::default());
    let internal = |error: String| Failure::Internal(format!("the tree cannot be written as JSON: {error}"));
    document.serialize(&mut serializer).map_err(|error| internal(error.to_string()))?;
    text.push(b'\n');
    String::from_utf8(text).map_err(|error| internal(error.to_string()))
}
