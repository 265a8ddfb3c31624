//! Records: a position with its score, and the files that hold them.
//!
//! ```text
//! shuangqi othello records 1 <how they were made>\n
//! per position, little-endian: mover u64, opponent u64, result i8, search i16
//! crc32 of all bytes before
//! ```
//! A shard is a file; the positions of a game follow one another in it, and no game is in two.

use std::fmt;
use std::path::Path;

use othello::{Bitboard, Board};
use shuangqi_cli::{Failure, files};

/// What the first line begins with; the number is the version of the format.
const MAGIC: &str = "shuangqi othello records 1";
/// Bytes of a record.
const BYTES: usize = 19;

/// A position of a game, and what it turned out to be worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The position.
    pub board: Board,
    /// The final result of the game in discs, from the view of the side to move; exact if both sides played the rest
    /// without a mistake.
    pub result: i8,
    /// The score of the search that chose the move, in hundredths of a disc; or the exact score.
    pub search: i16,
}

impl Record {
    fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.board.mover().0.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent().0.to_le_bytes());
        bytes[16] = self.result as u8;
        bytes[17..].copy_from_slice(&self.search.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; BYTES]) -> Option<Record> {
        let word = |start: usize| {
            bytes[start..start + 8].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
        };
        let board = Board::new(Bitboard(word(0)), Bitboard(word(8)))?;
        let (result, search) = (bytes[16] as i8, i16::from_le_bytes([bytes[17], bytes[18]]));
        (-64..=64).contains(&result).then_some(Record { board, result, search })
    }
}

/// Writes a shard, whole or not at all.
///
/// # Errors
/// [`Failure::Unwritable`].
pub fn write(path: &Path, made_by: &dyn fmt::Display, records: &[Record]) -> Result<(), Failure> {
    files::write(path, &to_bytes(made_by, records))
}

fn to_bytes(made_by: &dyn fmt::Display, records: &[Record]) -> Vec<u8> {
    let mut bytes = format!("{MAGIC} {made_by}\n").into_bytes();
    records.iter().for_each(|record| bytes.extend(record.to_bytes()));
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Reads a shard: how it was made, and its records.
///
/// # Errors
/// What is wrong with the file, in words.
pub fn read(bytes: &[u8]) -> Result<(String, Vec<Record>), String> {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let text: String = String::from_utf8_lossy(line).chars().take(400).collect();
    let Some(made_by) = text.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix(' ')) else {
        return Err(format!("the first line does not begin with {MAGIC:?}"));
    };
    let Some((body, checksum)) = bytes.get(line.len() + 1..).and_then(|rest| rest.split_last_chunk::<4>())
    else {
        return Err("the file ends in its first line".to_owned());
    };
    if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*checksum) {
        return Err("the checksum is wrong: the file was changed or cut off".to_owned());
    }
    let (chunks, rest) = body.as_chunks::<BYTES>();
    let records: Option<Vec<Record>> = chunks.iter().map(Record::from_bytes).collect();
    match records {
        Some(records) if rest.is_empty() => Ok((made_by.to_owned(), records)),
        _ => Err("a record is no position with a score".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn record() -> impl Strategy<Value = Record> {
        (any::<u64>(), any::<u64>(), -64..=64_i8, any::<i16>()).prop_map(|(mover, other, result, search)| {
            let board = Board::new(Bitboard(mover), Bitboard(other & !mover)).unwrap();
            Record { board, result, search }
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(records in prop::collection::vec(record(), 0..20)) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("0.records");
            write(&path, &"seed=1 shard=0", &records).unwrap();
            let (made_by, read) = read(&std::fs::read(&path).unwrap()).unwrap();
            prop_assert_eq!(made_by, "seed=1 shard=0");
            prop_assert_eq!(read, records);
        }

        /// No byte can be changed unnoticed, none be lost, and nothing makes the reader panic.
        #[test]
        fn damage_is_noticed(records in prop::collection::vec(record(), 1..4), place in any::<prop::sample::Index>(),
                             change in 1..=255_u8) {
            let mut bytes = to_bytes(&"seed=1", &records);
            let place = place.index(bytes.len());
            prop_assert!(read(&bytes[..place]).is_err());
            bytes[place] ^= change;
            prop_assert!(read(&bytes).is_err());
        }
    }
}
