//! Records: a position with its score.
//!
//! ```text
//! per position, little-endian: mover u64, opponent u64, result i8, search i16
//! ```
//! The positions of a game follow one another in a shard.

use std::hash::{DefaultHasher, Hash, Hasher};

use othello::{Bitboard, Board};

use crate::dataset::{DatasetItem, Observation};
use crate::shards::Item;

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

impl Item for Record {
    const MAGIC: &'static str = "shuangqi othello records 1";
    const FAULT: &'static str = "a record is no position with a score";

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.board.mover().0.to_le_bytes());
        bytes.extend(self.board.opponent().0.to_le_bytes());
        bytes.push(self.result as u8);
        bytes.extend(self.search.to_le_bytes());
    }

    fn read(bytes: &mut &[u8]) -> Option<Record> {
        let (mover, rest) = bytes.split_first_chunk()?;
        let (opponent, rest) = rest.split_first_chunk()?;
        let (&[result, search_low, search_high], rest) = rest.split_first_chunk()?;
        *bytes = rest;
        let [mover, opponent] = [mover, opponent].map(|&discs| Bitboard(u64::from_le_bytes(discs)));
        let (result, search) = (result as i8, i16::from_le_bytes([search_low, search_high]));
        let board = Board::new(mover, opponent)?;
        (-64..=64).contains(&result).then_some(Record { board, result, search })
    }

    fn positions(&self) -> u64 {
        1
    }
}

impl DatasetItem for Record {
    const GAME: &'static str = "othello";
    const TITLE: &'static str = "Othello";
    /// Of the empty squares.
    const PHASE: usize = 10;

    fn observe(&self, mut observe: impl FnMut(Observation)) {
        let mut hasher = DefaultHasher::new();
        self.board.hash(&mut hasher);
        observe(Observation {
            key: hasher.finish(),
            progress: self.board.empties().len() as usize,
            score: f64::from(self.search),
            points: f32::from(self.result.signum() + 1) / 2.0,
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::shards::tests::{check_damage, check_round_trip};

    fn record() -> impl Strategy<Value = Record> {
        (any::<u64>(), any::<u64>(), -64..=64_i8, any::<i16>()).prop_map(|(mover, other, result, search)| {
            let board = Board::new(Bitboard(mover), Bitboard(other & !mover)).unwrap();
            Record { board, result, search }
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(records in prop::collection::vec(record(), 0..20)) {
            check_round_trip(&records);
        }

        #[test]
        fn damage_is_noticed(records in prop::collection::vec(record(), 1..4), place in any::<prop::sample::Index>(),
                             change in 1..=255_u8) {
            check_damage(&records, &place, change);
        }
    }
}
