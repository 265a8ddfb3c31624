//! The squares where a player may move, and where one might soon be able to.
//!
//! Runs of the opponent's discs that start beside one of the mover's are filled by doubling (Kogge and
//! Stone's parallel prefix) in each of eight directions; the square behind a run is a move if it is empty. No
//! run holds a square of the rim across its direction, so rotations need no mask against leaving the board.
//! The eight lanes are independent and free of branches, so the compiler makes vectors of them.

use crate::bitboard::Bitboard;
#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
use crate::directions;

/// One step in each of the eight directions, as a rotation of the board: east, south, south-east, south-west
/// and back.
const STEPS: [u64; 8] = [1, 8, 9, 7, 63, 56, 55, 57];
/// Squares from which a step in each direction and its opposite stays on the board.
const INNER: [u64; 8] = {
    const FILES: u64 = 0x7E7E_7E7E_7E7E_7E7E;
    const RANKS: u64 = 0x00FF_FFFF_FFFF_FF00;
    [FILES, RANKS, FILES & RANKS, FILES & RANKS, FILES, RANKS, FILES & RANKS, FILES & RANKS]
};

/// The squares on which `mover` may play.
///
/// ```
/// use othello::{Board, bitboard};
/// assert_eq!(
///     Board::START.legal_moves(),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . X . . . .
///         . . X . . . . .
///         . . . . . X . .
///         . . . . X . . .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline(always)]
pub fn legal_moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    #[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
    return Bitboard(directions::legal_moves(&STEPS, &INNER, mover.0, opponent.0));
    #[cfg(not(all(target_feature = "avx512cd", target_feature = "avx512vl")))]
    return portable(mover, opponent);
}

/// [`legal_moves`] in plain code.
#[cfg(any(test, not(all(target_feature = "avx512cd", target_feature = "avx512vl"))))]
#[inline(always)]
pub(crate) fn portable(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    let directions = STEPS.iter().zip(&INNER);
    let behind =
        directions.fold(0, |behind, (&step, &inner)| behind | ends(step as u32, mover.0, opponent.0 & inner));
    Bitboard(behind & !(mover.0 | opponent.0))
}

/// The squares just behind the runs of `inner` discs that start beside a disc of the mover, in one direction.
#[cfg(any(test, not(all(target_feature = "avx512cd", target_feature = "avx512vl"))))]
#[inline(always)]
fn ends(step: u32, mover: u64, inner: u64) -> u64 {
    let pairs = inner & inner.rotate_left(step);
    let mut run = inner & mover.rotate_left(step);
    run |= inner & run.rotate_left(step);
    run |= pairs & run.rotate_left(2 * step);
    run |= pairs & run.rotate_left(2 * step);
    run.rotate_left(step)
}

/// The empty squares beside at least one of the opponent's discs: where the mover might be able to play now
/// or later.
#[inline(always)]
pub fn potential_moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    opponent.grown() - (mover | opponent)
}

/// The opponent's discs beside at least one empty square: those that the mover might outflank from there.
#[inline(always)]
pub fn frontier(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    (!(mover | opponent)).grown() & opponent
}
