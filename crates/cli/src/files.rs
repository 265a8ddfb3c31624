//! Files that are written whole or not at all, and files of other programs, which are not replaced without `--force`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::Failure;
use crate::bad_input::quote;
use crate::reader::{BoundedReader, open_file};

/// The number of bytes that show which program has written a file.
const HEAD: u64 = 4096;

/// The `content` of the generator in the pages of this program.
pub const GENERATOR: &str = "shuangqi";

/// A file to be written.
#[derive(Clone, Debug)]
pub struct NewFile {
    /// Its name in the folder.
    pub name: String,
    /// The contents.
    pub text: String,
}

/// Writes a file beside its place first, so that a file of the name is never half of one. A link is followed; what is no
/// file, such as a device or a pipe, stays what it is and is written to.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    replace(path, contents).map_err(|error| Failure::unwritable(path, &error))
}

/// The same, with the error of the system.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return File::options().write(true).open(path)?.write_all(contents);
    }
    Ok(partial(&path, contents)?.persist(path).map(drop)?)
}

/// The same, but only if there is no file of the name yet.
pub fn create(path: &Path, contents: &[u8]) -> io::Result<()> {
    Ok(partial(path, contents)?.persist_noclobber(path).map(drop)?)
}

/// Writes a file that need not survive a power cut: it is never half of one to other programs, but the disk has it only
/// when the system thinks fit.
pub fn write_unsynced(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    let place = || Ok(unsynced(path, contents)?.persist(path).map(drop)?);
    place().map_err(|error: io::Error| Failure::unwritable(path, &error))
}

/// Writes files to a folder, which is made if there is none. All are written beside their places first and take them
/// only when the last is written: a full disk leaves what was there before.
pub fn write_all(folder: &Path, files: &[NewFile]) -> Result<(), Failure> {
    let place_all = || {
        fs::create_dir_all(folder)?;
        let written = files.iter().map(|file| {
            let path = folder.join(&file.name);
            partial(&path, file.text.as_bytes()).map(|partial| (partial, path))
        });
        let written: Vec<_> = written.collect::<io::Result<_>>()?;
        written.into_iter().try_for_each(|(partial, path)| Ok(partial.persist(path).map(drop)?))
    };
    place_all().map_err(|error: io::Error| Failure::unwritable(folder, &error))
}

/// A file beside a path, written to the disk; it is removed unless it takes a place.
fn partial(path: &Path, contents: &[u8]) -> io::Result<NamedTempFile> {
    let file = unsynced(path, contents)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// The same, not yet written to the disk.
fn unsynced(path: &Path, contents: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = draft(path)?;
    file.write_all(contents)?;
    Ok(file)
}

/// Cuts a file to this many bytes. By a handle of its own: one that appends cannot do it on Windows.
pub fn cut(path: &Path, length: u64) -> io::Result<()> {
    File::options().write(true).open(path)?.set_len(length)
}

/// A file without contents beside a path, to be filled and then put in its place; it is removed unless it takes it.
pub(crate) fn draft(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    builder().suffix(".partial").tempfile_in(folder)
}

/// Files as the user's umask permits.
fn builder<'a>() -> Builder<'a, 'a> {
    #[cfg(unix)]
    let builder = {
        let mut builder = Builder::new();
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder
    };
    #[cfg(not(unix))]
    let builder = Builder::new();
    builder
}

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

/// Makes sure that none of these is a file that is there, unless `is_forced`: for outputs that the program cannot tell from files of others.
///
/// # Errors
/// [`Failure::Usage`] with the first that is there.
pub fn refuse_existing<'a>(
    paths: impl IntoIterator<Item = &'a Path>,
    is_forced: bool,
) -> Result<(), Failure> {
    match paths.into_iter().find(|path| !is_forced && path.is_file()) {
        None => Ok(()),
        Some(path) => Err(Failure::Usage(format!(
            "{} is there already. Name another file, or add --force to replace it.",
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
        || head.starts_with("shuangqi xiangqi net ")
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

    fn file(name: &str) -> NewFile {
        NewFile { name: name.to_owned(), text: name.repeat(3) }
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn files_appear_whole() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("new");
        write_all(&inner, &[file("a"), file("b")]).unwrap();
        assert_eq!(names(&inner), ["a", "b"]);
        assert_eq!(fs::read_to_string(inner.join("b")).unwrap(), "bbb");
    }

    #[test]
    fn nothing_appears_if_one_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let failure = write_all(folder.path(), &[file("a"), file("no/such/folder")]).unwrap_err();
        assert!(matches!(failure, Failure::Unwritable(..)));
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tree");
        for text in ["first", "2"] {
            write(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["tree"]);
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(folder.path(), b"text").is_err());
        assert!(write(&folder.path().join("missing/tree"), b"text").is_err());
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    #[cfg(unix)]
    fn links_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("tree"), folder.path().join("link"));
        fs::write(&path, "before").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, b"after").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
        let device = folder.path().join("device");
        std::os::unix::fs::symlink("/dev/null", &device).unwrap();
        write(&device, b"text").unwrap();
        assert!(!Path::new("/dev/null").is_file() && device.is_symlink());
    }

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
            "shuangqi xiangqi net 1\n\u{80}",
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
