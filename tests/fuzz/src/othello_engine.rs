//! The commands of GTP and NBoard, and those that a person types.

use othello::engine::gtp::{self, Command, Request};
use othello::engine::nboard;
use othello::engine::terminal::command as typed;
use search_core::testing::conformance;
use shuangqi_cli::terminal::Limit;

use super::message;

/// Whatever comes asks for nothing, or is answered in one frame: a command, or an error with a name.
pub fn gtp(line: &str) {
    let Some(Request { id, command }) = gtp::parse(line) else { return };
    assert!(id.iter().all(|id| id.bytes().all(|letter| letter.is_ascii_digit())), "{id:?}");
    match &command {
        Ok(Command::Play(side, mv)) => {
            let again = gtp::parse(&format!("play {} {mv}", if side.letter() == 'X' { 'b' } else { 'w' }));
            assert_eq!(again.map(|again| again.command), Some(Ok(Command::Play(*side, *mv))));
        }
        Ok(_) => {}
        Err(bad) => message::error(line, bad),
    }
    let reply = gtp::frame(id.as_deref(), &command.map(|_| String::new()));
    assert!(reply.starts_with(['=', '?']) && reply.ends_with("\n\n"), "{reply:?}");
    assert_eq!(reply.matches("\n\n").count(), 1, "{reply:?}");
}

/// Whatever a person types is a command within bounds, or an error with a name.
pub fn terminal(line: &str) {
    match typed::parse(line) {
        Ok(typed::Command::Begin(Some(position))) => conformance::check(&*position),
        Ok(typed::Command::Hint(count)) => assert!(count > 0, "{line:?}"),
        Ok(typed::Command::Limit(Limit::Time(time))) => assert!(time.as_secs() <= 1_000_000, "{line:?}"),
        Ok(typed::Command::Play(text)) => assert_eq!(text, line.trim()),
        Ok(typed::Command::Save { path, .. }) => {
            assert!(!path.is_empty() && line.contains(&path), "{line:?}")
        }
        Ok(typed::Command::Nothing) => assert!(line.trim().is_empty(), "{line:?}"),
        Ok(_) => {}
        Err(bad) => message::error(line, &bad),
    }
}

/// Whatever comes is a command within bounds, is ignored, or is an error with a name.
pub fn nboard(line: &str) {
    match nboard::parse(line) {
        Ok(Some(nboard::Command::Hint(count))) => assert!(count > 0, "{line:?}"),
        Ok(Some(nboard::Command::SetGame(record))) => conformance::check(&record.game.last),
        Ok(_) => {}
        Err(bad) => message::error(line, &bad),
    }
}
