//! The forms in which trees are written.

use std::path::Path;

use clap::ValueEnum;
use shuangqi_cli::Failure;

use super::document::Document;
use super::{dot, json, page, text};

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
            Form::Json => json::render(document),
            Form::Html => page::render(document),
        }
    }
}
