//! The options that an engine announces, and the problems with those that the user has set.

use std::cmp::Reverse;
use std::time::Duration;

use protocols::option::EngineOption;
use shuangqi_cli::bad_input::{nearest, quote};

use crate::config::{ConfigProblem, EngineConfig};

/// The values that an option takes, if this one is not among them.
fn refusal(option: &EngineOption, value: &str) -> Option<String> {
    let (is_good, expected) = match option.kind.as_str() {
        "check" => (matches!(value, "true" | "false"), "true or false".to_owned()),
        "spin" => {
            let (min, max) = (option.min.unwrap_or(i64::MIN), option.max.unwrap_or(i64::MAX));
            let is_good = value.parse::<i64>().is_ok_and(|number| (min..=max).contains(&number));
            (is_good, format!("a number from {min} to {max}"))
        }
        "combo" => {
            let is_good = option.choices.iter().any(|known| known.eq_ignore_ascii_case(value));
            (is_good, option.choices.join(", "))
        }
        "button" | "save" | "reset" => (value.is_empty(), "nothing, as it is a button".to_owned()),
        _ => return None,
    };
    (!is_good).then_some(expected)
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// In the order in which they were announced.
    pub list: Vec<EngineOption>,
}

impl Options {
    /// The problem with an option that the user has set; `option` is the engine's option for it.
    pub fn problem(&self, name: &str, option: Option<&EngineOption>, value: &str) -> Option<ConfigProblem> {
        let Some(option) = option else {
            let known = self.list.iter().map(|option| option.name.as_str()).collect();
            let text = unknown("option", name, "", known);
            let remedy = "Send what it does not announce with initstr=.";
            return Some(ConfigProblem::fatal(format!("{text}. {remedy}")));
        };
        let expected = refusal(option, value)?;
        let text = format!("option.{name}={value}: its option {} takes {expected}", option.name);
        Some(ConfigProblem::fatal(text))
    }

    /// An option by its name in any case.
    pub fn find(&self, name: &str) -> Option<&EngineOption> {
        self.list.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

/// The message that an engine has no option of this name, or no command for one, with those that there are.
pub fn unknown(kind: &str, name: &str, purpose: &str, known: Vec<&str>) -> String {
    let meant = nearest(name, known.iter().copied());
    let meant = meant.map_or_else(String::new, |meant| format!(" Did you mean {meant}?"));
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    format!("it has no {kind} {}{purpose}.{meant} Its {kind}s: {known}", quote(name))
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
    fn names_and_values_are_compared_with_those_announced() {
        use protocols::uci::Reply;
        let list = [
            "option name Hash type spin default 16 min 1 max 64",
            "option name UCI_Variant type combo default chess var chess var giveaway chess var xiangqi",
            "option name Ponder type check default false",
            "option name Clear Hash type button",
            "option name Book type string default <empty>",
        ];
        let read = |line: &str| match line.parse() {
            Ok(Reply::Option(option)) => option,
            other => panic!("{other:?}"),
        };
        let options = Options { list: list.map(read).to_vec() };
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
        assert!(unknown("option", "X", "", Vec::new()).contains("Its options: none"));
    }

    #[test]
    fn threads_come_before_the_table() {
        let set = |name: &str| (name.to_owned(), String::new());
        let wanted = [set("A"), set("hash"), set("B"), set("Threads")];
        let names: Vec<&str> = in_order(&wanted).iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Threads", "hash", "A", "B"]);
    }
}
