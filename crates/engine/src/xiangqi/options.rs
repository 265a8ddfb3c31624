//! The settings that a user interface can change.

use std::num::NonZero;
use std::sync::Arc;

use protocols::option::EngineOption;
use protocols::uci::{Dialect, SetOption};
use protocols::words::{Word, bad_input};
use shuangqi_cli::{BadInput, Reason, weights};
use xiangqi::evaluator::Weights;
use xiangqi::position::Position;

use xiangqi::rules::{GameRules, Rules};

/// The least and the most that each number may be.
const HASH: (usize, usize) = (1, 32_768);
const LINES: (usize, usize) = (1, 128);
const OVERHEAD: (u64, u64) = (0, 5_000);
const QUIET_MOVES: (u16, u16) = (1, GameRules::MAX_MOVES);

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
pub fn listing(dialect: Dialect) -> Vec<EngineOption> {
    let spin = |name, default: u64, (least, most): (u64, u64)| {
        EngineOption::spin(name, default as i64, (least as i64, most as i64))
    };
    let check = |name| EngineOption::new(name, "check").with_default(false);
    let (hash, threads) = (HASH.1 as u64, MOST_THREADS as u64);
    match dialect {
        Dialect::Uci => vec![
            spin("Hash", DEFAULT_HASH as u64, (HASH.0 as u64, hash)),
            EngineOption::new("Clear Hash", "button"),
            spin("Threads", 1, (1, threads)),
            check("Ponder"),
            spin("MultiPV", 1, (LINES.0 as u64, LINES.1 as u64)),
            spin("Move Overhead", 10, OVERHEAD),
            check("UCI_ShowWDL"),
            EngineOption::new("EvalFile", "string").with_default("<empty>"),
            EngineOption {
                choices: Rules::ALL.map(|rules| rules.name().to_owned()).to_vec(),
                ..EngineOption::new("Repetition Rule", "combo").with_default(Rules::default().name())
            },
            spin(
                "Move Limit",
                GameRules::DEFAULT.quiet_moves.into(),
                (QUIET_MOVES.0.into(), QUIET_MOVES.1.into()),
            ),
        ],
        Dialect::Ucci => [
            check("usemillisec"),
            check("debug"),
            check("ponder"),
            spin("threads", 0, (0, threads)),
            spin("hashsize", 0, (0, hash)),
            EngineOption::new("evalfile", "string"),
            EngineOption::new("newgame", "button"),
        ]
        .map(|option| option.in_dialect(dialect))
        .to_vec(),
    }
}

/// The weights of a file; of an empty path, those of the program.
///
/// # Errors
/// A file that cannot be read, or is none of weights.
pub fn weights(path: &str) -> Result<Arc<Weights>, BadInput> {
    weights::read::<Position>((!path.is_empty()).then_some(path))
}

/// What a `setoption` sets in this dialect.
///
/// # Errors
/// An unknown name (in UCI), or a value that will not do.
pub fn read(set: &SetOption, dialect: Dialect) -> Result<Setting, BadInput> {
    let (setting, remedy) = match dialect {
        Dialect::Uci => {
            (uci(set), "Send uci for the list of options, and set one as in setoption name Hash value 64")
        }
        Dialect::Ucci => {
            (ucci(set), "Send ucci for the list of options, and set one as in setoption hashsize 64")
        }
    };
    setting.map_err(|reason| bad_input("setoption", vec![reason], remedy))
}

fn uci(set: &SetOption) -> Result<Setting, Reason> {
    if set.dialect != Dialect::Uci {
        let found = "no name".to_owned();
        return Err(Reason { column: None, found, expected: "name and an option".to_owned() });
    }
    let name = set.name.text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    let value = set.value.first();
    Ok(match name.as_str() {
        "uci_showwdl" => Setting::Chances(flag(&value, "UCI_ShowWDL")?),
        "evalfile" => file(&set.value.text),
        "hash" => Setting::Hash(value.number("Hash", HASH.0, HASH.1)?),
        "clear hash" => Setting::Clear,
        "threads" => Setting::Threads(threads(value.number("Threads", 1, MOST_THREADS)?)),
        "ponder" => flag(&value, "Ponder").map(|_| Setting::Nothing)?,
        "multipv" => Setting::Lines(value.number("MultiPV", LINES.0, LINES.1)?),
        "move overhead" => Setting::Overhead(value.number("Move Overhead", OVERHEAD.0, OVERHEAD.1)?),
        "repetition rule" => Setting::Rules(rules(&value)?),
        "move limit" => Setting::QuietMoves(value.number("Move Limit", QUIET_MOVES.0, QUIET_MOVES.1)?),
        name if FOREIGN_OPTIONS.contains(&name) => Setting::Ignored,
        _ => return Err(set.name.reject("the name of an option")),
    })
}

/// Unknown names are ignored, as the protocol demands.
fn ucci(set: &SetOption) -> Result<Setting, Reason> {
    let value = set.value.first();
    Ok(match set.name.text.to_ascii_lowercase().as_str() {
        _ if set.dialect != Dialect::Ucci => Setting::Ignored,
        "evalfile" => file(&set.value.text),
        "usemillisec" => Setting::Milliseconds(flag(&value, "usemillisec")?),
        "hashsize" => match value.number("hashsize", 0, HASH.1)? {
            0 => Setting::Hash(DEFAULT_HASH),
            size => Setting::Hash(size),
        },
        "newgame" => Setting::Clear,
        "debug" => Setting::Debug(flag(&value, "debug")?),
        "ponder" => flag(&value, "ponder").map(|_| Setting::Nothing)?,
        // By the protocol 0 stands for the default.
        "threads" => Setting::Threads(threads(value.number("threads", 0, MOST_THREADS)?)),
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
fn rules(value: &Word) -> Result<Rules, Reason> {
    if value.text.eq_ignore_ascii_case("AsianRule") {
        return Ok(Rules::Asian);
    }
    let expected = || format!("one of {}", Rules::ALL.map(Rules::name).join(", "));
    Rules::named(&value.text).ok_or_else(|| value.reject(expected()))
}

fn flag(value: &Word, name: &str) -> Result<bool, Reason> {
    match value.text.as_str() {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(value.reject(format!("{name}, true or false"))),
    }
}

#[cfg(test)]
mod tests {
    use protocols::uci::Command;

    use super::*;

    fn set_in(dialect: Dialect, text: &str) -> Result<Setting, BadInput> {
        let Ok(Command::SetOption(set)) = format!("setoption {text}").parse() else { panic!("{text}") };
        read(&set, dialect)
    }

    fn set(text: &str) -> Result<Setting, BadInput> {
        set_in(Dialect::Uci, text)
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
        assert!(message("name Hsah value 3").contains("column 16: found \"Hsah\""));
        assert!(message("name Ponder value maybe").contains("true or false"));
        assert!(message("Hash 3").contains("no name"));
    }

    #[test]
    fn ucci_names_are_single_words_and_unknown_ones_are_ignored() {
        let set = |text| set_in(Dialect::Ucci, text);
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
