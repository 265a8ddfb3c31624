//! Locks that keep two runs from writing one file.

use std::fs::{File, TryLockError};
use std::path::Path;

/// The lock of a file until it is dropped.
#[derive(Debug)]
pub struct FileLock {
    #[cfg_attr(windows, expect(dead_code, reason = "the file is open as long as the lock is held"))]
    file: File,
}

impl FileLock {
    /// Locks a file that was opened by this path.
    ///
    /// # Errors
    /// [`TryLockError::WouldBlock`] if it is locked already.
    pub fn of(file: &File, path: &Path) -> Result<FileLock, TryLockError> {
        Ok(FileLock { file: locked(file, path)? })
    }
}

#[cfg(not(windows))]
fn locked(file: &File, _path: &Path) -> Result<File, TryLockError> {
    let file = file.try_clone().map_err(TryLockError::Error)?;
    file.try_lock()?;
    Ok(file)
}

/// The lock belongs to the open file, which a program that another thread starts shares until it begins: closing the file would leave it locked
/// for that time.
#[cfg(not(windows))]
impl Drop for FileLock {
    fn drop(&mut self) {
        // What fails here is done when the file is closed.
        let _ = self.file.unlock();
    }
}

/// On Windows nobody else can read what is locked, and a journal is read while it grows. So a file beside it is opened, which nobody else can open
/// meanwhile, and which goes when it is closed.
#[cfg(windows)]
fn locked(_file: &File, path: &Path) -> Result<File, TryLockError> {
    use std::os::windows::fs::OpenOptionsExt;

    use windows_sys::Win32::Foundation::{ERROR_SHARING_VIOLATION, GENERIC_WRITE};
    use windows_sys::Win32::Storage::FileSystem::{DELETE, FILE_FLAG_DELETE_ON_CLOSE};

    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let mut options = File::options();
    options.write(true).create(true).truncate(false).share_mode(0);
    options.access_mode(GENERIC_WRITE | DELETE).custom_flags(FILE_FLAG_DELETE_ON_CLOSE);
    options.open(name).map_err(|error| match error.raw_os_error() {
        Some(code) if code == ERROR_SHARING_VIOLATION.cast_signed() => TryLockError::WouldBlock,
        _ => TryLockError::Error(error),
    })
}
