//! Protection of existing files: only files that this program has written are replaced without `--force`.

use std::path::{Path, PathBuf};

use crate::Failure;
use crate::bad_input::quote;
use crate::reader::{BoundedReader, open_file};

/// How many bytes of a file are examined.
const HEAD: u64 = 4096;

/// The `content` of the generator in the pages of this program.
pub const GENERATOR: &str = "shuangqi";

/// Makes sure that none of these files was written by another program, unless `is_forced`. What does not exist, is empty,
/// or is no file, such as a device, may be written.
///
/// # Errors
/// [`Failure::Usage`] with the first that this program has not written.
pub fn refuse_foreign_files(
    paths: impl IntoIterator<Item = PathBuf>,
    is_forced: bool,
) -> Result<(), Failure> {
    match paths.into_iter().find(|path| !is_forced && is_foreign(path)) {
        None => Ok(()),
        Some(path) => Err(Failure::Usage(format!(
            "{} is there already, and is no output of this command. Name another place, or add --force to replace it.",
            quote(&path.to_string_lossy())
        ))),
    }
}

/// Whether another program has written a file.
pub(crate) fn is_foreign(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    match open_file(path).and_then(|file| BoundedReader::new(file, HEAD).read_part()) {
        Ok(head) => !head.is_empty() && !is_own_output(&String::from_utf8_lossy(&head)),
        Err(_) => true,
    }
}

/// Whether a text begins as this program's files do.
fn is_own_output(head: &str) -> bool {
    let json = head.trim_start_matches(['[', ' ', '\n']);
    let first_line = head.lines().next().unwrap_or_default();
    json.strip_prefix(r#"{"schema":""#).is_some_and(has_schema)
        || head.starts_with("schema,")
        || head.contains(&format!(r#"<meta name="generator" content="{GENERATOR}">"#))
        || head.starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg" class="plot" "#)
        || head.starts_with("shuangqi othello weights ")
        || head.starts_with("shuangqi xiangqi weights ")
        || head.starts_with("digraph tree {\n  label=\"")
        || first_line.contains("windows and scores from the view of the side to move")
        || (head.starts_with("[Game \"") && head.contains("\n[GameStartTime \""))
        || (head.starts_with("(;GM[Othello]PC[") && first_line.contains("]TY[8]"))
        || (first_line.contains("; id \"") && first_line.contains("; c0 \""))
}

/// Whether a text begins with the name and version of a record: `match-game/1"`.
fn has_schema(text: &str) -> bool {
    let schema = text.split('"').next().and_then(|schema| schema.split_once('/'));
    schema.is_some_and(|(name, version)| !name.is_empty() && version.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_output_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let refused = |text: &str, is_forced| {
            std::fs::write(&path, text).unwrap();
            refuse_foreign_files([path.clone()], is_forced).is_err()
        };
        for own in [
            "",
            "[\n  {\"schema\":\"match/1\",\"game\":\"othello\"}\n]\n",
            "{\"schema\":\"compare-journal/1\"}\n",
            "schema,game\n",
            "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><meta name=\"generator\" content=\"shuangqi\">",
            "digraph tree {\n  label=\"x\";\n",
            "shuangqi othello weights 1 classes=14\n",
            "shuangqi xiangqi weights 1\n# remarks\n",
        ] {
            assert!(!refused(own, false), "{own}");
        }
        for foreign in [
            "Dear all,\n",
            "[1, 2]\n",
            "{\"schema\":\"http://json\"}",
            "<!DOCTYPE html><html><head>",
            "a,b\n",
        ] {
            assert!(refused(foreign, false) && !refused(foreign, true), "{foreign}");
        }
        let missing = folder.path().join("missing");
        assert!(refuse_foreign_files([missing, "/dev/null".into()], false).is_ok());
    }
}
