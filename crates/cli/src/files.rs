//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use crate::Failure;

/// A file to be written.
#[derive(Clone, Debug)]
pub struct NewFile {
    /// Its name in the folder.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// Writes a file beside its place first, so that a file of the name is never half of one. A link is followed; what is no
/// file, such as a device or a pipe, stays what it is and is written to.
///
/// # Errors
/// [`Failure::Unwritable`].
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
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write_unsynced(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    let place = || Ok(unsynced(path, contents)?.persist(path).map(drop)?);
    place().map_err(|error: io::Error| Failure::unwritable(path, &error))
}

/// Writes files to a folder, which is made if there is none. All are written beside their places first and take them
/// only when the last is written: a full disk leaves what was there before.
///
/// # Errors
/// [`Failure::Unwritable`].
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
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = builder().suffix(".partial").tempfile_in(folder)?;
    file.write_all(contents)?;
    Ok(file)
}

/// Files as the user's umask permits.
fn builder<'a>() -> Builder<'a, 'a> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
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
}
