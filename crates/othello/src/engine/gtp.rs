//! Lines of the Go Text Protocol, version 2, as commands. Reading them has no effect but the answer.

use std::fmt;
use std::time::Duration;

use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, units};

use super::clock::TimeControl;
use crate::level::Level;
use crate::notation::{read_move, read_side};
use crate::position::Move;
use crate::side::Side;

/// A request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The number to answer with, as it was written.
    pub id: Option<String>,
    /// The command, or what is wrong with it.
    pub command: Result<Command, BadInput>,
}

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A text that never changes: the protocol's version, the name …
    Constant(&'static str),
    /// The program's version.
    Version,
    /// Whether a command of this name exists.
    IsKnown(String),
    /// The names of all commands.
    List,
    /// The end.
    Quit,
    /// A command without effect.
    Accept,
    /// A new game.
    Clear,
    /// A move is made.
    Play(Side, Move),
    /// Find a move for this side, and play it or not.
    Generate {
        /// For whom.
        side: Side,
        /// Whether it is played.
        is_played: bool,
    },
    /// Take the last move back.
    Undo,
    /// Draw the board.
    Show,
    /// The result of a finished game.
    FinalScore,
    /// How much time a game has; `None`: no limit.
    TimeSettings(Option<TimeControl>),
    /// What a side's clock shows, and the moves to make in it (0: main time).
    TimeLeft(Side, Duration, u32),
    /// The level where there is no clock.
    SetLevel(Level),
    /// The board for machines.
    RulesBoard,
    /// The legal moves.
    LegalMoves,
    /// Whose turn it is.
    SideToMove,
    /// The result in a sentence.
    FinalResult,
}

type Reader = fn(&mut Arguments<'_>) -> Result<Command, BadInput>;

/// Every command, in the order of `list_commands`.
const COMMANDS: [(&str, Reader); 26] = [
    ("protocol_version", |_| Ok(Command::Constant("2"))),
    ("name", |_| Ok(Command::Constant("Shuangqi"))),
    ("version", |_| Ok(Command::Version)),
    ("known_command", |arguments| Ok(Command::IsKnown(arguments.next("a command")?.to_owned()))),
    ("list_commands", |_| Ok(Command::List)),
    ("quit", |_| Ok(Command::Quit)),
    ("boardsize", |arguments| arguments.board_size()),
    ("clear_board", |_| Ok(Command::Clear)),
    ("komi", |_| Ok(Command::Accept)),
    ("play", |arguments| Ok(Command::Play(arguments.side()?, arguments.vertex()?))),
    ("genmove", |arguments| Ok(Command::Generate { side: arguments.side()?, is_played: true })),
    ("reg_genmove", |arguments| Ok(Command::Generate { side: arguments.side()?, is_played: false })),
    ("undo", |_| Ok(Command::Undo)),
    ("showboard", |_| Ok(Command::Show)),
    ("final_score", |_| Ok(Command::FinalScore)),
    ("time_settings", |arguments| arguments.time_settings()),
    ("time_left", |arguments| {
        Ok(Command::TimeLeft(arguments.side()?, arguments.seconds("seconds")?, arguments.stones()?))
    }),
    ("set_game", |arguments| arguments.game()),
    ("list_games", |_| Ok(Command::Constant(GAME))),
    ("set_level", |arguments| arguments.level()),
    ("gogui-rules_game_id", |_| Ok(Command::Constant(GAME))),
    ("gogui-rules_board_size", |_| Ok(Command::Constant("8"))),
    ("gogui-rules_board", |_| Ok(Command::RulesBoard)),
    ("gogui-rules_legal_moves", |_| Ok(Command::LegalMoves)),
    ("gogui-rules_side_to_move", |_| Ok(Command::SideToMove)),
    ("gogui-rules_final_result", |_| Ok(Command::FinalResult)),
];

const GAME: &str = "Othello";

/// The names of all commands, in their order.
pub fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name)
}

