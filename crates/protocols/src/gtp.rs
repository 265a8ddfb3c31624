//! GTP, the Go Text Protocol, version 2, as Othello programs speak it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use search_core::Message;
use search_core::bad_input::{BadInput, Reason};

use crate::line::{Arguments, lines};
use crate::words::{Word, Words, bad_input, saturating_count, saturating_time, write_seconds};

/// The longest time that is read; what is longer counts as this.
const MAX_TIME: Duration = Duration::from_secs(1_000_000_000);

lines! {
    /// A command of a controller.
    pub enum Command or unknown {
        "protocol_version" => ProtocolVersion, "name" => Name, "version" => Version,
        "known_command" => KnownCommand(Word), "list_commands" => ListCommands, "quit" => Quit,
        "boardsize" => BoardSize(Word), "clear_board" => ClearBoard,
        /// Othello has no komi.
        "komi" => Komi(String),
        "play" => Play(Play), "genmove" => GenMove(Color),
        /// Finds a move without playing it.
        "reg_genmove" => RegGenMove(Color),
        "undo" => Undo, "showboard" => ShowBoard, "final_score" => FinalScore,
        "time_settings" => TimeSettings(TimeSettings), "time_left" => TimeLeft(TimeLeft),
        "set_game" => SetGame(Word), "list_games" => ListGames,
        "set_level" => SetLevel(Word),
        "gogui-rules_game_id" => GameId, "gogui-rules_board_size" => RulesBoardSize,
        "gogui-rules_board" => RulesBoard, "gogui-rules_legal_moves" => LegalMoves,
        "gogui-rules_side_to_move" => SideToMove, "gogui-rules_final_result" => FinalResult,
    }
}

fn unknown(mut words: Words<'_>) -> BadInput {
    let remedy = "Send list_commands for the names of all";
    let found = search_core::bad_input::quote(&words.word().text);
    BadInput::new("unknown command", None, found, "a command of the protocol", remedy)
}

/// The error of an argument. Controllers show it without the line, so it names no column.
pub fn syntax_error(word: &Word, expected: impl Into<Message>, remedy: &str) -> BadInput {
    bad_input("syntax error", vec![Reason { column: None, ..word.reject(expected) }], remedy)
}

/// The next word as a value, or the error that something else was expected.
fn argument<T>(
    words: &mut Words<'_>,
    read: impl Fn(&str) -> Option<T>,
    expected: &str,
    remedy: &str,
) -> Result<T, BadInput> {
    let word = words.word();
    read(&word.text).ok_or_else(|| syntax_error(&word, expected, remedy))
}

fn seconds(words: &mut Words<'_>, name: &str, remedy: &str) -> Result<Duration, BadInput> {
    let read = |text: &str| saturating_time(text, Duration::from_secs(1), MAX_TIME);
    argument(words, read, &format!("{name}, a number of seconds"), remedy)
}

fn stones(words: &mut Words<'_>, remedy: &str) -> Result<u32, BadInput> {
    argument(words, saturating_count, "stones, a whole number", remedy)
}

/// A colour, written as one letter and read as that or its name in either case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// `b`
    Black,
    /// `w`
    White,
}

impl Color {
    fn read_with(words: &mut Words<'_>, remedy: &str) -> Result<Color, BadInput> {
        let read = |text: &str| match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Color::Black),
            "w" | "white" => Some(Color::White),
            _ => None,
        };
        argument(words, read, "a colour, black or white", remedy)
    }

    /// The colour of the other side.
    #[must_use]
    pub fn other(self) -> Color {
        if self == Color::Black { Color::White } else { Color::Black }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if *self == Color::Black { "b" } else { "w" })
    }
}

impl Arguments for Color {
    fn read(mut words: Words<'_>) -> Result<Color, BadInput> {
        Color::read_with(&mut words, "Send a colour, as in genmove black")
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, " {self}")
    }
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// Whose it is.
    pub color: Color,
    /// A square, or `pass`.
    pub vertex: Word,
}

