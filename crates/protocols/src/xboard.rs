//! The Chess Engine Communication Protocol (xboard), version 2.

mod replies;

use std::fmt;
use std::time::Duration;

use search_core::bad_input::{BadInput, quote};

use crate::line::{Arguments, lines};
use crate::words::{Word, Words, saturating_count, saturating_time, write_seconds};

pub use replies::{Feature, Refusal, Reply, Status, Thinking};

/// The most that a clock may show; what is longer counts as this.
const MAX_TIME: Duration = Duration::from_secs(100_000_000);

lines! {
    /// A command of the user interface.
    pub enum Command or no_command {
        "xboard" => Xboard, "protover" => ProtocolVersion(String),
        "accepted" => Accepted(String), "rejected" => Rejected(String),
        "new" => New, "variant" => Variant(String), "setboard" => SetBoard(String),
        /// Play neither side.
        "force" => Force,
        /// Play the side to move, beginning now.
        "go" => Go,
        /// Play the side that is not to move.
        "playother" => PlayOther,
        /// A move of the opponent, or in force mode of either side.
        "usermove" => UserMove(String),
        "level" => Level(Level),
        /// A fixed time for each move.
        "st" => MoveTime(Seconds),
        "sd" => Depth(Plies),
        "nps" => Nps(String),
        /// The time left on the engine's clock.
        "time" => Time(Centiseconds),
        /// The time left on the opponent's.
        "otim" => OpponentTime(Centiseconds),
        /// Answer when all commands before are done.
        "ping" => Ping(String),
        "post" => Post, "nopost" => NoPost, "hard" => Hard, "easy" => Easy,
        /// Stop the search, and move.
        "?" => MoveNow,
        "analyze" => Analyze, "exit" => Exit,
        /// The progress of an analysis.
        "." => Status,
        /// Name a good move for the user.
        "hint" => Hint,
        "bk" => Book, "undo" => Undo,
        /// Take two moves back.
        "remove" => Remove,
        "draw" => Draw,
        /// The game is over: the result, and the reason in braces.
        "result" => Result(String),
        /// The size of the tables in mebibytes.
        "memory" => Memory(String),
        "cores" => Cores(String),
        "option" => Option(SetOption),
        "random" => Random, "computer" => Computer, "name" => Name(String), "rating" => Rating(String),
        "ics" => Server(String), "white" => White, "black" => Black, "quit" => Quit,
        _ =>
        /// The first word of any other line: a move, where the engine has not asked for `usermove`, or no command.
        Bare(Word),
    }
}

/// The error of a command. xboard shows the line beside it, so it names no column.
pub fn bad_command(found: &str, expected: &str, remedy: &str) -> BadInput {
    BadInput::new("command", None, quote(found), expected, remedy)
}

fn no_command(_: Words<'_>) -> BadInput {
    bad_command("", "a command", "Send quit to leave")
}

/// A clock: `base` for `moves` moves, or for the game if there are none, and an increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Moves in a period; 0: the whole game.
    pub moves: u32,
    /// Time for the period, written as minutes and seconds.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

impl Arguments for Level {
    fn read(mut words: Words<'_>) -> Result<Level, BadInput> {
        let remedy = "Send moves, minutes and an increment in seconds, as in level 0 5:00 2";
        let all = words.rest().text;
        let parts: Vec<&str> = all.split_whitespace().collect();
        let &[moves, base, increment] = &parts[..] else {
            return Err(bad_command(&all, "three numbers", remedy));
        };
        let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
        let whole = saturating_time(minutes, Duration::from_secs(60), MAX_TIME);
        let whole = whole.ok_or_else(|| bad_command(base, "minutes, or minutes:seconds", remedy))?;
        let moves =
            saturating_count(moves).ok_or_else(|| bad_command(moves, "moves in a period, or 0", remedy))?;
        let base = (whole + Seconds::of(rest)?).min(MAX_TIME);
        Ok(Level { moves, base, increment: Seconds::of(increment)? })
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, seconds) = (self.base.as_secs() / 60, self.base.as_secs() % 60);
        write!(out, " {} {minutes}:{seconds:02}", self.moves)?;
        if self.base.subsec_millis() > 0 {
            write!(out, ".{:03}", self.base.subsec_millis())?;
        }
        out.write_str(" ")?;
        write_seconds(self.increment, out)
    }
}