/// Reads a line; `None` if it is blank or a comment.
pub fn parse(line: &str) -> Option<Request> {
    let text: String = line
        .chars()
        .take_while(|&letter| letter != '#')
        .map(|letter| if letter == '\t' { ' ' } else { letter })
        .filter(|letter| !letter.is_control())
        .collect();
    let mut words = text.split_whitespace().peekable();
    let id = words.next_if(|word| word.bytes().all(|letter| letter.is_ascii_digit())).map(str::to_owned);
    let Some(name) = words.next() else {
        // A number alone is no command, but the controller waits for an answer.
        return id.map(|id| Request { id: Some(id), command: Err(unknown("")) });
    };
    let mut arguments = Arguments { name, words: words.collect::<Vec<_>>().into_iter() };
    let reader = COMMANDS.iter().find(|(known, _)| *known == name);
    let command = reader.map_or_else(|| Err(unknown(name)), |(_, read)| read(&mut arguments));
    Some(Request { id, command })
}

fn unknown(name: &str) -> BadInput {
    let remedy = "Send list_commands for the names of all";
    BadInput::new("unknown command", None, quote(name), "a command of the protocol", remedy)
}

/// A reply in its frame: it ends with an empty line, and holds none.
pub fn frame(id: Option<&str>, reply: &Result<String, BadInput>) -> String {
    let id = id.unwrap_or_default();
    match reply {
        Ok(text) if text.is_empty() => format!("={id}\n\n"),
        Ok(text) => format!("={id} {}\n\n", text.trim_end()),
        Err(bad) => format!("?{id} {bad}\n\n"),
    }
}

/// The words after the command's name.
struct Arguments<'a> {
    name: &'a str,
    words: std::vec::IntoIter<&'a str>,
}

