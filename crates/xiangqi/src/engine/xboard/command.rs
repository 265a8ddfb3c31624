//! Lines of the Chess Engine Communication Protocol as commands, with no effect but the answer.

use std::num::NonZero;
use std::time::Duration;

use search_core::score::MAX_PLY;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, units};

use super::super::options::MOST_THREADS;
use super::super::words::{Words, number};
use crate::fen;
use crate::moves::Move;
use crate::position::Position;

const KIND: &str = "command";
/// The most that a clock may show; what is longer counts as this.
const LONGEST: Duration = Duration::from_secs(100_000_000);

/// A command.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// A command without effect here.
    Nothing,
    /// Announce the features.
    Identify,
    /// A new game; the engine plays Black.
    New,
    /// A position to go on from.
    Place(Box<Position>),
    /// Play neither side.
    Force,
    /// Play the side to move, beginning now.
    Go,
    /// Play the side that is not to move.
    PlayOther,
    /// A move of the opponent, or in force mode of either side.
    Play(Move),
    /// The conventional clock.
    Level(Level),
    /// A fixed time for each move.
    MoveTime(Duration),
    /// No deeper than this, in plies.
    Depth(i16),
    /// What is left on the engine's clock.
    Remaining(Duration),
    /// Answer when all commands before are done.
    Ping(String),
    /// Whether lines of thinking are printed.
    Post(bool),
    /// Stop the search, and move.
    MoveNow,
    /// Analyse each position, and play neither side.
    Analyze,
    /// Leave the analysis.
    Exit,
    /// How far an analysis has come.
    Status,
    /// Name a good move for the user.
    Hint,
    /// Take this number of plies back.
    TakeBack(usize),
    /// The game is over.
    Over,
    /// The size of the table in mebibytes.
    Memory(usize),
    /// How many threads search.
    Cores(NonZero<usize>),
    /// The time lost on the way between engine and clock.
    Overhead(Duration),
    /// Evaluate by the weights of this file; by those of the program if the path is empty.
    Weights(String),
    /// The end.
    Quit,
}

/// A clock: `base` for `moves` moves, or for the game if there are none, and an increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Moves in a period; 0: the whole game.
    pub moves: u32,
    /// Time for the period.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// Reads one line.
///
/// # Errors
/// If it is no command, or its arguments make no sense.
pub fn parse(line: &str) -> Result<Command, BadInput> {
    let line = line.trim();
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    Ok(match name {
        "protover" => Command::Identify,
        "new" => Command::New,
        "variant" if rest != "xiangqi" => return Err(bad_input(rest, "xiangqi", "Send variant xiangqi")),
        "setboard" => Command::Place(Box::new(Position::from_fen(rest)?)),
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "usermove" => Command::Play(Move::parse(rest)?),
        "level" => Command::Level(level(rest)?),
        "st" => Command::MoveTime(seconds(rest)?),
        "sd" => Command::Depth(depth(rest)?),
        "time" => Command::Remaining(centiseconds(rest)?),
        "ping" => Command::Ping(rest.to_owned()),
        "post" => Command::Post(true),
        "nopost" => Command::Post(false),
        "?" => Command::MoveNow,
        "analyze" => Command::Analyze,
        "exit" => Command::Exit,
        "." => Command::Status,
        "hint" => Command::Hint,
        "undo" => Command::TakeBack(1),
        "remove" => Command::TakeBack(2),
        "result" => Command::Over,
        "memory" => Command::Memory(count(rest, 1, 32_768)? as usize),
        "cores" => Command::Cores(cores(rest)?),
        "option" => option(rest)?,
        "quit" => Command::Quit,
        // Commands that every user interface sends, and that change nothing here. An offered draw is declined by no
        // answer.
        "" | "xboard" | "variant" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating"
        | "ics" | "easy" | "hard" | "otim" | "draw" | "bk" | "nps" | "white" | "black" => Command::Nothing,
        _ => return Move::parse(name).map(Command::Play).map_err(|_| unknown(name)),
    })
}

fn unknown(name: &str) -> BadInput {
    bad_input(name, "a command of the protocol, or a move as in h2e2", "Send quit to leave")
}

fn bad_input(found: &str, expected: &str, remedy: &str) -> BadInput {
    BadInput::new(KIND, None, quote(found), expected, remedy)
}

fn count(text: &str, least: u32, most: u32) -> Result<u32, BadInput> {
    let mut words = Words::of(text);
    number(words.next(), "a count", least, most).map_err(|reason| BadInput {
        kind: KIND,
        place: None,
        reasons: vec![reason],
        remedy: "Send a number".into(),
    })
}

fn cores(text: &str) -> Result<NonZero<usize>, BadInput> {
    let cores = count(text, 1, MOST_THREADS as u32)?;
    Ok(NonZero::new(cores as usize).unwrap_or(NonZero::<usize>::MIN))
}

/// A depth, at most the largest.
fn depth(text: &str) -> Result<i16, BadInput> {
    let depth = units::saturating_number(text).filter(|&depth| depth > 0);
    let depth = depth.map(|depth| depth.min(MAX_PLY.into()) as i16);
    depth.ok_or_else(|| bad_input(text, "a depth in plies, from 1", "Send sd 8"))
}

