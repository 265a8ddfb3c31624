//! Words with emphasis, code and links among them.

use maud::{Markup, Render, html};

/// A text of a page, which never becomes markup.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text(Vec<Span>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Span {
    Words(String),
    Bold(String),
    Code(String),
    Link { words: String, target: String },
}

impl<T: Into<String>> From<T> for Text {
    fn from(words: T) -> Text {
        Text::default().words(words)
    }
}

impl Text {
    /// The text with words behind it.
    #[must_use]
    pub fn words(self, words: impl Into<String>) -> Text {
        self.with(Span::Words(words.into()))
    }

    /// The text with emphasised words behind it.
    #[must_use]
    pub fn bold(self, words: impl Into<String>) -> Text {
        self.with(Span::Bold(words.into()))
    }

    /// The text with words of code behind it.
    #[must_use]
    pub fn code(self, words: impl Into<String>) -> Text {
        self.with(Span::Code(words.into()))
    }

    /// The text with words behind it that lead somewhere.
    #[must_use]
    pub fn link(self, words: impl Into<String>, target: impl Into<String>) -> Text {
        self.with(Span::Link { words: words.into(), target: target.into() })
    }

    fn with(mut self, span: Span) -> Text {
        self.0.push(span);
        self
    }
}

impl Render for Text {
    fn render(&self) -> Markup {
        html! { @for span in &self.0 { (span) } }
    }
}

impl Render for Span {
    fn render(&self) -> Markup {
        html! {
            @match self {
                Span::Words(words) => { (words) }
                Span::Bold(words) => { b { (words) } }
                Span::Code(words) => { code { (words) } }
                Span::Link { words, target } => { a href=(target) { (words) } }
            }
        }
    }
}
