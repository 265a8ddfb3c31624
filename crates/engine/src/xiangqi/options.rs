//! The options that a user interface can set, in every protocol.

use std::num::NonZero;

use game::{Game, Strength};
use protocols::option::EngineOption;
use protocols::uci::{Dialect, SetOption};
use protocols::words::{Word, Words, bad_input};
use shuangqi_cli::args::MAX_THREADS;
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_cli::{BadInput, Reason, memory};
use xiangqi::position::Position;
use xiangqi::rules::{GameRules, Rules};

use crate::engine::Engine;

/// The default size of the table, in mebibytes. Nine million nodes store 5.4 million results: 16 hold a million, as many as two
/// seconds of search make.
pub const DEFAULT_HASH: u64 = 64;
/// A mebibyte, in bytes.
pub const MEBIBYTE: usize = 1 << 20;

/// One setting, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The size of the table in mebibytes; 0: the default.
    Hash(u64),
    /// Forget earlier searches.
    Clear,
    /// The number of threads; 0: the default.
    Threads(u64),
    /// The number of best lines.
    Lines(u64),
    /// Time lost between engine and clock on each move, in milliseconds.
    Overhead(u64),
    /// Set if the chances to win, draw and lose are shown beside scores.
    Chances(bool),
    /// Set if the engine plays no stronger than its Elo says.
    LimitsStrength(bool),
    /// The Elo of [`Setting::LimitsStrength`].
    Elo(u64),
    /// Set if the engine begins games by the program's book.
    OwnBook(bool),
    /// The file of weights to evaluate by; empty: none.
    EvalFile(String),
    /// The evaluation of the program to evaluate by, where no file of weights is set.
    Evaluation(&'static str),
    /// By which rules repetitions are judged.
    Rules(Rules),
    /// The full moves without a capture that make a draw.
    QuietMoves(u64),
    /// UCCI clocks count milliseconds instead of seconds.
    Milliseconds(bool),
    /// UCCI's `debug`: whether options that are ignored are reported.
    Debug(bool),
    /// An announcement that changes nothing, as `go ponder` needs no preparation.
    Ponder(bool),
    /// An option of other engines.
    Ignored,
}

/// The values of an option, and the setting that a value makes.
#[derive(Clone, Copy)]
enum Values {
    /// Nothing: it clears the table.
    Clear,
    Flag(fn(bool) -> Setting),
    /// A number with its default, the least and the most.
    Number(fn(u64) -> Setting, u64, [u64; 2]),
    File(fn(String) -> Setting),
    Evaluation,
    Rules(fn(Rules) -> Setting),
}

const MAX_HASH: u64 = 32_768;
/// The Elo of the weakest play and of the engine without limits.
const ELO: [u64; 2] = {
    let strengths = Position::INFO.strengths;
    [strengths[0].elo as u64, strengths[Strength::COUNT - 1].elo as u64]
};
const QUIET_MOVES: u64 = GameRules::DEFAULT.quiet_moves as u64;

/// The options of UCI, each of which works; xboard's protocol has some of them, and words of its own for others.
const UCI: [(&str, Values); 14] = [
    ("Hash", Values::Number(Setting::Hash, DEFAULT_HASH, [1, MAX_HASH])),
    ("Clear Hash", Values::Clear),
    ("Threads", Values::Number(Setting::Threads, 1, [1, MAX_THREADS as u64])),
    ("Ponder", Values::Flag(Setting::Ponder)),
    ("OwnBook", Values::Flag(Setting::OwnBook)),
    ("MultiPV", Values::Number(Setting::Lines, 1, [1, 128])),
    ("Move Overhead", Values::Number(Setting::Overhead, 10, [0, 5_000])),
    ("UCI_ShowWDL", Values::Flag(Setting::Chances)),
    ("UCI_LimitStrength", Values::Flag(Setting::LimitsStrength)),
    ("UCI_Elo", Values::Number(Setting::Elo, ELO[1], ELO)),
    ("EvalFile", Values::File(Setting::EvalFile)),
    ("Evaluation", Values::Evaluation),
    ("Repetition Rule", Values::Rules(Setting::Rules)),
    ("Move Limit", Values::Number(Setting::QuietMoves, QUIET_MOVES, [1, GameRules::MAX_MOVES as u64])),
];

/// The options of UCCI. By the protocol 0 stands for the default.
const UCCI: [(&str, Values); 9] = [
    ("usemillisec", Values::Flag(Setting::Milliseconds)),
    ("debug", Values::Flag(Setting::Debug)),
    ("ponder", Values::Flag(Setting::Ponder)),
    ("usebook", Values::Flag(Setting::OwnBook)),
    ("threads", Values::Number(Setting::Threads, 0, [0, MAX_THREADS as u64])),
    ("hashsize", Values::Number(Setting::Hash, 0, [0, MAX_HASH])),
    ("evalfile", Values::File(Setting::EvalFile)),
    ("evaluation", Values::Evaluation),
    ("newgame", Values::Clear),
];

/// Options of other engines that user interfaces set although this engine does not list them. They change nothing, and
/// are reported only with `debug on`.
const FOREIGN: [&str; 12] = [
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
    "uci_opponent",
    "uci_variant",
];

