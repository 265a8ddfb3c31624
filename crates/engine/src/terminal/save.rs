//! The file of a game, written whole or not at all.

use std::io;
use std::path::Path;

use game::any::AnySession;
use game::{Game, GameSession, Notation, pgn};
use search_core::bad_input::{BadInput, quote};

use shuangqi_cli::files;

/// A game as the text of a file of this name.
///
/// # Errors
/// If the game has no form with the name's ending, or cannot be told in it.
pub(super) fn record<G: Game>(session: &GameSession<G>, path: &str) -> Result<String, BadInput> {
    let bad = |found: &str, expected: &str, remedy| BadInput::new("save", None, found, expected, remedy);
    let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match (ending.as_deref(), G::ggf(session)) {
        (Some("pgn"), _) => Ok(pgn::of_session(session, G::START, Notation::Iccs)),
        (Some("ggf"), Some(text)) => Ok(text + "\n"),
        (Some("txt"), _) if session.board_after(0) == G::START => Ok(G::transcript(session.moves()) + "\n"),
        (Some("txt"), _) => {
            let remedy = "Save it as FILE.pgn, which holds the position too";
            Err(bad("a game from a position that was set", "one from the start", remedy))
        }
        (_, ggf) => {
            let expected = if ggf.is_some() { ".pgn, .ggf or .txt" } else { ".pgn or .txt" };
            Err(bad(path, &format!("a name that ends in {expected}"), "Type save game.pgn, for example"))
        }
    }
}

/// Writes a text to a file. What is there already is only replaced by force.
///
/// # Errors
/// [`BadInput`] if the file is there, or cannot be written: the game goes on.
pub(super) fn save(path: &str, text: &str, is_forced: bool) -> Result<(), BadInput> {
    let write = if is_forced { files::replace } else { files::create };
    write(Path::new(path), text.as_bytes()).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let remedy = format!("Type save {path} --force to replace it, or choose another name");
            BadInput::new(
                "save",
                None,
                format!("{}, which is there already", quote(path)),
                "a new file",
                remedy,
            )
        }
        _ => {
            let found = format!("{} ({error})", quote(path));
            BadInput::new("save", None, found, "a file that can be written", "Choose another place")
        }
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_replaced_by_force_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let name = path.to_str().unwrap();
        save(name, "first", false).unwrap();
        let refused = save(name, "second", false).unwrap_err().to_string();
        assert!(refused.contains("there already") && refused.contains("--force"), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        save(name, "third", true).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "third");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert!(save(folder.path().join("none/game").to_str().unwrap(), "text", false).is_err());
        assert!(save(folder.path().to_str().unwrap(), "text", true).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
