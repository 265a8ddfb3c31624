//! Files that appear together, and each of them whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::Failure;

/// A file to be.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Its name in the folder.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// Writes files to a folder, which is made if there is none. All are written beside their places first and take them
/// only when the last is written: a full disk leaves what was there before.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write_all(folder: &Path, drafts: &[Draft]) -> Result<(), Failure> {
    let unwritable = |error| Failure::unwritable(folder, &error);
    fs::create_dir_all(folder).map_err(unwritable)?;
    let partial = |draft: &Draft| folder.join(format!("{}.partial", draft.name));
    let written = drafts.iter().try_for_each(|draft| write(&partial(draft), &draft.text));
    let placed = written.and_then(|()| {
        drafts.iter().try_for_each(|draft| fs::rename(partial(draft), folder.join(&draft.name)))
    });
    if placed.is_err() {
        sweep(drafts.iter().map(partial));
    }
    placed.map_err(unwritable)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Removes what was begun. The first failure is the one to report, so later ones are ignored.
fn sweep(paths: impl Iterator<Item = PathBuf>) {
    paths.for_each(|path| {
        let _ = fs::remove_file(path);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(name: &str) -> Draft {
        Draft { name: name.to_owned(), text: name.repeat(3) }
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
        write_all(&inner, &[draft("a"), draft("b")]).unwrap();
        assert_eq!(names(&inner), ["a", "b"]);
        assert_eq!(fs::read_to_string(inner.join("b")).unwrap(), "bbb");
    }

    #[test]
    fn nothing_appears_if_one_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let failure = write_all(folder.path(), &[draft("a"), draft("no/such/folder")]).unwrap_err();
        assert!(matches!(failure, Failure::Unwritable(_)));
        assert!(names(folder.path()).is_empty());
    }
}
