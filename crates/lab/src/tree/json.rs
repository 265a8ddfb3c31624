//! The form `tree/1`: one JSON object.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use shuangqi_cli::Failure;

use super::document::Document;

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

/// The document on lines, the last one ended.
pub fn render(document: &Document) -> Result<String, Failure> {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Lines::default());
    let internal = |error: String| Failure::Internal(format!("the tree cannot be written as JSON: {error}"));
    document.serialize(&mut serializer).map_err(|error| internal(error.to_string()))?;
    text.push(b'\n');
    String::from_utf8(text).map_err(|error| internal(error.to_string()))
}
