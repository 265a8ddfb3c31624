//! Sentences for people: their English words, and what other languages need to say the same.

use std::borrow::Cow;
use std::fmt;

/// A text for people: what it says in English, with `{name}` for each of its arguments, and the key under which catalogues have it
/// in other languages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
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

impl Message {
    /// The text of a key, and its English words.
    pub fn new(key: impl Into<Cow<'static, str>>, english: impl Into<Cow<'static, str>>) -> Message {
        Message { key: key.into(), english: english.into(), arguments: Vec::new() }
    }

    /// A text that is the same in every language, such as a move.
    pub fn verbatim(text: impl Into<String>) -> Message {
        Message::new("", text.into())
    }

    /// The same with this put in.
    #[must_use]
    pub fn with(mut self, name: &'static str, argument: impl Into<Argument>) -> Message {
        self.arguments.push((name, argument.into()));
        self
    }

    /// The key in the catalogues; empty where the text is the same in every language.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What goes into it, by name.
    pub fn arguments(&self) -> &[(&'static str, Argument)] {
        &self.arguments
    }
}

/// In English, as records have it.
impl fmt::Display for Message {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.key.is_empty() {
            return out.write_str(&self.english);
        }
        let mut rest = &*self.english;
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            out.write_str(before)?;
            match self.arguments.iter().find(|(known, _)| *known == name) {
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
