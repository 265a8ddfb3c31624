//! The commands of every protocol of the engines, and those that a person types.

use std::fmt::Debug;

use game::Game;
use othello::engine::gtp::{self, Command as GtpCommand, Request};
use othello::engine::nboard;
use search_core::Position;
use search_core::score::MAX_PLY;
use search_core::testing::conformance;
use shuangqi_cli::BadInput;
use shuangqi_cli::terminal::{self, Command as Typed, Limit};
use xiangqi::engine::command::{self, Command};
use xiangqi::engine::dialect::Dialect;
use xiangqi::engine::game_history::GameHistory;
use xiangqi::engine::go::{Go, Instead};
use xiangqi::engine::options::Setting;
use xiangqi::engine::words::Words;
use xiangqi::engine::xboard;
use xiangqi::validate::faults;

use super::message;

/// A line is empty, or is answered in one frame: a command, or an error with a name.
pub fn gtp(line: &str) {
    let Some(Request { id, command }) = gtp::parse(line) else { return };
    assert!(id.iter().all(|id| id.bytes().all(|letter| letter.is_ascii_digit())), "{id:?}");
    match &command {
        Ok(GtpCommand::Play(side, mv)) => {
            let again = gtp::parse(&format!("play {} {mv}", if side.letter() == 'X' { 'b' } else { 'w' }));
            assert_eq!(again.map(|again| again.command), Some(Ok(GtpCommand::Play(*side, *mv))));
        }
        Ok(_) => {}
        Err(bad) => message::error(line, bad),
    }
    let reply = gtp::frame(id.as_deref(), &command.map(|_| String::new()));
    assert!(reply.starts_with(['=', '?']) && reply.ends_with("\n\n"), "{reply:?}");
    assert_eq!(reply.matches("\n\n").count(), 1, "{reply:?}");
}

/// A line is a command within bounds, is ignored, or is an error with a name.
pub fn nboard(line: &str) {
    match nboard::parse(line) {
        Ok(Some(nboard::Command::Hint(count))) => assert!(count > 0, "{line:?}"),
        Ok(Some(nboard::Command::SetGame(record))) => conformance::check(&record.game.last),
        Ok(_) => {}
        Err(bad) => message::error(line, &bad),
    }
}

const DIALECTS: [Dialect; 3] =
    [Dialect::Uci, Dialect::Ucci { has_milliseconds: false }, Dialect::Ucci { has_milliseconds: true }];

/// A line is a command within bounds or a named error in either protocol, and blanks do not matter.
pub fn command(line: &str) {
    for dialect in DIALECTS {
        let spaced = format!("  {}\t\r", line.split_whitespace().collect::<Vec<_>>().join(" \t "));
        match (command::parse(line, dialect), command::parse(&spaced, dialect)) {
            (Ok(one), Ok(other)) => understood(line, dialect, [one, other]),
            (Err(bad), Err(_)) => message::error(line, &bad),
            (one, other) => panic!("blanks matter in {line:?}: {one:?}, {other:?}"),
        }
    }
}

fn understood(line: &str, dialect: Dialect, commands: [Command; 2]) {
    match commands {
        [Command::Position(read), Command::Position(other)] => match (*read, *other) {
            (Ok(read), Ok(other)) => history(&read, &other),
            (Err(bad), Err(_)) => message::error(line, &bad),
            (one, other) => panic!("blanks matter in {line:?}: {one:?}, {other:?}"),
        },
        [Command::Go(go), Command::Go(other)] => {
            assert_eq!(Go { error: None, ..*go.clone() }, Go { error: None, ..*other });
            go.error.iter().for_each(|bad| message::error(line, bad));
            search(&go, dialect);
        }
        [Command::Set(setting), Command::Set(other)] => {
            assert_eq!(setting, other);
            within_bounds(setting);
        }
        [Command::Ban(moves), Command::Ban(others)] => assert_eq!(moves, others),
        [Command::Bench(bench), Command::Bench(other)] => {
            assert_eq!(bench, other);
            assert!((1..=32_768).contains(&bench.hash) && (1..=64).contains(&bench.depth), "{bench:?}");
        }
        [one, other] => assert_eq!(format!("{one:?}"), format!("{other:?}")),
    }
}

/// A position keeps the contract of the search and its history, and can be written and read as a FEN, except for the number
/// of checks given.
fn history(read: &GameHistory, other: &GameHistory) {
    assert_eq!((read.position(), read.line_entries().len()), (other.position(), other.line_entries().len()));
    conformance::check(read.position());
    assert_eq!(faults(&read.position().to_setup()), []);
    let again = GameHistory::parse(Words::of(&format!("fen {} moves", read.position())));
    assert_eq!(again.map(|again| again.position().to_setup()), Ok(read.position().to_setup()));
    let mut flipped = read.clone();
    flipped.flip();
    assert_ne!(flipped.position().side(), read.position().side());
    assert!(read.check(&read.position().legal_moves()).is_ok());
}

fn search(go: &Go, dialect: Dialect) {
    assert!(go.depth.is_none_or(|depth| (1..=MAX_PLY as i16).contains(&depth)), "{go:?}");
    match go.instead {
        Some(Instead::Perft(depth)) => assert!((1..=13).contains(&depth), "{go:?}"),
        Some(Instead::Evaluation) => assert_ne!(dialect, Dialect::Uci, "{go:?}"),
        None => {}
    }
    let longest = dialect.unit().saturating_mul(u32::MAX);
    for clock in go.clocks.iter().flatten() {
        assert!(clock.remaining <= longest && clock.increment <= longest, "{go:?}");
        assert_ne!(clock.moves_to_go, Some(0), "{go:?}");
    }
}

fn within_bounds(setting: Setting) {
    match setting {
        Setting::Hash(size) => assert!((1..=32_768).contains(&size)),
        Setting::Lines(lines) => assert!((1..=128).contains(&lines)),
        Setting::Overhead(overhead) => assert!(overhead <= 5_000),
        Setting::QuietMoves(moves) => assert!((1..=1000).contains(&moves)),
        Setting::Threads(threads) => assert!(threads.get() <= 1024),
        Setting::Clear
        | Setting::Rules(_)
        | Setting::Milliseconds(_)
        | Setting::Debug(_)
        | Setting::Weights(_)
        | Setting::Chances(_)
        | Setting::Nothing
        | Setting::Ignored => {}
    }
}

/// A line is a command within bounds, or an error with a name.
pub fn xboard(line: &str) {
    match xboard::parse(line) {
        Ok(xboard::Command::Place(position)) => conformance::check(&*position),
        Ok(xboard::Command::Depth(depth)) => assert!(depth > 0, "{line:?}"),
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
        Ok(Typed::Limit(Limit::Time(time))) => assert!(time.as_secs() <= 1_000_000, "{line:?}"),
        Ok(Typed::Play(text)) => assert_eq!(text, line.trim()),
        Ok(Typed::Save { path, .. }) => assert!(!path.is_empty() && line.contains(&path), "{line:?}"),
        Ok(Typed::Nothing) => assert!(line.trim().is_empty(), "{line:?}"),
        Ok(_) => {}
        Err(bad) => message::error(line, &bad),
    }
}
