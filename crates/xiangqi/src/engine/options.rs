//! The settings that a user interface can change.

use std::num::NonZero;

use shuangqi_cli::{BadInput, Reason};

use super::dialect::Dialect;
use super::words::{Word, Words, bad_input, number};
use crate::rules::{GameRules, Rules};

/// The least and the most that each number may be.
const HASH: (usize, usize) = (1, 32_768);
const LINES: (usize, usize) = (1, 128);
const OVERHEAD: (u64, u64) = (0, 5_000);
const QUIET_MOVES: (u16, u16) = (1, GameRules::MOST_MOVES);

/// Options of other engines that user interfaces set although this engine does not list them. They change nothing, and
/// are reported only with `debug on`.
const FOREIGN_OPTIONS: [&str; 14] = [
    "debug log file",
    "mate threat depth",
    "nodestime",
    "numapolicy",
    "repetition fold",
    "sixty move rule",
    "skill level",
    "slow mover",
    "strict three fold",
    "uci_analysemode",
    "uci_elo",
    "uci_limitstrength",
    "uci_opponent",
    "uci_variant",
];

/// One setting, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The size of the table in mebibytes.
    Hash(usize),
    /// Forget earlier searches.
    Clear,
    /// How many best lines to find.
    Lines(usize),
    /// Time lost between engine and clock on each move, in milliseconds.
    Overhead(u64),
    /// By which rules repetitions are judged.
    Rules(Rules),
    /// The full moves without a capture that make a draw.
    QuietMoves(u16),
    /// UCCI clocks count milliseconds instead of seconds.
    Milliseconds(bool),
    /// UCCI's `debug`: whether options that are ignored are reported.
    Debug(bool),
    /// How many threads search.
    Threads(NonZero<usize>),
    /// The file of weights to evaluate by; empty: those of the program.
    Weights(String),
    /// Whether the chances to win, draw and lose are shown beside scores.
    Chances(bool),
    /// An announcement that changes nothing: `Ponder`.
    Nothing,
    /// An option of other engines.
    Ignored,
}

/// The default size of the table, in mebibytes. Nine million nodes store 5.4 million results: 16 hold a million, as many as two
/// seconds of search make.
pub const DEFAULT_HASH: usize = 64;

/// The most threads: today's machines have fewer cores, so a larger number is a typing error.
pub const MOST_THREADS: usize = 1024;

/// The options as the handshake lists them: each of them works. `Ponder` announces `go ponder`, which needs no
/// preparation.
pub fn listing(dialect: Dialect) -> String {
    let (least, most) = HASH;
    match dialect {
        Dialect::Uci => format!(
            "option name Hash type spin default {DEFAULT_HASH} min {least} max {most}\n\
             option name Clear Hash type button\n\
             option name Threads type spin default 1 min 1 max {MOST_THREADS}\n\
             option name Ponder type check default false\n\
             option name MultiPV type spin default 1 min {} max {}\n\
             option name Move Overhead type spin default 10 min {} max {}\n\
             option name UCI_ShowWDL type check default false\n\
             option name EvalFile type string default <empty>\n\
             option name Repetition Rule type combo default {} {}\n\
             option name Move Limit type spin default {} min {} max {}",
            LINES.0,
            LINES.1,
            OVERHEAD.0,
            OVERHEAD.1,
            Rules::default().name(),
            Rules::ALL.map(|rules| format!("var {}", rules.name())).join(" "),
            GameRules::DEFAULT.quiet_moves,
            QUIET_MOVES.0,
            QUIET_MOVES.1
        ),
        Dialect::Ucci { .. } => format!(
            "option usemillisec type check default false\n\
             option debug type check default false\n\
             option ponder type check default false\n\
             option threads type spin min 0 max {MOST_THREADS} default 0\n\
             option hashsize type spin min 0 max {most} default 0\n\
             option evalfile type string\n\
             option newgame type button"
        ),
    }
}

