//! Shards, as commands name them.

use std::fs;
use std::path::{Path, PathBuf};

use shuangqi_cli::{BadInput, Failure};

use crate::othello::records::{self, Record};

/// How a shard was made, and its records.
///
/// # Errors
/// A file that cannot be read, or is no shard.
pub fn read(path: &Path) -> Result<(String, Vec<Record>), Failure> {
    let remedy = "Remove the file, and give the command that made it again";
    let bad = |found: String| {
        BadInput::new("shard", None, found, "a file that shuangqi datagen has written", remedy)
            .at(path.to_string_lossy(), 1)
    };
    let bytes = fs::read(path).map_err(|error| bad(error.to_string()))?;
    records::read(&bytes).map_err(|error| bad(error).into())
}

/// The shards of a folder, in the order of their names.
///
/// # Errors
/// A folder that cannot be read, or holds no shards.
pub fn all(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let remedy = "Name a folder that shuangqi datagen has filled";
    let bad = |found: String| {
        BadInput::new("folder of shards", None, found, "files whose names end in .records", remedy)
            .at(folder.to_string_lossy(), 1)
    };
    let entries = fs::read_dir(folder).map_err(|error| bad(error.to_string()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut shards: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "records")).collect();
    shards.sort();
    if shards.is_empty() { Err(bad("no such file".to_owned()).into()) } else { Ok(shards) }
}
