//! What a person types at the console, as commands. Reading it has no effect but the answer.

use std::time::Duration;

use console::BadInput;
use console::bad_input::quote;

use super::effort::Level;
use crate::notation::{board, read_side};
use crate::position::Position;
use crate::side::Side;

/// What a person asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Talk {
    /// Nothing.
    Nothing,
    /// Moves to play, as they were typed.
    Moves(String),
    /// Let the engine move now, and for this side from now on.
    Go,
    /// Which sides the engine plays.
    Engine(Vec<Side>),
    /// Take back to the person's last move.
    Undo,
    /// A new game, from the start or another position.
    New(Box<Position>),
    /// The best moves, so many.
    Hint(usize),
    /// Think to a fixed depth.
    Level(Level),
    /// Think so long about each move.
    Time(Duration),
    /// Draw the board.
    Board,
    /// The list of commands.
    Help,
    /// The end.
    Quit,
}

/// The list of commands.
pub const HELP: &str = "\
  f5               play a move; f5d6c3 plays several (a forced pass is played by itself)
  go               let the engine move now, and play this side from now on
  engine SIDE      which side the engine plays: black, white, both or none
  undo             take back your last move
  new              begin again
  set BOARD        begin from a position: 64 cells of X, O and -, then the side to move
  hint [N]         the best moves as the engine sees them
  level N          think N plies ahead (1 to 60)
  time SECONDS     think so long about each move
  board            draw the board
  help             this list
  quit             the end";

const KIND: &str = "command";
const REMEDY: &str = "Type help for the list of commands";

/// Reads a line.
///
/// # Errors
/// If it is no command, or one whose argument cannot be used.
pub fn parse(line: &str) -> Result<Talk, BadInput> {
    let (verb, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let rest = rest.trim();
    Ok(match verb.to_ascii_lowercase().as_str() {
        "" => Talk::Nothing,
        "go" | "g" => Talk::Go,
        "engine" => Talk::Engine(sides(rest)?),
        "undo" | "u" => Talk::Undo,
        "new" | "n" => Talk::New(Box::new(Position::START)),
        "set" => {
            let before = line.trim_end().chars().count() - rest.chars().count();
            Talk::New(Box::new(board::read(rest).map_err(|bad| bad.shifted(before))?))
        }
        "hint" | "h" if rest.is_empty() => Talk::Hint(1),
        "hint" | "h" => Talk::Hint(rest.parse().ok().filter(|count| *count > 0).ok_or_else(|| count(rest))?),
        "level" | "l" => Talk::Level(rest.parse().ok().and_then(Level::new).ok_or_else(|| level(rest))?),
        "time" | "t" => Talk::Time(seconds(rest)?),
        "board" | "b" => Talk::Board,
        "help" | "?" => Talk::Help,
        "quit" | "exit" | "q" => Talk::Quit,
        _ if looks_like_moves(line) => Talk::Moves(line.trim().to_owned()),
        _ => return Err(BadInput::new(KIND, None, quote(verb), "a move such as f5, or a command", REMEDY)),
    })
}

/// Moves begin with a square, a pass or a number.
fn looks_like_moves(line: &str) -> bool {
    let line = line.trim();
    let is_square = line.get(..2).is_some_and(|start| crate::Square::parse(start).is_some());
    is_square || crate::notation::read_move(line).is_some()
}

fn sides(text: &str) -> Result<Vec<Side>, BadInput> {
    match (text.to_ascii_lowercase().as_str(), read_side(text)) {
        (_, Some(side)) => Ok(vec![side]),
        ("both", _) => Ok(Side::ALL.to_vec()),
        ("none", _) => Ok(Vec::new()),
        _ => {
            let remedy = "Type engine white, for example";
            Err(BadInput::new("engine", None, quote(text), "black, white, both or none", remedy))
        }
    }
}

fn seconds(text: &str) -> Result<Duration, BadInput> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.0..=1e6).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        BadInput::new("time", None, quote(text), "a number of seconds", "Type time 2.5, for example")
    })
}

fn count(text: &str) -> BadInput {
    BadInput::new("hint", None, quote(text), "a number of moves", "Type hint 3, for example")
}

fn level(text: &str) -> BadInput {
    let expected = format!("a number from 1 to {}", Level::MOST);
    BadInput::new("level", None, quote(text), expected, "Type level 8, for example")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_may_be_short_and_in_any_case() {
        for (line, talk) in [
            ("  ", Talk::Nothing),
            ("GO", Talk::Go),
            ("u", Talk::Undo),
            ("hint 3", Talk::Hint(3)),
            ("h", Talk::Hint(1)),
            ("engine Both", Talk::Engine(Side::ALL.to_vec())),
            ("engine x", Talk::Engine(vec![Side::Black])),
            ("time 0.5", Talk::Time(Duration::from_millis(500))),
            ("new", Talk::New(Box::new(Position::START))),
            ("F5 d6", Talk::Moves("F5 d6".to_owned())),
            ("pass", Talk::Moves("pass".to_owned())),
            ("b3", Talk::Moves("b3".to_owned())),
            ("b", Talk::Board),
        ] {
            assert_eq!(parse(line), Ok(talk), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        for line in
            ["hello", "level 0", "level", "time -1", "time NaN", "hint 0", "engine red", "set XO", "i9", "é"]
        {
            assert!(parse(line).unwrap_err().to_string().contains("expected"), "{line}");
        }
        assert!(parse("  set  XO?").unwrap_err().to_string().contains("column 10: found"));
    }
}
