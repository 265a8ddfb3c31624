//! What users write for `shuangqi match`.

use shuangqi::inputs;

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
pub fn openings(xiangqi: bool, text: &str) {
    let start = if xiangqi { xiangqi::fen::START } else { OTHELLO };
    let ggf = Some("ggf").filter(|_| !xiangqi);
    for format in [None, Some("lines"), Some("pgn"), ggf] {
        match inputs::openings(xiangqi, format, text) {
            Ok(openings) => {
                assert!(!openings.is_empty(), "{text:?}");
                for opening in
                    openings.into_iter().filter(|(board, moves)| board == start && !moves.is_empty())
                {
                    let again = inputs::openings(xiangqi, Some("lines"), &opening.1.join(" "));
                    assert_eq!(again.as_deref(), Ok(&[opening][..]), "{text:?}");
                }
            }
            Err(bad) if bad.place.is_some() => message::error_in_file("openings", &format!("{text} "), &bad),
            Err(bad) => message::error(text, &bad),
        }
    }
}

const OTHELLO: &str = "---------------------------OX------XO--------------------------- X";

/// Journals are read and replayed, or refused with a message.
pub fn journal(text: &str) {
    match inputs::journal(text) {
        Ok(games) => assert!(games <= text.lines().count(), "{text:?}"),
        Err(message) => assert!(!message.is_empty(), "{text:?}"),
    }
}