impl Play {
    /// The way out of an error in it.
    pub const REMEDY: &'static str = "Send a colour and a square or pass, as in play black f5";
}

impl Arguments for Play {
    fn read(mut words: Words<'_>) -> Result<Play, BadInput> {
        let color = Color::read_with(&mut words, Play::REMEDY)?;
        let vertex =
            words.next().ok_or_else(|| syntax_error(&Word::default(), "a square or pass", Play::REMEDY))?;
        Ok(Play { color, vertex })
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, " {} {}", self.color, self.vertex)
    }
}

/// A time control. Times are written as whole seconds where they are, `{:.3}` writes all but 0 with three decimals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeSettings {
    /// The time for the game.
    pub main: Duration,
    /// The time of an overtime period, or what each move adds.
    pub extra: Duration,
    /// The moves of such a period.
    pub stones: u32,
}

impl Arguments for TimeSettings {
    fn read(mut words: Words<'_>) -> Result<TimeSettings, BadInput> {
        const REMEDY: &str = "Send main time, increment and 0, as in time_settings 60 1 0";
        let main = seconds(&mut words, "main time", REMEDY)?;
        let extra = seconds(&mut words, "increment or byo-yomi time", REMEDY)?;
        Ok(TimeSettings { main, extra, stones: stones(&mut words, REMEDY)? })
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for time in [self.main, self.extra] {
            out.write_str(" ")?;
            write_seconds(time, out)?;
        }
        write!(out, " {}", self.stones)
    }
}

/// The state of a clock; written as [`TimeSettings`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// Whose it is.
    pub color: Color,
    /// The time left.
    pub time: Duration,
    /// The moves to make in it; 0: main time.
    pub stones: u32,
}

impl Arguments for TimeLeft {
    fn read(mut words: Words<'_>) -> Result<TimeLeft, BadInput> {
        const REMEDY: &str = "Send a colour, seconds and stones, as in time_left black 60 0";
        let color = Color::read_with(&mut words, REMEDY)?;
        let time = seconds(&mut words, "seconds", REMEDY)?;
        Ok(TimeLeft { color, time, stones: stones(&mut words, REMEDY)? })
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, " {} ", self.color)?;
        write_seconds(self.time, out)?;
        write!(out, " {}", self.stones)
    }
}

/// A command with the number to answer it with.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// The number, as it was written.
    pub id: Option<String>,
    /// The command, or what is wrong with it.
    pub command: Result<Command, BadInput>,
}

impl Request {
    /// Reads a line; `None` if it is blank or a comment. Control characters are passed over.
    pub fn read(line: &str) -> Option<Request> {
        let text: String = line
            .chars()
            .take_while(|&letter| letter != '#')
            .map(|letter| if letter == '\t' { ' ' } else { letter })
            .filter(|letter| !letter.is_control())
            .collect();
        let text = text.trim();
        let id = text.split(' ').next().filter(|word| is_number(word));
        let command = &text[id.map_or(0, str::len)..];
        // A number alone is no command, but the controller waits for an answer.
        (!text.is_empty()).then(|| Request { id: id.map(str::to_owned), command: command.parse() })
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_digit())
}

/// The response to a request. It is written in its frame, with the empty line that ends it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// The number of the request.
    pub id: Option<String>,
    /// The text of a success, or that of a failure. It may have several lines, none of them empty but the first.
    pub result: Result<String, String>,
}

impl FromStr for Response {
    type Err = BadInput;

    /// Reads a response, or its first line.
    fn from_str(text: &str) -> Result<Response, BadInput> {
        let text = text.trim_start();
        let Some(rest) = text.strip_prefix(['=', '?']) else {
            let found = search_core::bad_input::quote(text);
            return Err(BadInput::new("response", None, found, "= or ?", "Begin a response with its sign"));
        };
        let word = rest.split(char::is_whitespace).next().filter(|word| is_number(word));
        let rest = rest[word.map_or(0, str::len)..].trim_end().trim_start_matches([' ', '\t', '\r']);
        let result = if text.starts_with('=') { Ok(rest.to_owned()) } else { Err(rest.to_owned()) };
        Ok(Response { id: word.map(str::to_owned), result })
    }
}

