//! What a person types at the terminal, as commands. Reading it has no effect but the answer.

use std::num::NonZero;

use shuangqi_cli::BadInput;
use shuangqi_cli::args::Threads;
use shuangqi_cli::terminal::command::{self, CommandIn, Syntax};

use crate::level::Level;
use crate::notation::{board, read_move, read_side};
use crate::position::Position;
use crate::side::Side;
use crate::square::Square;

/// The syntax of Othello's commands.
#[derive(Clone, Copy, Debug)]
pub enum OthelloSyntax {}

impl Syntax for OthelloSyntax {
    type Side = Side;
    type Position = Position;
    /// How many threads search.
    type Setting = NonZero<usize>;

    const MOST: u8 = Level::MOST;
    const LEVEL: &'static str = "strength N: so many plies ahead, and more near the end";
    const SIDES: &'static str = "black, white, both or none";
    const SIDE: &'static str = "white";
    const MOVE: &'static str = "a move such as f5";

    fn both() -> Vec<Side> {
        Side::ALL.to_vec()
    }

    fn side(name: &str) -> Option<Side> {
        read_side(name)
    }

    fn position(text: &str) -> Result<Position, BadInput> {
        board::read(text)
    }

    fn setting(line: &str) -> Option<NonZero<usize>> {
        let threads = line.strip_prefix("threads ")?.trim().parse::<Threads>().ok()?;
        Some(threads.count())
    }

    /// Moves begin with a square, a pass or a number.
    fn is_move(line: &str) -> bool {
        line.get(..2).is_some_and(|start| Square::parse(start).is_some()) || read_move(line).is_some()
    }
}

/// A command of the game at a terminal.
pub type Command = CommandIn<OthelloSyntax>;

/// Reads a line.
///
/// # Errors
/// If it is no command, or one whose argument cannot be used.
pub fn parse(line: &str) -> Result<Command, BadInput> {
    command::parse::<OthelloSyntax>(line)
}

/// The list of commands.
pub fn help() -> String {
    command::help::<OthelloSyntax>(
        &[("f5", "play a move; f5d6c3 plays several (a forced pass is played by itself)")],
        ("set BOARD", "begin from a position: 64 cells of X, O and -, then the side to move"),
        &[
            ("threads N", "search with N threads, or with one for each processor core: threads auto"),
            ("save FILE", "write the game as a transcript (FILE.txt: f5d6c3) or in GGF (FILE.ggf);"),
            ("", "with --force behind it, in place of a file that is there"),
        ],
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shuangqi_cli::terminal::Limit;

    use super::*;

    #[test]
    fn commands_may_be_short_and_in_any_case() {
        let save = |is_forced| Command::Save { path: "my game.txt".to_owned(), is_forced };
        for (line, command) in [
            ("  ", Command::Nothing),
            ("GO", Command::Go),
            ("u", Command::Undo),
            ("hint 3", Command::Hint(3)),
            ("h", Command::Hint(1)),
            ("engine Both", Command::Engine(Side::ALL.to_vec())),
            ("engine x", Command::Engine(vec![Side::Black])),
            ("time 0.5", Command::Limit(Limit::Time(Duration::from_millis(500)))),
            ("level 60", Command::Limit(Limit::Level(60))),
            ("threads 2", Command::Set(NonZero::new(2).unwrap())),
            ("new", Command::Begin(None)),
            ("F5 d6", Command::Play("F5 d6".to_owned())),
            ("pass", Command::Play("pass".to_owned())),
            ("b3", Command::Play("b3".to_owned())),
            ("b", Command::Board),
            ("stop", Command::Stop),
            ("moves", Command::Moves),
            ("save my game.txt", save(false)),
            ("save  my game.txt  --force", save(true)),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn bad_input_names_what_was_expected() {
        for line in [
            "hello",
            "level 0",
            "level",
            "time -1",
            "time NaN",
            "hint 0",
            "engine red",
            "threads 0",
            "threads",
            "set XO",
            "i9",
            "é",
            "save",
            "save --force",
        ] {
            assert!(parse(line).unwrap_err().to_string().contains("expected"), "{line}");
        }
        assert!(parse("  set  XO?").unwrap_err().to_string().contains("column 10: found"));
    }

    #[test]
    fn every_line_of_the_help_is_indented() {
        let help = help();
        assert!(help.lines().count() > 12 && help.lines().all(|line| line.starts_with("  ")), "{help}");
        assert!(help.lines().all(|line| line.len() <= 110), "{help}");
    }
}
