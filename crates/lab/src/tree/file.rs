//! Where the drawing goes: to stdout, or to a file that is written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use shuangqi_cli::Failure;

/// Writes the text.
///
/// # Errors
/// [`Failure::Unwritable`]; [`Failure::ClosedPipe`] on stdout.
pub fn deliver(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    match path {
        Some(path) => save(path, text).map_err(|error| Failure::unwritable(path, &error)),
        None => {
            let mut stdout = io::stdout().lock();
            stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Failure::from_write)
        }
    }
}

/// Writes beside the file first, so that a file of the name is never half of one. What is no file, such as a device or a
/// pipe, stays what it is and is written to.
fn save(path: &Path, text: &str) -> io::Result<()> {
    // A link is followed: its file is to be replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return write(&mut File::options().write(true).open(path)?, text);
    }
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let written = replace(Path::new(&partial), &path, text);
    if written.is_err() {
        // What cannot be removed is no reason to tell of another failure than the first.
        let _ = fs::remove_file(&partial);
    }
    written
}

fn replace(partial: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(partial)?;
    write(&mut file, text)?;
    file.sync_all()?;
    fs::rename(partial, path)
}

fn write(file: &mut File, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes()).and_then(|()| file.flush())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tree");
        for text in ["first", "2"] {
            save(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        assert!(save(folder.path(), "text").is_err());
        assert!(save(&folder.path().join("missing/tree"), "text").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    #[cfg(unix)]
    fn links_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("tree"), folder.path().join("link"));
        fs::write(&path, "before").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        save(&link, "after").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
        let device = folder.path().join("device");
        std::os::unix::fs::symlink("/dev/null", &device).unwrap();
        save(&device, "text").unwrap();
        assert!(!Path::new("/dev/null").is_file() && device.is_symlink());
    }
}
