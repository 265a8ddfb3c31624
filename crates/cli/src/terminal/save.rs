//! The file of a game, written whole or not at all.

use std::io;
use std::path::Path;

use search_core::bad_input::{BadInput, quote};

use crate::files;

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