fn table(dialect: Dialect) -> &'static [(&'static str, Values)] {
    match dialect {
        Dialect::Uci => &UCI,
        Dialect::Ucci => &UCCI,
    }
}

fn find(dialect: Dialect, name: &str) -> Option<(&'static str, Values)> {
    table(dialect).iter().copied().find(|(known, _)| known.eq_ignore_ascii_case(name))
}

/// The options as the handshake lists them.
pub fn listing(dialect: Dialect) -> impl Iterator<Item = EngineOption> {
    table(dialect).iter().map(move |&(name, values)| announced(name, values, dialect).in_dialect(dialect))
}

fn announced(name: &str, values: Values, dialect: Dialect) -> EngineOption {
    match values {
        Values::Clear => EngineOption::new(name, "button"),
        Values::Flag(_) => EngineOption::new(name, "check").with_default(false),
        Values::Number(_, default, [least, most]) => {
            EngineOption::spin(name, default as i64, (least as i64, most as i64))
        }
        Values::File(_) if dialect == Dialect::Ucci => EngineOption::new(name, "string"),
        Values::File(_) => EngineOption::new(name, "string").with_default("<empty>"),
        Values::Evaluation => combo(name, &evaluations()),
        Values::Rules(_) => combo(name, &Rules::ALL.map(Rules::name)),
    }
}

/// An option with these choices, the default first.
fn combo(name: &str, choices: &[&str]) -> EngineOption {
    let option = EngineOption::new(name, "combo").with_default(choices[0]);
    EngineOption { choices: choices.iter().map(|&choice| choice.to_owned()).collect(), ..option }
}

/// The names of the evaluations of the program.
pub fn evaluations() -> Vec<&'static str> {
    Position::evaluations().into_iter().map(|(name, _)| name).collect()
}

/// Reads a `setoption` of this dialect.
///
/// # Errors
/// An unknown name (in UCI), or a value that will not do.
pub fn read(set: &SetOption, dialect: Dialect) -> Result<Setting, BadInput> {
    let name = set.name.text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    let (own, remedy) = match dialect {
        Dialect::Uci => {
            (true, "Send uci for the list of options, and set one as in setoption name Hash value 64")
        }
        Dialect::Ucci => (
            set.dialect == Dialect::Ucci,
            "Send ucci for the list of options, and set one as in setoption hashsize 64",
        ),
    };
    let setting = match find(dialect, &name).filter(|_| own) {
        _ if dialect == Dialect::Uci && set.dialect != Dialect::Uci => {
            Err(Reason::new(None, "no name", "name and an option"))
        }
        Some((name, values)) => setting(name, values, &set.value),
        // By the protocol UCCI's engines ignore unknown names.
        None if dialect == Dialect::Ucci || FOREIGN.contains(&name.as_str()) => Ok(Setting::Ignored),
        None => Err(set.name.reject("the name of an option")),
    };
    setting.map_err(|reason| bad_input("setoption", vec![reason], remedy))
}

/// The setting of one of UCI's options, as another protocol names it.
///
/// # Errors
/// A value that will not do.
pub fn read_value(name: &str, value: &str) -> Result<Setting, BadInput> {
    let Some((_, values)) = find(Dialect::Uci, name) else { return Ok(Setting::Ignored) };
    let value = Words::of(value).rest();
    let is_number = matches!(values, Values::Number(..));
    let remedy = if is_number { "Send a number" } else { "Send one of the values that were announced" };
    setting("a count", values, &value).map_err(|reason| bad_input("command", vec![reason], remedy))
}

fn setting(name: &str, values: Values, value: &Word) -> Result<Setting, Reason> {
    let word = value.first();
    Ok(match values {
        Values::Clear => Setting::Clear,
        Values::Flag(set) => match word.text.as_str() {
            "true" | "on" => set(true),
            "false" | "off" => set(false),
            _ => return Err(word.reject(format!("{name}, true or false"))),
        },
        Values::Number(set, _, [least, most]) => set(word.number(name, least, most)?),
        // A path, blanks included; `<empty>`, as UCI writes it, and nothing at all name no file.
        Values::File(set) if value.text == "<empty>" => set(String::new()),
        Values::File(set) => set(value.text.clone()),
        Values::Evaluation => {
            let names = evaluations();
            let known = names.iter().copied().find(|name| word.text.eq_ignore_ascii_case(name));
            Setting::Evaluation(known.ok_or_else(|| word.reject(format!("one of {}", names.join(", "))))?)
        }
        // By our names for them or, for the default, by the name that other engines have.
        Values::Rules(set) if word.text.eq_ignore_ascii_case("AsianRule") => set(Rules::Asian),
        Values::Rules(set) => {
            let expected = || format!("one of {}", Rules::ALL.map(Rules::name).join(", "));
            set(Rules::named(&word.text).ok_or_else(|| word.reject(expected()))?)
        }
    })
}