fn centiseconds(text: &str) -> Result<Duration, BadInput> {
    let shown = units::saturating_seconds(text, 100 * LONGEST).map(|shown| shown / 100);
    shown.ok_or_else(|| bad_input(text, "hundredths of a second", "Send time 6000 for a minute"))
}

fn seconds(text: &str) -> Result<Duration, BadInput> {
    let shown = units::saturating_seconds(text, LONGEST);
    shown.ok_or_else(|| bad_input(text, "seconds", "Send a number of seconds"))
}

/// `40 5 0`, `0 1:30 2`: moves, minutes with or without seconds, seconds.
fn level(text: &str) -> Result<Level, BadInput> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let remedy = "Send moves, minutes and an increment in seconds, as in level 0 5:00 2";
    let &[moves, base, increment] = &words[..] else { return Err(bad_input(text, "three numbers", remedy)) };
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let whole = units::saturating_seconds(minutes, LONGEST / 60).map(|minutes| 60 * minutes);
    let whole = whole.ok_or_else(|| bad_input(base, "minutes, or minutes:seconds", remedy))?;
    let count = units::saturating_number(moves).map(|moves| u32::try_from(moves).unwrap_or(u32::MAX));
    let count = count.ok_or_else(|| bad_input(moves, "moves in a period, or 0", remedy))?;
    Ok(Level { moves: count, base: whole + seconds(rest)?, increment: seconds(increment)? })
}

fn option(text: &str) -> Result<Command, BadInput> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    match name.trim() {
        "Move Overhead" => Ok(Command::Overhead(Duration::from_millis(count(value, 0, 5_000)?.into()))),
        "EvalFile" => Ok(Command::Weights(value.trim().to_owned())),
        _ => Err(bad_input(name, "Move Overhead or EvalFile", "Set only options that were announced")),
    }
}

/// Where a game begins.
///
/// # Errors
/// None: the text of the start position is in order.
pub fn start() -> Result<Position, BadInput> {
    Position::from_fen(fen::START)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn moves_come_with_and_without_their_word() {
        let mv = Move::parse("h2e2").map(Command::Play);
        assert_eq!(parse("usermove h2e2"), mv);
        assert_eq!(parse("h2e2"), mv);
        assert_eq!(parse(" H2-E2 \r"), mv);
    }

    #[test]
    fn clocks_come_in_three_forms() {
        let level = |moves, base, increment| {
            let (base, increment) = (Duration::from_secs(base), Duration::from_millis(increment));
            Ok(Command::Level(Level { moves, base, increment }))
        };
        assert_eq!(parse("level 40 5 0"), level(40, 300, 0));
        assert_eq!(parse("level 0 1:30 0.5"), level(0, 90, 500));
        assert_eq!(parse("st 2.5"), Ok(Command::MoveTime(Duration::from_millis(2500))));
        assert_eq!(parse("time 6000"), Ok(Command::Remaining(Duration::from_secs(60))));
        assert_eq!(parse("time -3"), Ok(Command::Remaining(Duration::ZERO)));
    }

    #[test]
    fn limits_out_of_range_are_the_nearest() {
        const HUGE: &str = "999999999999999999999999";
        assert_eq!(parse(&format!("sd {HUGE}")), Ok(Command::Depth(MAX_PLY as i16)));
        assert_eq!(parse(&format!("st {HUGE}")), Ok(Command::MoveTime(LONGEST)));
        assert_eq!(parse("st -2"), Ok(Command::MoveTime(Duration::ZERO)));
        assert_eq!(parse(&format!("time {HUGE}")), Ok(Command::Remaining(LONGEST)));
        assert_eq!(parse(&format!("time -{HUGE}")), Ok(Command::Remaining(Duration::ZERO)));
        let level = Level { moves: u32::MAX, base: LONGEST / 60 * 60, increment: Duration::ZERO };
        assert_eq!(parse(&format!("level {HUGE} {HUGE} -1")), Ok(Command::Level(level)));
    }

    #[test]
    fn cores_are_threads() {
        assert_eq!(parse("cores 4"), Ok(Command::Cores(NonZero::new(4).unwrap())));
        assert!(message("cores 0").contains("from 1 to 1024"));
    }

    #[test]
    fn a_file_of_weights_is_named_by_its_whole_path() {
        let weights = |path: &str| Ok(Command::Weights(path.to_owned()));
        assert_eq!(parse("option EvalFile=my weights/a=b.weights"), weights("my weights/a=b.weights"));
        assert_eq!(parse("option EvalFile="), weights(""));
    }

    #[test]
    fn errors_are_reported() {
        assert!(message("hello").contains("\"hello\""));
        assert!(message("variant crazyhouse").contains("\"crazyhouse\""));
        assert!(message("usermove x9").contains("x9"));
        assert!(message("level 40").contains("three numbers"));
        assert!(message("level 40 x 0").contains("minutes"));
        assert!(message("st nan").contains("seconds"));
        assert!(message("sd 0").contains("from 1"));
        assert!(message("option Colour=red").contains("Move Overhead"));
        assert!(message("setboard 9").starts_with("Xiangqi FEN"));
        for line in ["", "xboard", "otim 500", "accepted ping", "variant xiangqi", "draw"] {
            assert_eq!(parse(line), Ok(Command::Nothing), "{line}");
        }
    }
}
