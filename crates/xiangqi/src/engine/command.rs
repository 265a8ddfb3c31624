//! Lines of the two protocols as commands, with no effect but the answer.

use shuangqi_cli::{BadInput, Reason};

use super::bench::Bench;
use super::dialect::Dialect;
use super::game_history::GameHistory;
use super::go::Go;
use super::options::{self, Setting};
use super::words::{Word, Words, bad_input};
use crate::moves::Move;

/// A line as a command. An error of a position or a search is part of the command, which has an effect all the same.
#[derive(Clone, Debug)]
pub enum Command {
    /// An empty line or a comment.
    Nothing,
    /// `uci` or `ucci`: send the engine's name and options.
    Identify(Dialect),
    /// `isready`
    IsReady,
    /// `setoption …`
    Set(Setting),
    /// `ucinewgame`
    NewGame,
    /// `position …`
    Position(Box<Result<GameHistory, BadInput>>),
    /// `banmoves …`: root moves that the judge of a game forbids.
    Ban(Vec<Move>),
    /// `go …`
    Go(Box<Go>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `debug on` or `debug off`: whether what is ignored is reported.
    Debug(bool),
    /// A command of the protocol that makes no difference here, such as `register later`.
    Ignored,
    /// `quit`
    Quit,
    /// `d`: show the board.
    Display,
    /// `eval`: write the static evaluation.
    Evaluate,
    /// `flip`: exchange the sides.
    Flip,
    /// `bench …`
    Bench(Bench),
    /// `help`
    Help,
}

/// The text of `help`.
pub const HELP: &str = "\
The commands of UCI (uci, debug, isready, setoption, ucinewgame, position, go, stop, ponderhit, quit) or, after ucci as the
first line, of UCCI. Besides:
  d                show the board
  eval             judge the position as it is
  flip             exchange the sides
  go perft N       count the leaves of the tree to depth N
  bench            search a fixed set of positions; the node count tells builds apart
  help             this text";

/// Reads one line.
///
/// # Errors
/// If the line is no command, or one that cannot be used and need not be answered.
pub fn parse(line: &str, dialect: Dialect) -> Result<Command, BadInput> {
    let mut words = Words::of(line);
    let start = words;
    let Some(verb) = words.next() else { return Ok(Command::Nothing) };
    Ok(match verb.text {
        text if text.starts_with('#') => Command::Nothing,
        "uci" => Command::Identify(Dialect::Uci),
        "ucci" => Command::Identify(Dialect::Ucci { has_milliseconds: false }),
        "isready" => Command::IsReady,
        "setoption" => Command::Set(options::parse(words, dialect)?),
        "ucinewgame" => Command::NewGame,
        "position" => Command::Position(Box::new(GameHistory::parse(words))),
        // Some user interfaces leave the word "position" out.
        "fen" | "startpos" => Command::Position(Box::new(GameHistory::parse(start))),
        "banmoves" => Command::Ban(moves(words)?),
        "go" => Command::Go(Box::new(Go::parse(words, dialect))),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "debug" => Command::Debug(switch(words)?),
        "register" => Command::Ignored,
        "quit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Evaluate,
        "flip" => Command::Flip,
        "bench" => Command::Bench(Bench::parse(words)?),
        "help" => Command::Help,
        _ => return Err(unknown(verb)),
    })
}

fn unknown(verb: Word<'_>) -> BadInput {
    bad_input("command", vec![verb.reject("a command of the protocol")], "Send help for the list of commands")
}

fn switch(mut words: Words<'_>) -> Result<bool, BadInput> {
    let reason = match words.next() {
        Some(Word { text: "on", .. }) => return Ok(true),
        Some(Word { text: "off", .. }) => return Ok(false),
        Some(word) => word.reject("on or off"),
        None => {
            Reason { column: None, found: "the end of the line".to_owned(), expected: "on or off".to_owned() }
        }
    };
    Err(bad_input("debug", vec![reason], "Send debug on or debug off"))
}

fn moves(words: Words<'_>) -> Result<Vec<Move>, BadInput> {
    let mut reasons: Vec<Reason> = Vec::new();
    let mut moves = Vec::new();
    for word in words {
        match Move::parse(word.text) {
            Ok(mv) => moves.push(mv),
            Err(bad) => reasons.extend(word.place(bad).reasons),
        }
    }
    if reasons.is_empty() {
        return Ok(moves);
    }
    Err(bad_input("banmoves", reasons, "Write moves as their two points, as in banmoves h2e2 b0c2"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UCCI: Dialect = Dialect::Ucci { has_milliseconds: false };

    #[test]
    fn blank_lines_and_remarks_say_nothing() {
        for line in ["", "  \t", "# position startpos", "\r"] {
            assert!(matches!(parse(line, Dialect::Uci), Ok(Command::Nothing)), "{line:?}");
        }
    }

    #[test]
    fn verbs_lead_to_commands() {
        let uci = |line| parse(line, Dialect::Uci).unwrap();
        assert!(matches!(uci("  isready \r"), Command::IsReady));
        assert!(matches!(uci("setoption name Hash value 8"), Command::Set(Setting::Hash(8))));
        assert!(matches!(uci("startpos moves h2e2"), Command::Position(position) if position.is_ok()));
        assert!(matches!(uci("position"), Command::Position(position) if position.is_err()));
        assert!(matches!(uci("debug on"), Command::Debug(true)));
        assert!(matches!(uci("debug off"), Command::Debug(false)));
        assert!(parse("debug", Dialect::Uci).is_err());
        assert!(matches!(uci("register later"), Command::Ignored));
        assert!(matches!(uci("go depth x"), Command::Go(go) if go.error.is_some()));
        assert!(matches!(parse("banmoves h2e2 b0c2", UCCI), Ok(Command::Ban(moves)) if moves.len() == 2));
    }

    #[test]
    fn unknown_words_are_named() {
        let message = |line| parse(line, UCCI).unwrap_err().to_string();
        assert!(message("  hello world").contains("column 3: found \"hello\""));
        assert!(message("banmoves h2e2 x9").contains("column 15"));
    }
}