impl<'a> Arguments<'a> {
    fn next(&mut self, what: &str) -> Result<&'a str, BadInput> {
        self.words.next().ok_or_else(|| self.missing("the end of the line", what))
    }

    fn missing(&self, found: impl Into<String>, expected: impl fmt::Display) -> BadInput {
        let remedy = match self.name {
            "play" => "Send a colour and a square or pass, as in play black f5",
            "genmove" | "reg_genmove" => "Send a colour, as in genmove black",
            "time_settings" => "Send main time, increment and 0, as in time_settings 60 1 0",
            "time_left" => "Send a colour, seconds and stones, as in time_left black 60 0",
            "boardsize" => "Send boardsize 8",
            "set_game" => "Send set_game Othello",
            "set_level" => "Send a number, as in set_level 8",
            _ => "Send the command with its argument",
        };
        BadInput::new("syntax error", None, found, expected.to_string(), remedy)
    }

    fn side(&mut self) -> Result<Side, BadInput> {
        let word = self.next("a colour, black or white")?;
        // Only the words of the protocol: X and O mean different things to different programs.
        let side = read_side(word).filter(|_| word.starts_with(['b', 'B', 'w', 'W']));
        side.ok_or_else(|| self.missing(quote(word), "a colour, black or white"))
    }

    fn vertex(&mut self) -> Result<Move, BadInput> {
        let word = self.next("a square or pass")?;
        read_move(word).ok_or_else(|| self.missing(quote(word), "a square from a1 to h8, or pass"))
    }

    /// The number of stones; the largest of its type stands for a larger one.
    fn stones(&mut self) -> Result<u32, BadInput> {
        let expected = "stones, a whole number";
        let word = self.next(expected)?;
        let number = units::saturating_number(word).map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        number.ok_or_else(|| self.missing(quote(word), expected))
    }

    fn seconds(&mut self, what: &str) -> Result<Duration, BadInput> {
        const MOST: Duration = Duration::from_secs(1_000_000_000);
        let expected = format!("{what}, a number of seconds");
        let word = self.next(&expected)?;
        units::saturating_seconds(word, MOST).ok_or_else(|| self.missing(quote(word), expected))
    }

    fn board_size(&mut self) -> Result<Command, BadInput> {
        match self.next("8")? {
            "8" => Ok(Command::Accept),
            other => Err(BadInput::new("unacceptable size", None, quote(other), "8", "Send boardsize 8")),
        }
    }

    fn time_settings(&mut self) -> Result<Command, BadInput> {
        let (main, extra) = (self.seconds("main time")?, self.seconds("increment or byo-yomi time")?);
        Ok(Command::TimeSettings(TimeControl::new(main, extra, self.stones()?)))
    }

    fn game(&mut self) -> Result<Command, BadInput> {
        let word = self.next("Othello")?;
        if word.eq_ignore_ascii_case(GAME) {
            Ok(Command::Accept)
        } else {
            Err(self.missing(quote(word), GAME))
        }
    }

    fn level(&mut self) -> Result<Command, BadInput> {
        let expected = format!("a level from 1 to {}", Level::MOST);
        let word = self.next(&expected)?;
        let level = word.parse().ok().and_then(Level::new);
        level.map(Command::SetLevel).ok_or_else(|| self.missing(quote(word), expected))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    fn command(line: &str) -> Result<Command, BadInput> {
        parse(line).unwrap().command
    }

    fn message(line: &str) -> String {
        command(line).unwrap_err().to_string()
    }

    #[test]
    fn remarks_blanks_and_control_characters_are_passed_over() {
        for line in ["", "   ", "# play b f5", "\u{7}\r", "\t#"] {
            assert_eq!(parse(line), None, "{line:?}");
        }
        assert_eq!(command("na\u{1}me # who"), Ok(Command::Constant("Shuangqi")));
        assert_eq!(command("play\tB\tF5\r"), command("play black f5"));
    }

    #[test]
    fn a_number_in_front_is_kept() {
        let request = parse("007 name").unwrap();
        assert_eq!(request.id.as_deref(), Some("007"));
        assert_eq!(frame(request.id.as_deref(), &Ok("x".to_owned())), "=007 x\n\n");
        assert!(parse("12").unwrap().command.is_err());
        assert_eq!(frame(None, &Ok(String::new())), "=\n\n");
        assert_eq!(frame(Some("3"), &Err(unknown("foo"))).lines().count(), 2);
    }

    #[test]
    fn colours_and_squares_in_any_case() {
        let f5 = Move::new(Square::parse("f5").unwrap());
        for line in ["play b f5", "play Black F5", "play BLACK f5", "play B F5"] {
            assert_eq!(command(line), Ok(Command::Play(Side::Black, f5)), "{line}");
        }
        assert_eq!(command("play white PASS"), Ok(Command::Play(Side::White, Move::PASS)));
        assert_eq!(command("genmove w"), Ok(Command::Generate { side: Side::White, is_played: true }));
    }

    #[test]
    fn times_have_parts() {
        let seconds = Duration::from_secs_f64;
        let fischer = TimeControl::Game { main: seconds(1.0), increment: seconds(0.01) };
        assert_eq!(command("time_settings 1 0.01 0"), Ok(Command::TimeSettings(Some(fischer))));
        assert_eq!(command("time_settings 0 0 0"), Ok(Command::TimeSettings(None)));
        assert_eq!(command("time_left b 0.5 0"), Ok(Command::TimeLeft(Side::Black, seconds(0.5), 0)));
        assert_eq!(command("time_left w -3 0"), Ok(Command::TimeLeft(Side::White, Duration::ZERO, 0)));
    }

    #[test]
    fn limits_out_of_range_are_the_nearest() {
        let most = Duration::from_secs(1_000_000_000);
        let periods = TimeControl::Periods { main: most, period: most, stones: u32::MAX };
        let settings = command("time_settings 1e300 99999999999999999999 99999999999999999999");
        assert_eq!(settings, Ok(Command::TimeSettings(Some(periods))));
        assert_eq!(command("time_left w -1e300 0"), Ok(Command::TimeLeft(Side::White, Duration::ZERO, 0)));
    }

    #[test]
    fn errors_are_reported() {
        assert!(message("foo").starts_with("unknown command: found \"foo\""));
        assert!(message("boardsize 10").starts_with("unacceptable size"));
        assert!(message("play green f5").contains("\"green\""));
        assert!(message("play b i9").contains("\"i9\""));
        assert!(message("play b").contains("the end of the line"));
        assert!(message("time_settings soon 0 0").contains("\"soon\""));
        assert!(message("time_settings NaN 0 0").contains("NaN"));
        assert!(message("time_left b 5 -1").contains("stones"));
        assert!(message("set_level 0").contains("from 1 to 60"));
        assert!(message("set_game Go").contains("Othello"));
    }

    #[test]
    fn every_name_is_listed_once() {
        let mut sorted: Vec<&str> = names().collect();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), COMMANDS.len());
    }
}
