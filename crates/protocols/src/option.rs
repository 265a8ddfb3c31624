//! The options that an engine announces, in UCI, UCCI or xboard's protocol.

use std::fmt;

use search_core::bad_input::BadInput;

use crate::line::Arguments;
use crate::words::Words;

/// UCI or UCCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// The universal chess interface, in the form of Xiangqi programs.
    #[default]
    Uci,
    /// The universal Chinese chess protocol, 3.0.
    Ucci,
}

/// An option that an engine has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineOption {
    /// The protocol in which it is announced; xboard's is as UCI's.
    pub dialect: Dialect,
    /// The name in the engine's own spelling.
    pub name: String,
    /// `check`, `spin`, `combo`, `button`, `string`.
    pub kind: String,
    /// The value that it has at the beginning.
    pub default: Option<String>,
    /// The bounds of a number.
    pub min: Option<i64>,
    /// As above.
    pub max: Option<i64>,
    /// The values of a combo.
    pub choices: Vec<String>,
}

impl EngineOption {
    /// An option without any details, in UCI.
    pub fn new(name: &str, kind: &str) -> EngineOption {
        EngineOption { name: name.to_owned(), kind: kind.to_owned(), ..EngineOption::default() }
    }

    /// Adds a default.
    #[must_use]
    pub fn with_default(mut self, default: impl fmt::Display) -> EngineOption {
        self.default = Some(default.to_string());
        self
    }

    /// A number with its default and bounds.
    pub fn spin(name: &str, default: i64, (min, max): (i64, i64)) -> EngineOption {
        EngineOption {
            min: Some(min),
            max: Some(max),
            ..EngineOption::new(name, "spin").with_default(default)
        }
    }

    /// The same option in another dialect.
    #[must_use]
    pub fn in_dialect(self, dialect: Dialect) -> EngineOption {
        EngineOption { dialect, ..self }
    }

    /// Reads xboard's form: `Depth -spin 4 1 10`, `Style -combo A /// *B`; `None` without a kind.
    pub fn from_feature(text: &str) -> Option<EngineOption> {
        let (name, rest) = text.split_once(" -")?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let mut option = EngineOption::new(name.trim(), kind);
        let words: Vec<&str> = rest.split_whitespace().collect();
        match (kind, &words[..]) {
            ("spin", [default, min, max, ..]) => {
                (option.min, option.max) = (min.parse().ok(), max.parse().ok());
                option.default = Some((*default).to_owned());
            }
            ("combo", _) => {
                let choices = || rest.split("///").map(str::trim);
                option.default = choices().find_map(|choice| choice.strip_prefix('*')).map(str::to_owned);
                option.choices = choices().map(|choice| choice.trim_matches('*').to_owned()).collect();
            }
            ("check", [default, ..]) => option.default = Some((*default).to_owned()),
            _ => option.default = Some(rest.trim()).filter(|text| !text.is_empty()).map(str::to_owned),
        }
        Some(option)
    }

    /// Reads the words behind the kind: texts go on to the next keyword, and that of a string to the end.
    fn read_details(&mut self, mut words: Words<'_>) {
        let is_keyword = |word: &str| matches!(word, "default" | "min" | "max" | "var");
        let is_listed = matches!(self.kind.as_str(), "spin" | "combo" | "check");
        while let Some(keyword) = words.next() {
            let value = words.until(|word| is_listed && is_keyword(word)).text;
            match keyword.text.as_str() {
                "default" => self.default = Some(value),
                "min" => self.min = value.parse().ok(),
                "max" => self.max = value.parse().ok(),
                "var" => self.choices.push(value),
                _ => {}
            }
        }
    }
}

impl Arguments for EngineOption {
    fn read(mut words: Words<'_>) -> Result<EngineOption, BadInput> {
        let dialect = if words.peek() == Some("name") { Dialect::Uci } else { Dialect::Ucci };
        if dialect == Dialect::Uci {
            words.next();
        }
        let name = words.until(|word| word == "type").text;
        let kind = (words.word(), words.word()).1.text;
        if name.is_empty() || kind.is_empty() {
            let remedy = "Send a name and a type, as in option name Hash type spin default 16 min 1 max 64";
            return Err(BadInput::new("option", None, "a part of it", "a name and a type", remedy));
        }
        let mut option = EngineOption { dialect, name, kind, ..EngineOption::default() };
        option.read_details(words);
        Ok(option)
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_uci = self.dialect == Dialect::Uci;
        let default = self.default.as_ref().map(|default| format!(" default {default}"));
        let [min, max] = [("min", self.min), ("max", self.max)]
            .map(|(name, bound)| bound.map_or_else(String::new, |bound| format!(" {name} {bound}")));
        let choices: String = self.choices.iter().map(|choice| format!(" var {choice}")).collect();
        write!(out, "{} {} type {}", if is_uci { " name" } else { "" }, self.name, self.kind)?;
        let default = default.as_deref().unwrap_or_default().trim_end();
        // UCCI has the default at the end.
        if is_uci {
            write!(out, "{default}{min}{max}{choices}")
        } else {
            write!(out, "{min}{max}{choices}{default}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> EngineOption {
        EngineOption::read(Words::of(line)).unwrap()
    }

    #[test]
    fn options_of_every_protocol_are_read() {
        let uci = read("name Move Overhead type spin default 10 min 0 max 5000");
        assert_eq!(uci, EngineOption::spin("Move Overhead", 10, (0, 5000)));
        assert_eq!(read("usemillisec type check default false").default.as_deref(), Some("false"));
        assert_eq!(read("name Clear Hash type button"), EngineOption::new("Clear Hash", "button"));
        let combo = read("name Game type combo default giveaway chess var chess var giveaway chess");
        assert_eq!((combo.default.unwrap(), combo.choices.len()), ("giveaway chess".to_owned(), 2));
        assert!(EngineOption::read(Words::of("broken")).is_err());
        assert_eq!(EngineOption::from_feature("a -spin 0 1 2"), Some(EngineOption::spin("a", 0, (1, 2))));
        let style = EngineOption::from_feature("Style -combo A /// *B").unwrap();
        assert_eq!((style.default.as_deref(), style.choices.len()), (Some("B"), 2));
        assert_eq!(EngineOption::from_feature("Style"), None);
    }

    #[test]
    fn a_string_may_hold_any_words() {
        let option = read("name Book type string default min var <empty>");
        assert_eq!((option.default.as_deref(), option.min), (Some("min var <empty>"), None));
    }
}