/// Reads the words after `setoption`.
///
/// # Errors
/// An unknown name (in UCI), or a value that will not do.
pub fn parse(mut words: Words<'_>, dialect: Dialect) -> Result<Setting, BadInput> {
    let setting = match dialect {
        Dialect::Uci => uci(words),
        Dialect::Ucci { .. } => ucci(&mut words),
    };
    let remedy = match dialect {
        Dialect::Uci => "Send uci for the list of options, and set one as in setoption name Hash value 64",
        Dialect::Ucci { .. } => "Send ucci for the list of options, and set one as in setoption hashsize 64",
    };
    setting.map_err(|reason| bad_input("setoption", vec![reason], remedy))
}

fn uci(mut words: Words<'_>) -> Result<Setting, Reason> {
    let Some(Word { text: "name", .. }) = words.next() else {
        let found = "no name".to_owned();
        return Err(Reason { column: None, found, expected: "name and an option".to_owned() });
    };
    let stretch = words.until("value");
    let name = stretch.text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    words.next();
    let path = { words }.until("").text;
    let value = words.next();
    Ok(match name.as_str() {
        "uci_showwdl" => Setting::Chances(flag(value, "UCI_ShowWDL")?),
        "evalfile" => file(path),
        "hash" => Setting::Hash(number(value, "Hash", HASH.0, HASH.1)?),
        "clear hash" => Setting::Clear,
        "threads" => Setting::Threads(threads(number(value, "Threads", 1, MOST_THREADS)?)),
        "ponder" => flag(value, "Ponder").map(|_| Setting::Nothing)?,
        "multipv" => Setting::Lines(number(value, "MultiPV", LINES.0, LINES.1)?),
        "move overhead" => Setting::Overhead(number(value, "Move Overhead", OVERHEAD.0, OVERHEAD.1)?),
        "repetition rule" => Setting::Rules(rules(value)?),
        "move limit" => Setting::QuietMoves(number(value, "Move Limit", QUIET_MOVES.0, QUIET_MOVES.1)?),
        name if FOREIGN_OPTIONS.contains(&name) => Setting::Ignored,
        _ => return Err(stretch.reject("the name of an option")),
    })
}

/// Unknown names are ignored, as the protocol demands.
fn ucci(words: &mut Words<'_>) -> Result<Setting, Reason> {
    let name = words.next().map(|word| word.text.to_ascii_lowercase());
    let path = { *words }.until("").text;
    let value = words.next();
    Ok(match name.as_deref() {
        Some("evalfile") => file(path),
        Some("usemillisec") => Setting::Milliseconds(flag(value, "usemillisec")?),
        Some("hashsize") => match number(value, "hashsize", 0, HASH.1)? {
            0 => Setting::Hash(DEFAULT_HASH),
            size => Setting::Hash(size),
        },
        Some("newgame") => Setting::Clear,
        Some("debug") => Setting::Debug(flag(value, "debug")?),
        Some("ponder") => flag(value, "ponder").map(|_| Setting::Nothing)?,
        // By the protocol 0 stands for the default.
        Some("threads") => Setting::Threads(threads(number(value, "threads", 0, MOST_THREADS)?)),
        _ => Setting::Ignored,
    })
}

/// A path, blanks included; `<empty>`, as UCI writes it, and nothing at all name no file.
fn file(path: &str) -> Setting {
    Setting::Weights(if path == "<empty>" { String::new() } else { path.to_owned() })
}

fn threads(number: usize) -> NonZero<usize> {
    NonZero::new(number).unwrap_or(NonZero::<usize>::MIN)
}

/// The rules by our names for them or, for the default, by the name that other engines have.
fn rules(value: Option<Word<'_>>) -> Result<Rules, Reason> {
    let expected = || format!("one of {}", Rules::ALL.map(Rules::name).join(", "));
    match value {
        None => Err(Reason { column: None, found: "the end of the line".to_owned(), expected: expected() }),
        Some(word) if word.text.eq_ignore_ascii_case("AsianRule") => Ok(Rules::Asian),
        Some(word) => Rules::named(word.text).ok_or_else(|| word.reject(expected())),
    }
}