/// How strong the engine is set to play.
#[derive(Clone, Copy, Debug)]
pub struct StrengthOptions {
    /// `UCI_LimitStrength`.
    pub limits: bool,
    /// `UCI_Elo`.
    pub elo: i32,
}

impl Default for StrengthOptions {
    fn default() -> StrengthOptions {
        StrengthOptions { limits: false, elo: ELO[1] as i32 }
    }
}

impl StrengthOptions {
    /// The strength that comes nearest.
    pub fn strength(self) -> Strength {
        if self.limits { Strength::of_elo(self.elo, &Position::INFO) } else { Strength::FULL }
    }
}

/// What the engine is set to evaluate by: the file of weights, if one is set, or else the evaluation of the program.
#[derive(Clone, Default, Debug)]
pub struct Evaluation {
    args: WeightsArgs,
}

impl Evaluation {
    /// The weights after another file is set; none by an empty path. A file that will not do changes nothing.
    ///
    /// # Errors
    /// A file that cannot be read, or is none of weights.
    pub fn with_file(&mut self, path: &str) -> Result<<Position as Game>::Weights, BadInput> {
        let eval = (!path.is_empty()).then(|| path.into());
        self.set(WeightsArgs { eval, ..self.args.clone() })
    }

    /// The weights after another evaluation of the program is set.
    ///
    /// # Errors
    /// A file of weights that was set before, and has changed since.
    pub fn named(&mut self, name: &str) -> Result<<Position as Game>::Weights, BadInput> {
        self.set(WeightsArgs { evaluation: Some(name.to_owned()), ..self.args.clone() })
    }

    fn set(&mut self, args: WeightsArgs) -> Result<<Position as Game>::Weights, BadInput> {
        let weights = args.read::<Position>()?;
        self.args = args;
        Ok(weights)
    }
}

/// Sets the number of threads.
pub fn set_threads(engine: &mut Engine<Position>, threads: u64) {
    engine.game.set_threads(NonZero::new(threads as usize).unwrap_or(NonZero::<usize>::MIN));
}

/// Gives the table another size in bytes; `command` is what asks for it.
///
/// # Errors
/// If there is no memory for it.
pub fn resize(engine: &mut Engine<Position>, command: &'static str, bytes: usize) -> Result<(), BadInput> {
    let searches = engine.game.searches();
    let kept = searches.bytes();
    let taken = memory::take(bytes, kept, || searches.resize(bytes));
    let remedy = || format!("Ask for less; the table keeps its {} MiB", kept / MEBIBYTE);
    taken.map_err(|too_large| too_large.in_line(command, remedy()))
}

#[cfg(test)]
mod tests {
    use protocols::uci::Command;

    use super::*;

    fn set(dialect: Dialect, text: &str) -> Result<Setting, String> {
        let Ok(Command::SetOption(set)) = format!("setoption {text}").parse() else { panic!("{text}") };
        read(&set, dialect).map_err(|bad| bad.to_string())
    }

    #[test]
    fn options_are_read_as_they_are_listed() {
        let file = |path: &str| Setting::EvalFile(path.to_owned());
        for (text, setting) in [
            ("name Hash value 64", Setting::Hash(64)),
            ("name  MOVE   overhead  value 30", Setting::Overhead(30)),
            ("name Clear Hash", Setting::Clear),
            ("name Repetition Rule value checks-only", Setting::Rules(Rules::ChecksOnly)),
            ("name Repetition Rule value AsianRule", Setting::Rules(Rules::Asian)),
            ("name UCI_ShowWDL value true", Setting::Chances(true)),
            ("name UCI_LimitStrength value true", Setting::LimitsStrength(true)),
            ("name UCI_Elo value 1500", Setting::Elo(1500)),
            ("name EvalFile value my weights/a.weights ", file("my weights/a.weights")),
            ("name EvalFile value <empty>", file("")),
            ("name Evaluation value Classical", Setting::Evaluation("classical")),
        ] {
            assert_eq!(set(Dialect::Uci, text), Ok(setting), "{text}");
        }
        for (text, setting) in [
            ("usemillisec true", Setting::Milliseconds(true)),
            ("hashsize 0", Setting::Hash(0)),
            ("newgame", Setting::Clear),
            ("debug on", Setting::Debug(true)),
            ("promotion false", Setting::Ignored),
            ("name Hash value 64", Setting::Ignored),
            ("", Setting::Ignored),
        ] {
            assert_eq!(set(Dialect::Ucci, text), Ok(setting), "{text}");
        }
        for option in FOREIGN {
            assert_eq!(set(Dialect::Uci, &format!("name {option} value 3")), Ok(Setting::Ignored));
        }
    }

    #[test]
    fn bad_values_are_reported() {
        assert!(set(Dialect::Uci, "name Evaluation value x").unwrap_err().contains("one of "));
        assert!(set(Dialect::Uci, "name Repetition Rule value x").unwrap_err().contains("asian, pikafish, "));
        assert!(set(Dialect::Uci, "name Hsah value 3").unwrap_err().contains("column 16: found \"Hsah\""));
        assert!(set(Dialect::Ucci, "threads 4000").is_err() && set(Dialect::Ucci, "hashsize big").is_err());
    }
}