/// A time in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seconds(pub Duration);

impl Seconds {
    fn of(text: &str) -> Result<Duration, BadInput> {
        let time = saturating_time(text, Duration::from_secs(1), MAX_TIME);
        time.ok_or_else(|| bad_command(text, "seconds", "Send a number of seconds"))
    }
}

impl Arguments for Seconds {
    fn read(mut words: Words<'_>) -> Result<Seconds, BadInput> {
        Seconds::of(&words.rest().text).map(Seconds)
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(" ")?;
        write_seconds(self.0, out)
    }
}

/// A time in hundredths of a second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Centiseconds(pub Duration);

impl Arguments for Centiseconds {
    fn read(mut words: Words<'_>) -> Result<Centiseconds, BadInput> {
        let text = words.rest().text;
        let time = saturating_time(&text, Duration::from_millis(10), MAX_TIME);
        let whole =
            time.map(|time| Centiseconds(time - Duration::from_millis(u64::from(time.subsec_millis() % 10))));
        whole.ok_or_else(|| bad_command(&text, "hundredths of a second", "Send time 6000 for a minute"))
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, " {}", self.0.as_millis() / 10)
    }
}

/// A depth in plies, from 1; the largest of its type stands for a larger one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plies(pub u32);

impl Arguments for Plies {
    fn read(mut words: Words<'_>) -> Result<Plies, BadInput> {
        let text = words.rest().text;
        let depth = saturating_count(&text).filter(|&depth| depth > 0).map(Plies);
        depth.ok_or_else(|| bad_command(&text, "a depth in plies, from 1", "Send sd 8"))
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, " {}", self.0)
    }
}

/// A value for an option: `NAME=VALUE`, or `NAME` for a button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption {
    /// The name.
    pub name: String,
    /// The value; empty for a button.
    pub value: String,
}

impl Arguments for SetOption {
    fn read(mut words: Words<'_>) -> Result<SetOption, BadInput> {
        let text = words.rest().text;
        let (name, value) = text.split_once('=').unwrap_or((&text, ""));
        Ok(SetOption { name: name.trim().to_owned(), value: value.trim().to_owned() })
    }

    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.value.is_empty() { "" } else { "=" };
        write!(out, " {}{sign}{}", self.name, self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_have_three_numbers() {
        let level = |moves, base, increment| {
            let [base, increment] = [base, increment].map(Duration::from_millis);
            Ok(Command::Level(Level { moves, base, increment }))
        };
        assert_eq!("level 40 5 0".parse(), level(40, 300_000, 0));
        assert_eq!("level 0 1:30 2.5".parse(), level(0, 90_000, 2500));
        let longest = MAX_TIME.as_secs() * 1000;
        assert_eq!("level 99999999999 9e99 -1".parse(), level(u32::MAX, longest, 0));
    }

    #[test]
    fn limits_out_of_range_are_the_nearest() {
        assert_eq!("sd 99999999999".parse(), Ok(Command::Depth(Plies(u32::MAX))));
        assert_eq!("st 9e99".parse(), Ok(Command::MoveTime(Seconds(MAX_TIME))));
        assert_eq!("time -5".parse(), Ok(Command::Time(Centiseconds(Duration::ZERO))));
    }

    #[test]
    fn a_line_of_no_command_may_be_a_move() {
        assert_eq!("h2e2".parse(), Ok(Command::Bare("h2e2".into())));
        assert_eq!(" usermove  h2e2\r".parse(), Ok(Command::UserMove("h2e2".to_owned())));
        let set = SetOption { name: "EvalFile".to_owned(), value: "my a=b".to_owned() };
        assert_eq!("option EvalFile=my a=b".parse(), Ok(Command::Option(set)));
    }
}
