//! The options that an engine of the UCI family announces.

use std::cmp::Reverse;

/// An option as announced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Announced {
    /// Its name in the engine's own spelling.
    pub name: String,
    /// `check`, `spin`, `combo`, `button`, `string`.
    pub kind: String,
    /// What follows the kind.
    pub rest: String,
}

impl Announced {
    /// Reads `option name <N> type <kind> …` (UCI) or `option <N> type <kind> …` (UCCI).
    pub fn read(line: &str) -> Option<Announced> {
        let text = line.trim().strip_prefix("option ")?.trim_start();
        let text = text.strip_prefix("name ").unwrap_or(text);
        let (name, rest) = text.split_once(" type ")?;
        let rest = rest.trim();
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(Announced { name: name.trim().to_owned(), kind: kind.to_owned(), rest: rest.to_owned() })
    }

    /// The word behind this one: `default`, `min`, `max`.
    pub fn field(&self, name: &str) -> Option<&str> {
        let mut words = self.rest.split_whitespace();
        words.find(|&word| word == name)?;
        words.next()
    }

    /// Whether a combo has this choice.
    pub fn offers(&self, choice: &str) -> bool {
        self.rest.split_whitespace().any(|word| word == choice)
    }
}

/// All options of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// In the order in which they were announced.
    pub list: Vec<Announced>,
}

impl Options {
    /// An option by its name in any case.
    pub fn find(&self, name: &str) -> Option<&Announced> {
        self.list.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

/// What the user wants to set, in the order in which engines want it: threads before the table that they share.
pub fn in_order(wanted: &[(String, String)]) -> Vec<&(String, String)> {
    let mut wanted: Vec<&(String, String)> = wanted.iter().collect();
    let is = |name: &str, other: &str| name.eq_ignore_ascii_case(other);
    wanted.sort_by_key(|(name, _)| Reverse((is(name, "threads"), is(name, "hash") || is(name, "hashsize"))));
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_dialects_are_read() {
        let uci = Announced::read("option name Move Overhead type spin default 10 min 0 max 5000").unwrap();
        assert_eq!((uci.name.as_str(), uci.kind.as_str()), ("Move Overhead", "spin"));
        assert_eq!((uci.field("max"), uci.field("var")), (Some("5000"), None));
        let ucci = Announced::read("option usemillisec type check default false").unwrap();
        assert_eq!((ucci.name.as_str(), ucci.field("default")), ("usemillisec", Some("false")));
        let button = Announced::read("option name Clear Hash type button").unwrap();
        assert_eq!((button.name.as_str(), button.rest.as_str()), ("Clear Hash", ""));
        let combo = Announced::read("option name UCI_Variant type combo default chess var xiangqi").unwrap();
        assert!(combo.offers("xiangqi") && !combo.offers("go"));
        assert_eq!(Announced::read("option broken"), None);
    }

    #[test]
    fn threads_come_before_the_table() {
        let set = |name: &str| (name.to_owned(), String::new());
        let wanted = [set("A"), set("hash"), set("B"), set("Threads")];
        let names: Vec<&str> = in_order(&wanted).iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Threads", "hash", "A", "B"]);
    }
}
