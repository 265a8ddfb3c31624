//! The commands of every protocol, as engines read them, and those that a person types.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::time::Duration;

use game::{Game, GameSession};
use protocols::uci::{Command, Dialect};
use protocols::{gtp, nboard, uci, xboard};
use search_core::score::MAX_PLY;
use search_core::testing::conformance;
use shuangqi_cli::BadInput;
use shuangqi_engine::terminal::{self, Command as Typed};
use shuangqi_engine::xiangqi::options::{self, Setting};
use shuangqi_engine::xiangqi::request::{Go, GoMode, flipped, read_position};
use xiangqi::validate::faults;

use super::message;

/// A line that is read is written as a line that is read as the same; any other is an error with a name.
fn line<T: FromStr<Err = BadInput> + Display + PartialEq + Debug>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse().as_ref(), Ok(&value), "{text:?} as {value}"),
        Err(bad) => message::error(text, &bad),
    }
}

/// Every line of a text, in both directions of every protocol.
pub fn lines(text: &str) {
    for text in text.lines() {
        line::<uci::Command>(text);
        line::<uci::Reply>(text);
        line::<xboard::Command>(text);
        line::<xboard::Reply>(text);
        line::<gtp::Command>(text);
        line::<gtp::Response>(text);
        line::<nboard::Command>(text);
        line::<nboard::Reply>(text);
    }
}

/// A line is empty, or is answered in one frame: a command, or an error with a name.
pub fn gtp(line: &str) {
    let Some(gtp::Request { id, command }) = gtp::Request::read(line) else { return };
    assert!(id.iter().all(|id| id.bytes().all(|letter| letter.is_ascii_digit())), "{id:?}");
    let result = match command {
        Ok(command) => {
            let again = gtp::Request::read(&command.to_string()).map(|again| again.command);
            assert_eq!(again, Some(Ok(command)));
            Ok(String::new())
        }
        Err(bad) => {
            message::error(line, &bad);
            Err(bad.to_string())
        }
    };
    let reply = gtp::Response { id, result }.to_string();
    assert!(reply.starts_with(['=', '?']) && reply.ends_with("\n\n"), "{reply:?}");
    assert_eq!(reply.matches("\n\n").count(), 1, "{reply:?}");
}

/// A line is a command within bounds, is ignored, or is an error with a name.
pub fn nboard(line: &str) {
    match line.parse() {
        Ok(nboard::Command::Hint(count)) => assert!(count.0 > 0, "{line:?}"),
        Ok(nboard::Command::SetDepth(depth)) => assert!((1..=60).contains(&depth.0), "{line:?}"),
        Ok(_) => {}
        Err(bad) => message::error(line, &bad),
    }
}

/// A line is a command within bounds or a named error in either protocol, and blanks do not matter.
pub fn command(line: &str) {
    for dialect in [Dialect::Uci, Dialect::Ucci] {
        let spaced = format!("  {}\t\r", line.split_whitespace().collect::<Vec<_>>().join(" \t "));
        match (Command::read(line, dialect), Command::read(&spaced, dialect)) {
            (Ok((one, remarks)), Ok((other, _))) => {
                remarks.iter().for_each(|bad| message::error(line, bad));
                understood(line, dialect, one, other);
            }
            (Err(bad), Err(_)) => message::error(line, &bad),
            (one, other) => panic!("blanks matter in {line:?}: {one:?}, {other:?}"),
        }
    }
}

fn understood(line: &str, dialect: Dialect, one: Command, other: Command) {
    match (one, other) {
        (Command::Position(one), Command::Position(other)) => {
            assert_eq!(one.moves, other.moves);
            match (read_position(&one), read_position(&other)) {
                (Ok(read), Ok(other)) => history(&read, &other),
                (Err(bad), Err(_)) => message::error(line, &bad),
                (one, other) => panic!("blanks matter in {line:?}: {one:?}, {other:?}"),
            }
        }
        (Command::Go(go), Command::Go(other)) => {
            assert_eq!(go, other);
            for unit in [Duration::from_millis(1), Duration::from_secs(1)] {
                search(&Go::new(&go, Vec::new(), dialect, unit), dialect, unit);
            }
        }
        (Command::SetOption(set), Command::SetOption(_)) => match options::read(&set, dialect) {
            Ok(setting) => within_bounds(setting),
            Err(bad) => message::error(line, &bad),
        },
        // Blanks within a text are a part of it.
        (Command::Register(_), Command::Register(_)) => {}
        (one, other) => assert_eq!(one, other),
    }
}

