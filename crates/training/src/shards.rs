//! Shards: the files that self-play writes and training reads.
//!
//! ```text
//! <what the items are, and the version of their format> <how they were made>\n
//! the items, one after the other
//! crc32 of all bytes before, little-endian
//! ```
//! No game is in two shards.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use shuangqi_cli::reader::read_file;
use shuangqi_cli::{BadInput, Failure, files, source};

/// An item of a shard.
pub trait Item: Sized + Send {
    /// The beginning of the first line; the number is the version of the format.
    const MAGIC: &'static str;
    /// The message about bytes that are no such items.
    const FAULT: &'static str;

    /// Adds the item to the bytes of a shard.
    fn write(&self, bytes: &mut Vec<u8>);

    /// Takes an item from the beginning of the bytes; `None` if they do not begin with one.
    fn read(bytes: &mut &[u8]) -> Option<Self>;

    /// The number of positions in it.
    fn positions(&self) -> u64;
}

/// The bytes of a shard.
pub fn encode<I: Item>(made_by: &str, items: &[I]) -> Vec<u8> {
    let mut bytes = format!("{} {made_by}\n", I::MAGIC).into_bytes();
    items.iter().for_each(|item| item.write(&mut bytes));
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The words on how a shard was made, and its items.
///
/// # Errors
/// A message on the bytes.
pub fn decode<I: Item>(bytes: &[u8]) -> Result<(String, Vec<I>), String> {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let text: String = String::from_utf8_lossy(line).chars().take(400).collect();
    let Some(made_by) = text.strip_prefix(I::MAGIC).and_then(|rest| rest.strip_prefix(' ')) else {
        return Err(format!("the first line does not begin with {:?}", I::MAGIC));
    };
    let Some((mut body, checksum)) =
        bytes.get(line.len() + 1..).and_then(|rest| rest.split_last_chunk::<4>())
    else {
        return Err("the file ends in its first line".to_owned());
    };
    if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*checksum) {
        return Err("the checksum is wrong: the file was changed or cut off".to_owned());
    }
    let mut items = Vec::new();
    while !body.is_empty() {
        items.push(I::read(&mut body).ok_or(I::FAULT)?);
    }
    Ok((made_by.to_owned(), items))
}

/// Writes a shard, whole or not at all.
pub(crate) fn write<I: Item>(path: &Path, made_by: &str, items: &[I]) -> Result<(), Failure> {
    files::write(path, &encode(made_by, items))
}

/// The words on how the shard of a file was made, and its items.
pub(crate) fn read<I: Item>(path: &Path) -> Result<(String, Vec<I>), Failure> {
    let remedy = "Remove the file, and give the command that made it again";
    let bad = |found: String| {
        BadInput::new("shard", None, found, "a file that shuangqi datagen has written", remedy)
            .at(path.to_string_lossy(), 1)
    };
    let bytes = read_file(path, source::MAX_BYTES).map_err(|error| bad(error.to_string()))?;
    decode(&bytes).map_err(|error| bad(error).into())
}

/// Samples from the shards of all folders, in their order.
#[derive(Debug, Default)]
pub(crate) struct Split<S> {
    /// From the shards to learn from.
    pub training: S,
    /// From those that the fit does not see.
    pub held_out: S,
}

/// Reads the shards of these folders, makes `samples` of each and appends them; every `held_out`th shard is held out.
pub(crate) fn split<I: Item, S: Default + Send>(
    folders: &[PathBuf],
    held_out: u32,
    samples: impl Fn(&[I]) -> S + Sync,
    append: fn(&mut S, S),
) -> Result<Split<S>, Failure> {
    let paths = all(folders)?;
    let read = |shard: &PathBuf| Ok(samples(&read::<I>(shard)?.1));
    // All are read before an error is looked for, so that of several bad shards the first is told of.
    let made: Vec<Result<S, Failure>> = paths.par_iter().map(read).collect();
    let mut split = Split::default();
    for (index, samples) in (1..).zip(made) {
        append(if index % held_out == 0 { &mut split.held_out } else { &mut split.training }, samples?);
    }
    Ok(split)
}

/// The shards of these folders, those of each in the order of their names.
pub(crate) fn all(folders: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let shards: Vec<Vec<PathBuf>> =
        folders.iter().map(|folder| of_folder(folder)).collect::<Result<_, _>>()?;
    Ok(shards.concat())
}

fn of_folder(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
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

#[cfg(test)]
pub(crate) mod tests {
    use std::fmt::Debug;

    use proptest::sample::Index;

    use super::*;

    /// Checks that a shard is read as it was written.
    pub fn check_round_trip<I: Item + PartialEq + Debug>(items: &[I]) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("0.records");
        write(&path, "seed=1 shard=0", items).unwrap();
        let (made_by, found) = read::<I>(&path).unwrap();
        assert_eq!((made_by.as_str(), &found[..]), ("seed=1 shard=0", items));
    }

    /// No byte can be changed unnoticed, none be lost, and nothing makes the reader panic.
    pub fn check_damage<I: Item>(items: &[I], place: &Index, change: u8) {
        let mut bytes = encode("seed=1", items);
        let place = place.index(bytes.len());
        assert!(decode::<I>(&bytes[..place]).is_err());
        bytes[place] ^= change;
        assert!(decode::<I>(&bytes).is_err());
    }
}
