//! Texts that are put into the words of a language later.

use std::borrow::Cow;
use std::fmt;

use crate::{Catalogue, Language};

/// A text for people: a key of the catalogues, and what goes into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    pub(crate) key: Cow<'static, str>,
    pub(crate) arguments: Vec<(&'static str, Argument)>,
}

/// What goes into a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// What is the same in every language, such as a move.
    Text(String),
    /// A number, by which a text may differ.
    Number(usize),
    /// Another text.
    Message(Message),
    /// Texts of which people make a list.
    List(Vec<Message>),
}

impl Message {
    /// The text of a key.
    pub fn new(key: impl Into<Cow<'static, str>>) -> Message {
        Message { key: key.into(), arguments: Vec::new() }
    }

    /// A text that is the same in every language, such as a move.
    pub fn verbatim(text: impl Into<String>) -> Message {
        // No key is such a text, so that it stands for itself.
        Message::new(text.into())
    }

    /// The same with this put in.
    #[must_use]
    pub fn with(mut self, name: &'static str, argument: impl Into<Argument>) -> Message {
        self.arguments.push((name, argument.into()));
        self
    }
}

/// In English, as records have it.
impl fmt::Display for Message {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&Catalogue::of(Language::English).say(self))
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Argument {
        Argument::Text(text)
    }
}

impl From<usize> for Argument {
    fn from(number: usize) -> Argument {
        Argument::Number(number)
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Argument {
        Argument::Message(message)
    }
}

impl From<Vec<Message>> for Argument {
    fn from(list: Vec<Message>) -> Argument {
        Argument::List(list)
    }
}