/// A position keeps the contract of the search and its history, and can be written and read as a FEN, except for the number
/// of checks given.
fn history(read: &GameSession<xiangqi::Position>, other: &GameSession<xiangqi::Position>) {
    assert_eq!((read.position(), read.line().len()), (other.position(), other.line().len()));
    conformance::check(read.position());
    assert_eq!(faults(&read.position().to_setup()), []);
    let fen = Some(read.position().to_string().into());
    let again = read_position(&uci::Position { fen, moves: Vec::new() });
    assert_eq!(again.map(|again| again.position().to_setup()), Ok(read.position().to_setup()));
    assert_ne!(flipped(read).position().side(), read.position().side());
    assert!(read.position().legal_moves().into_iter().all(|mv| read.position().check(mv).is_ok()));
}

fn search(go: &Go, dialect: Dialect, unit: Duration) {
    assert!(go.request.limits.depth.is_none_or(|depth| (1..=MAX_PLY).contains(&depth)), "{go:?}");
    match go.mode {
        Some(GoMode::Perft(depth)) => assert!((1..=13).contains(&depth), "{go:?}"),
        Some(GoMode::Evaluation) => assert_ne!(dialect, Dialect::Uci, "{go:?}"),
        None => {}
    }
    let longest = unit.saturating_mul(u32::MAX);
    for clock in go.request.clocks.iter().flatten() {
        assert!(clock.remaining <= longest && clock.increment <= longest, "{go:?}");
        assert_ne!(clock.moves_to_go, Some(0), "{go:?}");
    }
}

fn within_bounds(setting: Setting) {
    match setting {
        Setting::Hash(size) => assert!(size <= 32_768),
        Setting::Lines(lines) => assert!((1..=128).contains(&lines)),
        Setting::Overhead(overhead) => assert!(overhead <= 5_000),
        Setting::QuietMoves(moves) => assert!((1..=1000).contains(&moves)),
        Setting::Threads(threads) => assert!(threads <= 1024),
        _ => {}
    }
}

/// A line is a command within bounds, or an error with a name.
pub fn xboard(line: &str) {
    match line.parse() {
        Ok(xboard::Command::Depth(depth)) => assert!(depth.0 > 0, "{line:?}"),
        Ok(_) => {}
        Err(bad) => message::error(line, &bad),
    }
}

/// A line typed at a terminal is a command within bounds, or an error with a name.
pub fn othello_terminal(line: &str) {
    typed(&othello::Position::start(), line);
}

/// As [`othello_terminal`].
pub fn xiangqi_terminal(line: &str) {
    typed(&xiangqi::Position::start(), line);
}

fn typed<G: Game>(position: &G, line: &str) {
    match terminal::command::parse(position, line) {
        Ok(Typed::Begin(Some(position))) => conformance::check(&*position),
        Ok(Typed::Hint(count)) => assert!(count > 0, "{line:?}"),
        Ok(Typed::Limit(request)) => {
            let time = request.limits.move_time.unwrap_or_default();
            assert!(time.as_secs() <= 1_000_000, "{line:?}");
        }
        Ok(Typed::Play(text)) => assert_eq!(text, line.trim()),
        Ok(Typed::Save { path, .. }) => assert!(!path.is_empty() && line.contains(&path), "{line:?}"),
        Ok(Typed::Nothing) => assert!(line.trim().is_empty(), "{line:?}"),
        Ok(_) => {}
        Err(bad) => message::error(line, &bad),
    }
}
