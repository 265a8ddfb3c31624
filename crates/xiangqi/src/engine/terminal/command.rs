//! What a person types at the terminal, as commands. Reading it has no effect but the answer.

use shuangqi_cli::BadInput;
use shuangqi_cli::terminal::command::{self, CommandIn, Syntax};

use super::Setting;
use crate::notation::{Notation, Script};
use crate::piece::Color;
use crate::position::Position;

/// The syntax of Xiangqi's commands.
#[derive(Clone, Copy, Debug)]
pub enum XiangqiSyntax {}

impl Syntax for XiangqiSyntax {
    type Side = Color;
    type Position = Position;
    type Setting = Setting;

    const MOST: u8 = 60;
    const SIDES: &'static str = "red, black, both or none";
    const SIDE: &'static str = "black";
    const MOVE: &'static str = "a move such as h2e2, C2.5 or 炮二平五";

    fn both() -> Vec<Color> {
        Color::ALL.to_vec()
    }

    fn side(name: &str) -> Option<Color> {
        match name {
            "red" | "r" | "w" => Some(Color::Red),
            "black" | "b" => Some(Color::Black),
            _ => None,
        }
    }

    fn position(text: &str) -> Result<Position, BadInput> {
        Position::from_fen(text)
    }

    fn setting(line: &str) -> Option<Setting> {
        match line {
            "characters" | "c" => Some(Setting::Script(Script::Characters)),
            "letters" => Some(Setting::Script(Script::Letters)),
            _ => Notation::named(line.strip_prefix("notation ")?.trim()).map(Setting::Notation),
        }
    }

    /// Every spelling of a move has a digit or a Chinese character.
    fn is_move(line: &str) -> bool {
        line.chars().any(|letter| letter.is_ascii_digit() || !letter.is_ascii())
    }
}

/// A command of the game at a terminal.
pub type Command = CommandIn<XiangqiSyntax>;

/// Reads a line.
///
/// # Errors
/// If it is no command, or one whose argument cannot be used. Moves are not looked into.
pub fn parse(line: &str) -> Result<Command, BadInput> {
    command::parse::<XiangqiSyntax>(line)
}

/// The list of commands.
pub fn help() -> String {
    command::help::<XiangqiSyntax>(
        &[
            ("h2e2", "play a move: by its points, in WXF letters (C2.5) or in characters (炮二平五);"),
            ("", "several with blanks between them"),
        ],
        ("set FEN", "begin from a position"),
        &[
            ("letters", "show boards and moves in letters"),
            ("characters", "show boards and moves in Chinese characters"),
            ("notation NAME", "show moves in chinese (炮二平五), wxf (C2.5) or iccs (H2-E2)"),
            (
                "save FILE.pgn",
                "write the game as PGN, moves in ICCS; with --force behind it, in place of a file",
            ),
            ("", "that is there"),
            ("uci", "(also ucci, xboard; as the first line) speak that protocol instead"),
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
        let play = |text: &str| Command::Play(text.to_owned());
        for (line, command) in [
            ("  ", Command::Nothing),
            ("GO", Command::Go),
            ("engine Red", Command::Engine(vec![Color::Red])),
            ("engine both", Command::Engine(Color::ALL.to_vec())),
            ("t 2", Command::Limit(Limit::Time(Duration::from_secs(2)))),
            ("Letters", Command::Set(Setting::Script(Script::Letters))),
            ("characters", Command::Set(Setting::Script(Script::Characters))),
            ("notation ICCS", Command::Set(Setting::Notation(Notation::Iccs))),
            ("depth 5", Command::Limit(Limit::Depth(5))),
            ("h2e2", play("h2e2")),
            ("H2-E2 h9g7", play("H2-E2 h9g7")),
            ("C2.5", play("C2.5")),
            ("炮二平五", play("炮二平五")),
            ("save game.pgn", Command::Save { path: "game.pgn".to_owned(), is_forced: false }),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn bad_input_names_what_was_expected() {
        for line in ["hello", "level 61", "engine white", "set 9/9", "uci", "time -1"] {
            assert!(parse(line).unwrap_err().to_string().contains("expected"), "{line}");
        }
    }

    #[test]
    fn every_line_of_the_help_is_indented() {
        let help = help();
        assert!(help.lines().count() > 14 && help.lines().all(|line| line.starts_with("  ")), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 110), "{help}");
    }
}
