//! The command lines and files that users write for `shuangqi match`.

use shuangqi_arena::games::Game;
use shuangqi_arena::inputs;

use super::message;

/// The command that is written for a command line plays the same match.
pub fn options(text: &str) {
    match inputs::command_line(text) {
        Ok(command) => {
            let own = command.strip_prefix("shuangqi match ").unwrap_or_default();
            assert_eq!(inputs::command_line(own).as_ref(), Ok(&command), "{text:?}");
        }
        Err(message) => assert!(!message.trim().is_empty(), "{text:?}"),
    }
}

/// Moves from the start are read again as they are written; an error names its place.
pub fn openings(game: Game, text: &str) {
    let ggf = Some("ggf").filter(|_| game == Game::OTHELLO);
    for format in [None, Some("lines"), Some("pgn"), ggf] {
        match inputs::openings(game, format, text) {
            Ok(openings) => {
                assert!(!openings.is_empty(), "{text:?}");
                for opening in
                    openings.into_iter().filter(|(board, moves)| board == game.start && !moves.is_empty())
                {
                    let again = inputs::openings(game, Some("lines"), &opening.1.join(" "));
                    assert_eq!(again.as_deref(), Ok(&[opening][..]), "{text:?}");
                }
            }
            Err(bad) if bad.place.is_some() => message::error_in_file("openings", &format!("{text} "), &bad),
            Err(bad) => message::error(text, &bad),
        }
    }
}

/// Journals are read and replayed, or refused with a message.
pub fn journal(text: &str) {
    match inputs::journal(text) {
        Ok(games) => assert!(games <= text.lines().count(), "{text:?}"),
        Err(message) => assert!(!message.is_empty(), "{text:?}"),
    }
}

/// Queues are read, or refused with the line.
pub fn queue(text: &str) {
    match inputs::queue(text) {
        Ok(tests) => assert!(tests <= text.lines().count(), "{text:?}"),
        Err(bad) => message::error_in_file("queue", text, &bad),
    }
}
