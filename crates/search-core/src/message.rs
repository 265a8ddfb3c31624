//! Sentences for people: their English words, and what other languages need to say the same.
//!
//! This crate has them because every other crate depends on it.

use std::borrow::Cow;
use std::fmt;

/// A text for people: what it says in English, with `{name}` for each of its arguments, and the key under which catalogues have it
/// in other languages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message(Box<Words>); // small in the results of functions that can fail

#[derive(Clone, PartialEq, Eq, Debug)]
struct Words {
    key: Cow<'static, str>,
    english: Cow<'static, str>,
    arguments: Vec<(&'static str, Argument)>,
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

/// A message by its key and its English words, with what goes into it: `message!("key", "{count} cells", count = 3)`.
#[macro_export]
macro_rules! message {
    ($key:expr, $english:expr $(, $name:ident = $argument:expr)* $(,)?) => {
        $crate::message::Message::new($key, $english)$(.with(stringify!($name), $argument))*
    };
}

impl Message {
    /// The key of texts that no catalogue has.
    const ENGLISH: &str = "english";

    /// The text of a key, and its English words.
    pub fn new(key: impl Into<Cow<'static, str>>, english: impl Into<Cow<'static, str>>) -> Message {
        Message(Box::new(Words { key: key.into(), english: english.into(), arguments: Vec::new() }))
    }

    /// A text of command lines and protocols, which stays English.
    pub fn english(words: impl Into<Cow<'static, str>>) -> Message {
        Message::new(Message::ENGLISH, words)
    }

    /// Returns whether it, or something in it, stays English.
    pub fn has_english_words(&self) -> bool {
        let is_english = |argument: &Argument| match argument {
            Argument::Text(_) | Argument::Number(_) => false,
            Argument::Message(message) => message.has_english_words(),
            Argument::List(list) => list.iter().any(Message::has_english_words),
        };
        self.0.key == Message::ENGLISH || self.0.arguments.iter().any(|(_, argument)| is_english(argument))
    }

    /// A text that is the same in every language, such as a move.
    pub fn verbatim(text: impl Into<String>) -> Message {
        Message::new("", text.into())
    }

    /// The same with this put in.
    #[must_use]
    pub fn with(mut self, name: &'static str, argument: impl Into<Argument>) -> Message {
        self.0.arguments.push((name, argument.into()));
        self
    }

    /// The key in the catalogues; empty where the text is the same in every language.
    pub fn key(&self) -> &str {
        &self.0.key
    }

    /// What goes into it, by name.
    pub fn arguments(&self) -> &[(&'static str, Argument)] {
        &self.0.arguments
    }
}

/// In English, as records have it.
impl fmt::Display for Message {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.arguments.is_empty() {
            return out.write_str(&self.0.english);
        }
        let mut rest = &*self.0.english;
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            out.write_str(before)?;
            match self.0.arguments.iter().find(|(known, _)| *known == name) {
                Some((_, argument)) => write!(out, "{argument}")?,
                None => write!(out, "{{{name}}}")?,
            }
            rest = after;
        }
        out.write_str(rest)
    }
}

/// In English.
impl fmt::Display for Argument {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Text(text) => out.write_str(text),
            Argument::Number(number) => write!(out, "{number}"),
            Argument::Message(message) => write!(out, "{message}"),
            Argument::List(list) => match &list[..] {
                [] => out.write_str("nothing"),
                [others @ .., last] => {
                    for (place, item) in others.iter().enumerate() {
                        write!(out, "{}{item}", if place > 0 { ", " } else { "" })?;
                    }
                    write!(out, "{}{last}", if others.is_empty() { "" } else { " and " })
                }
            },
        }
    }
}

/// A text that stays English.
impl From<String> for Message {
    fn from(words: String) -> Message {
        Message::english(words)
    }
}

/// A text that stays English.
impl From<&str> for Message {
    fn from(words: &str) -> Message {
        Message::english(words.to_owned())
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Argument {
        Argument::Text(text)
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Argument {
        Argument::Text(text.to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_stand_where_the_words_name_them() {
        let list = |items: &[&str]| items.iter().copied().map(Message::verbatim).collect::<Vec<_>>();
        let of = |items: &[&str]| Message::new("key", "{side}: {moves}, {count}").with("moves", list(items));
        let side = Message::new("red", "Red");
        let of = |items: &[&str]| of(items).with("side", side.clone()).with("count", 3).to_string();
        assert_eq!(of(&[]), "Red: nothing, 3");
        assert_eq!(of(&["{a}"]), "Red: {a}, 3");
        assert_eq!(of(&["a", "b", "c"]), "Red: a, b and c, 3");
        assert_eq!(Message::new("key", "{gone} {open").to_string(), "{gone} {open");
    }
}
