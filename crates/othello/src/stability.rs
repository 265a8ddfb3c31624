//! Discs that can never be turned again: a lower bound, cheap enough for the nodes of a solver.
//!
//! A disc is safe on a line if the line is full or if a stable disc of its own colour stands next to it there; safe on
//! all four lines, it is stable. On the rim only the edge itself matters, and a table has the stable discs of every
//! edge. (The method is Edax's.)

mod edges;

use crate::square::Bitboard;

/// Squares whose neighbour 1, 2 and 4 steps away in one direction would lie off the board.
type Exits = [u64; 3];

const fn exits(files: i32, ranks: i32) -> Exits {
    let mut exits = [0; 3];
    let mut index = 0;
    while index < 64 {
        let mut round = 0;
        while round < 3 {
            let file = index % 8 + (files << round);
            let rank = index / 8 + (ranks << round);
            if file < 0 || file > 7 || rank < 0 || rank > 7 {
                exits[round] |= 1 << index;
            }
            round += 1;
        }
        index += 1;
    }
    exits
}

/// Squares from which every square in one direction, `STEP` apart, is occupied: towards higher squares.
#[inline(always)]
const fn filled_up<const STEP: u32>(discs: u64, exits: &Exits) -> u64 {
    let one = discs & (discs >> STEP | exits[0]);
    let three = one & (one >> (2 * STEP) | exits[1]);
    three & (three >> (4 * STEP) | exits[2])
}

/// The same towards lower squares.
#[inline(always)]
const fn filled_down<const STEP: u32>(discs: u64, exits: &Exits) -> u64 {
    let one = discs & (discs << STEP | exits[0]);
    let three = one & (one << (2 * STEP) | exits[1]);
    three & (three << (4 * STEP) | exits[2])
}

/// The squares whose rank, file, falling and rising diagonal is full.
#[inline(always)]
fn full_lines(discs: u64) -> [u64; 4] {
    const SOUTH_EAST: Exits = exits(1, 1);
    const NORTH_WEST: Exits = exits(-1, -1);
    const SOUTH_WEST: Exits = exits(-1, 1);
    const NORTH_EAST: Exits = exits(1, -1);
    [
        full_ranks(discs),
        full_files(discs),
        filled_up::<9>(discs, &SOUTH_EAST) & filled_down::<9>(discs, &NORTH_WEST),
        filled_up::<7>(discs, &SOUTH_WEST) & filled_down::<7>(discs, &NORTH_EAST),
    ]
}

#[inline(always)]
const fn full_ranks(discs: u64) -> u64 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    let pairs = discs & discs >> 1;
    let fours = pairs & pairs >> 2;
    (fours & fours >> 4 & FILE_A) * 0xFF
}

#[inline(always)]
const fn full_files(discs: u64) -> u64 {
    let pairs = discs & discs.rotate_left(8);
    let fours = pairs & pairs.rotate_left(16);
    fours & fours.rotate_left(32)
}

/// Discs of `own` that no further moves of either side can turn. Never too many, often too few.
///
/// ```
/// use othello::{Bitboard, bitboard, stability::stable_discs};
/// let own = bitboard! {
///     X X X . . . . .
///     X X . . . . . .
///     X . . . . . . .
///     . . . . . . . .
///     . . . . X . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . X
/// };
/// assert_eq!(stable_discs(own, Bitboard::EMPTY).len(), 7);
/// ```
#[inline]
pub fn stable_discs(own: Bitboard, other: Bitboard) -> Bitboard {
    let full = full_lines((own | other).0);
    let certain = own.0 & full[0] & full[1] & full[2] & full[3];
    Bitboard(spread(own.0, certain | edges::stable(own.0, other.0), full))
}

/// Adds discs that are safe on every line thanks to stable ones beside them, until no more are found. Those
/// of the rim are known from the start, so no neighbour is ever sought off the board.
#[inline(always)]
fn spread(own: u64, certain: u64, [ranks, files, falling, rising]: [u64; 4]) -> u64 {
    let inner = own & !Bitboard::RIM.0;
    let mut stable = certain;
    loop {
        let safe = (stable >> 1 | stable << 1 | ranks)
            & (stable >> 8 | stable << 8 | files)
            & (stable >> 9 | stable << 9 | falling)
            & (stable >> 7 | stable << 7 | rising);
        let found = safe & inner & !stable;
        if found == 0 {
            return stable;
        }
        stable |= found;
    }
}

#[cfg(test)]
mod tests;
