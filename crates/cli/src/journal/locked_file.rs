//! A file that is locked until its [`LockedFile`] is dropped.

use std::fs::{File, TryLockError};
use std::ops::{Deref, DerefMut};

/// A locked file. The lock belongs to the open file, which a program that another thread starts shares until it begins:
/// closing the file here would leave it locked for that time, so the lock is released explicitly.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// # Errors
    /// [`TryLockError::WouldBlock`] if it is locked already.
    pub fn lock(file: File) -> Result<LockedFile, TryLockError> {
        file.try_lock()?;
        Ok(LockedFile(file))
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        // What fails here is done when the file is closed.
        let _ = self.0.unlock();
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockedFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}
