//! What stands between the tables of formats for people.

use unicode_width::UnicodeWidthStr;

/// The width of sentences in a pipe or a file.
const USUAL_WIDTH: usize = 80;

/// A text for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Text {
    /// A line above what belongs together.
    Heading(String),
    /// Lines that keep their form.
    Drawing(String),
    /// A sentence. Sentences that follow each other make a block.
    Sentence(String),
}

impl Text {
    /// Whether it continues the block of the text before it.
    pub(super) fn continues(&self, before: &Text) -> bool {
        matches!((before, self), (Text::Sentence(_), Text::Sentence(_)))
    }

    /// For a terminal of this width; sentences are broken where there is none too.
    pub(super) fn plain(&self, width: Option<usize>) -> String {
        let (text, width) = match self {
            Text::Drawing(text) => (text, None),
            Text::Heading(text) => (text, width),
            Text::Sentence(text) => (text, width.or(Some(USUAL_WIDTH))),
        };
        match width.filter(|&width| text.width() > width) {
            Some(width) => textwrap::fill(text, width) + "\n",
            None => format!("{text}\n"),
        }
    }

    /// As Markdown, where each text is a paragraph.
    pub(super) fn markdown(&self) -> String {
        match self {
            Text::Heading(text) => format!("### {text}\n"),
            Text::Drawing(text) => format!("```text\n{text}\n```\n"),
            Text::Sentence(text) => format!("- {text}\n"),
        }
    }
}

/// A text without the control characters that could change the terminal; lines stay lines.
pub(super) fn printable(text: &str) -> String {
    let is_forbidden = |letter: char| letter.is_control() && letter != '\n';
    text.replace(is_forbidden, "\u{fffd}")
}
