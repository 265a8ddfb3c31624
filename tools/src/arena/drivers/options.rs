//! The options that an engine announces, and the problems with those that the user has set.

use std::cmp::Reverse;
use std::time::Duration;

use shuangqi_cli::bad_input::quote;
use shuangqi_cli::spelling::nearest;

use crate::arena::config::{ConfigProblem, EngineConfig};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Announced {
    /// In the engine's own spelling.
    pub name: String,
    /// `check`, `spin`, `combo`, `button`, `string`.
    pub kind: String,
    /// The text after the kind.
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

    /// The word after this one: `default`, `min`, `max`.
    pub fn field(&self, name: &str) -> Option<&str> {
        let mut words = self.rest.split_whitespace();
        words.find(|&word| word == name)?;
        words.next()
    }

    /// Whether a combo has this choice.
    pub fn offers(&self, choice: &str) -> bool {
        self.choices().any(|known| known == choice)
    }

    fn choices(&self) -> impl Iterator<Item = &str> {
        let text = self
            .rest
            .strip_prefix("var ")
            .map_or_else(|| self.rest.split_once(" var "), |rest| Some(("", rest)));
        text.into_iter().flat_map(|(_, choices)| choices.split(" var ")).map(str::trim)
    }

    /// The values that it takes, if this one is not among them.
    fn refusal(&self, value: &str) -> Option<String> {
        let bound = |name| self.field(name).and_then(|word| word.parse::<i64>().ok());
        let (least, most) = (bound("min").unwrap_or(i64::MIN), bound("max").unwrap_or(i64::MAX));
        let (is_good, expected) = match self.kind.as_str() {
            "check" => (matches!(value, "true" | "false"), "true or false".to_owned()),
            "spin" => {
                let is_good = value.parse::<i64>().is_ok_and(|number| (least..=most).contains(&number));
                (is_good, format!("a number from {least} to {most}"))
            }
            "combo" => {
                let is_good = self.choices().any(|known| known.eq_ignore_ascii_case(value));
                (is_good, self.choices().collect::<Vec<_>>().join(", "))
            }
            "button" | "save" | "reset" => (value.is_empty(), "nothing, as it is a button".to_owned()),
            _ => return None,
        };
        (!is_good).then_some(expected)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// In the order in which they were announced.
    pub list: Vec<Announced>,
}

impl Options {
    /// The problem with an option that the user has set; `announced` is the engine's option for it.
    pub fn problem(&self, name: &str, announced: Option<&Announced>, value: &str) -> Option<ConfigProblem> {
        let Some(option) = announced else { return Some(ConfigProblem::fatal(self.unknown(name))) };
        let expected = option.refusal(value)?;
        let text = format!("option.{name}={value}: its option {} takes {expected}", option.name);
        Some(ConfigProblem::fatal(text))
    }

    /// The message that there is no such option, with those that there are.
    fn unknown(&self, name: &str) -> String {
        let names = || self.list.iter().map(|option| option.name.as_str());
        let meant =
            nearest(name, names()).map_or_else(String::new, |meant| format!(" Did you mean {meant}?"));
        let known =
            if self.list.is_empty() { "none".to_owned() } else { names().collect::<Vec<_>>().join(", ") };
        format!(
            "it has no option {}.{meant} Its options: {known}. Send what it does not announce with initstr=.",
            quote(name)
        )
    }

    /// An option by its name in any case.
    pub fn find(&self, name: &str) -> Option<&Announced> {
        self.list.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

/// The options that the user has set, in the order that engines need: threads before the table that they share.
pub fn in_order(wanted: &[(String, String)]) -> Vec<&(String, String)> {
    let mut wanted: Vec<&(String, String)> = wanted.iter().collect();
    let is = |name: &str, other: &str| name.eq_ignore_ascii_case(other);
    wanted.sort_by_key(|(name, _)| Reverse((is(name, "threads"), is(name, "hash") || is(name, "hashsize"))));
    wanted
}

/// The problem of a time below one second with an engine whose times are whole seconds.
pub fn whole_seconds(config: &EngineConfig) -> Option<ConfigProblem> {
    let least = Duration::from_secs(1);
    let given = match (config.limits.move_time, config.clock) {
        (Some(time), _) if time < least => format!("st={}", time.as_secs_f64()),
        (None, Some(clock)) if clock.base < least => format!("tc={clock}"),
        _ => return None,
    };
    let name = config.protocol.name();
    Some(ConfigProblem::fatal(format!(
        "{given} cannot be sent, as its times over {name} are whole seconds. Give a second or more, or tc=inf and the \
         engine's own limit in args= or depth="
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_both_dialects_are_read() {
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
    fn names_and_values_are_compared_with_those_announced() {
        let list = [
            "option name Hash type spin default 16 min 1 max 64",
            "option name UCI_Variant type combo default chess var chess var giveaway chess var xiangqi",
            "option name Ponder type check default false",
            "option name Clear Hash type button",
            "option name Book type string default <empty>",
        ];
        let options = Options { list: list.iter().filter_map(|line| Announced::read(line)).collect() };
        let problem_text = |name: &str, value: &str| {
            options.problem(name, options.find(name), value).map_or_else(String::new, |problem| problem.text)
        };
        for (name, value) in [
            ("hash", "64"),
            ("UCI_Variant", "Xiangqi"),
            ("UCI_Variant", "giveaway chess"),
            ("Ponder", "true"),
            ("Clear Hash", ""),
            ("Book", "any thing"),
        ] {
            assert_eq!(problem_text(name, value), "");
        }
        for (name, value, words) in [
            ("Hsh", "64", "no option \"Hsh\". Did you mean Hash? Its options: Hash, UCI_Variant, Ponder"),
            ("Hash", "65", "its option Hash takes a number from 1 to 64"),
            ("Hash", "64M", "from 1 to 64"),
            ("UCI_Variant", "go", "takes chess, giveaway chess, xiangqi"),
            ("Ponder", "1", "takes true or false"),
            ("Clear Hash", "true", "takes nothing"),
        ] {
            assert!(problem_text(name, value).contains(words), "{}", problem_text(name, value));
        }
        assert!(Options::default().unknown("X").contains("Its options: none"));
    }

    #[test]
    fn threads_come_before_the_table() {
        let set = |name: &str| (name.to_owned(), String::new());
        let wanted = [set("A"), set("hash"), set("B"), set("Threads")];
        let names: Vec<&str> = in_order(&wanted).iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Threads", "hash", "A", "B"]);
    }
}