fn flag(value: Option<Word<'_>>, name: &str) -> Result<bool, Reason> {
    match value {
        Some(Word { text: "true" | "on", .. }) => Ok(true),
        Some(Word { text: "false" | "off", .. }) => Ok(false),
        Some(word) => Err(word.reject(format!("{name}, true or false"))),
        None => {
            let found = "the end of the line".to_owned();
            Err(Reason { column: None, found, expected: format!("{name}, true or false") })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> Result<Setting, BadInput> {
        parse(Words::of(text), Dialect::Uci)
    }

    #[test]
    fn names_have_blanks_and_no_case() {
        assert_eq!(set("name Hash value 64"), Ok(Setting::Hash(64)));
        assert_eq!(set("name  MOVE   overhead  value 30"), Ok(Setting::Overhead(30)));
        assert_eq!(set("name Clear Hash"), Ok(Setting::Clear));
        assert_eq!(set("name MultiPV value 3"), Ok(Setting::Lines(3)));
        assert_eq!(set("name Threads value 4"), Ok(Setting::Threads(threads(4))));
        assert_eq!(set("name Repetition Rule value checks-only"), Ok(Setting::Rules(Rules::ChecksOnly)));
        assert_eq!(set("name Repetition Rule value AsianRule"), Ok(Setting::Rules(Rules::Asian)));
        assert_eq!(set("name Move Limit value 40"), Ok(Setting::QuietMoves(40)));
    }

    #[test]
    fn a_file_is_named_by_its_whole_path() {
        let weights = |path: &str| Ok(Setting::Weights(path.to_owned()));
        assert_eq!(set("name EvalFile value my weights/a.weights "), weights("my weights/a.weights"));
        assert_eq!(set("name EvalFile value <empty>"), weights(""));
        assert_eq!(set("name UCI_ShowWDL value true"), Ok(Setting::Chances(true)));
    }

    #[test]
    fn options_of_other_engines_are_ignored() {
        for habit in FOREIGN_OPTIONS {
            assert_eq!(set(&format!("name {habit} value 3 whatever")), Ok(Setting::Ignored));
        }
        assert!(FOREIGN_OPTIONS.is_sorted());
    }

    #[test]
    fn bad_values_are_reported() {
        let message = |text| set(text).unwrap_err().to_string();
        assert!(message("name Hash value 0").contains("a number from 1 to 32768"));
        assert!(message("name Hash").contains("the end of the line"));
        assert!(message("name Repetition Rule value x").contains("asian, pikafish, checks-only, plain"));
        assert!(message("name Threads value 0").contains("a number from 1 to 1024"));
        assert!(message("name Hsah value 3").contains("column 6: found \"Hsah\""));
        assert!(message("name Ponder value maybe").contains("true or false"));
        assert!(message("Hash 3").contains("no name"));
    }

    #[test]
    fn ucci_names_are_single_words_and_unknown_ones_are_ignored() {
        let set = |text| parse(Words::of(text), Dialect::Ucci { has_milliseconds: false });
        assert_eq!(set("usemillisec true"), Ok(Setting::Milliseconds(true)));
        assert_eq!(set("hashsize 0"), Ok(Setting::Hash(DEFAULT_HASH)));
        assert_eq!(set("newgame"), Ok(Setting::Clear));
        assert_eq!(set("debug true"), Ok(Setting::Debug(true)));
        assert_eq!(set("ponder true"), Ok(Setting::Nothing));
        assert_eq!(set("threads 0"), Ok(Setting::Threads(threads(1))));
        assert_eq!(set("promotion false"), Ok(Setting::Ignored));
        assert_eq!(set(""), Ok(Setting::Ignored));
        assert!(set("threads 4000").is_err());
        assert!(set("hashsize big").is_err());
    }
}