impl fmt::Display for Response {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ("=", text.trim_end()),
            Err(text) => ("?", text.trim_end()),
        };
        let blank = if text.is_empty() { "" } else { " " };
        write!(out, "{sign}{}{blank}{text}\n\n", self.id.as_deref().unwrap_or_default())
    }
}

/// Collects the lines of a response, which ends with an empty one. Lines before its first are passed over.
#[derive(Clone, Debug, Default)]
pub struct ResponseReader {
    lines: Vec<String>,
}

impl ResponseReader {
    /// Adds a line; the response, if this ends it.
    pub fn add(&mut self, line: &str) -> Option<Response> {
        if self.lines.is_empty() && line.parse::<Response>().is_err() {
            return None;
        }
        if line.trim().is_empty() {
            return std::mem::take(&mut self.lines).join("\n").parse().ok();
        }
        self.lines.push(line.trim_end().to_owned());
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_blanks_and_control_characters_are_passed_over() {
        for line in ["", "   ", "# play b f5", "\u{7}\r", "\t#"] {
            assert_eq!(Request::read(line), None, "{line:?}");
        }
        let command = |line| Request::read(line).unwrap().command;
        assert_eq!(command("na\u{1}me # who"), Ok(Command::Name));
        assert_eq!(command("play\tB\tF5\r"), command("  play black F5"));
        let request = Request::read("007 name").unwrap();
        assert_eq!((request.id.as_deref(), request.command), (Some("007"), Ok(Command::Name)));
    }

    #[test]
    fn limits_out_of_range_are_the_nearest() {
        let settings: Command =
            "time_settings 1e300 99999999999999999999 99999999999999999999".parse().unwrap();
        let all = TimeSettings { main: MAX_TIME, extra: MAX_TIME, stones: u32::MAX };
        assert_eq!(settings, Command::TimeSettings(all));
        let left = TimeLeft { color: Color::White, time: Duration::ZERO, stones: 0 };
        assert_eq!("time_left W -3 0".parse(), Ok(Command::TimeLeft(left)));
    }

    #[test]
    fn times_are_written_as_the_engine_reads_them() {
        let settings = |millis| {
            let main = Duration::from_millis(millis);
            Command::TimeSettings(TimeSettings { main, extra: Duration::ZERO, stones: 0 })
        };
        assert_eq!(settings(61_500).to_string(), "time_settings 61.500 0 0");
        assert_eq!(settings(60_000).to_string(), "time_settings 60 0 0");
        assert_eq!(format!("{:.3}", settings(60_000)), "time_settings 60.000 0 0");
    }

    #[test]
    fn responses_of_every_form_are_read() {
        let read = |line: &str| line.parse::<Response>().map(|response| (response.id, response.result));
        let owned = |text: &str| text.to_owned();
        assert_eq!(read("= D6").unwrap(), (None, Ok(owned("D6"))));
        assert_eq!(read("=12 E6\r").unwrap(), (Some(owned("12")), Ok(owned("E6"))));
        assert_eq!(read("=1").unwrap(), (Some(owned("1")), Ok(owned(""))));
        assert_eq!(read("= 42 2").unwrap(), (None, Ok(owned("42 2"))));
        assert_eq!(read("? illegal move").unwrap(), (None, Err(owned("illegal move"))));
        assert!(read("banner").is_err());
    }

    /// Lines before the first of a response are passed over; an empty one ends it.
    #[test]
    fn a_response_is_read_as_it_was_written() {
        let mut reader = ResponseReader::default();
        for text in ["=\n\n", "=42 D6\n\n", "= one\ntwo\n\n", "?7 no\n\n", "? \n a\n\n"] {
            assert_eq!((reader.add("banner"), reader.add(" ")), (None, None));
            let response = text.lines().find_map(|line| reader.add(line)).unwrap();
            assert_eq!(response.to_string(), text);
            assert_eq!(text.parse(), Ok(response));
        }
    }
}
