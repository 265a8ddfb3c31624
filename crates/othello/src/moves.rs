//! The squares where a player may move, and the discs that a move turns: the two questions asked at every node.
//!
//! Moves: runs of the opponent's discs that start beside one of the mover's are filled by doubling (Kogge and
//! Stone's parallel prefix) in each of eight directions; the square behind a run is a move if it is empty. No
//! run holds a square of the rim across its direction, so rotations need no mask against leaving the board.
//!
//! Flips: from the square of the move, each of the eight rays is looked along for the first square the opponent does
//! not hold; if the mover holds it, everything before it turns. On the four rays towards higher squares a
//! carry finds it, on the other four the count of leading zeros (both as in Edax's vector flips).
//!
//! The lanes are independent and free of branches, so the compiler makes vectors of them where the machine has them;
//! where the build has AVX-512 or AVX2, `avx512` or `avx2` does the same by its instructions.

#[cfg(all(target_feature = "avx2", not(all(target_feature = "avx512cd", target_feature = "avx512vl"))))]
mod avx2;
#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
mod avx512;

#[cfg(all(target_feature = "avx2", not(all(target_feature = "avx512cd", target_feature = "avx512vl"))))]
use avx2 as kernel;
#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
use avx512 as kernel;
#[cfg(not(target_feature = "avx2"))]
use portable as kernel;

use crate::square::{Bitboard, Square};

/// One constant for each direction, the four towards higher squares first.
type PerDirection = [u64; 8];

/// One step in each of the eight directions, as a rotation of the board: east, south, south-east, south-west
/// and back.
const STEPS: PerDirection = [1, 8, 9, 7, 63, 56, 55, 57];
/// Squares from which a step in each direction and its opposite stays on the board.
const INNER: PerDirection = {
    const FILES: u64 = 0x7E7E_7E7E_7E7E_7E7E;
    const RANKS: u64 = 0x00FF_FFFF_FFFF_FF00;
    [FILES, RANKS, FILES & RANKS, FILES & RANKS, FILES, RANKS, FILES & RANKS, FILES & RANKS]
};

/// The squares on which `mover` may play.
#[inline(always)]
pub(crate) fn legal_moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    Bitboard(kernel::legal_moves(&STEPS, &INNER, mover.0, opponent.0))
}

/// The empty squares beside at least one of the opponent's discs: where the mover might be able to play now
/// or later.
#[inline(always)]
pub(crate) fn potential_moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    opponent.grown() - (mover | opponent)
}

/// Steps east, south, south-east, south-west as files and ranks; the falling rays run the other way.
const RISING_STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The rays of one square, the square itself left out: the rising ones, then the falling ones.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rays(PerDirection);

static RAYS: [Rays; Square::NUM] = {
    let mut table = [Rays([0; 8]); Square::NUM];
    let mut index = 0;
    while index < Square::NUM {
        let mut line = 0;
        while line < 4 {
            let (files, ranks) = RISING_STEPS[line];
            table[index].0[line] = ray(Square::ALL[index], files, ranks);
            table[index].0[4 + line] = ray(Square::ALL[index], -files, -ranks);
            line += 1;
        }
        index += 1;
    }
    table
};

/// The squares from `start` (left out) to the rim in one direction.
pub(crate) const fn ray(start: Square, files: i8, ranks: i8) -> u64 {
    let mut set = 0;
    let mut file = start.file() as i8 + files;
    let mut rank = start.rank() as i8 + ranks;
    while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        set |= 1 << (rank * 8 + file);
        file += files;
        rank += ranks;
    }
    set
}

/// The opponent's discs that turn when `mover` plays on `square`; empty if the move is illegal there for want
/// of turned discs. The square is not tested for being empty.
#[inline(always)]
pub(crate) fn flips(square: Square, mover: Bitboard, opponent: Bitboard) -> Bitboard {
    Bitboard(kernel::flips(&STEPS, &RAYS[square.index()].0, mover.0, opponent.0))
}

/// The same in plain code.
#[allow(dead_code, reason = "a build with the instructions needs the plain twin for tests alone")]
mod portable {
    use super::PerDirection;

    /// The legal moves, from one step as a rotation and the squares that runs may hold.
    #[inline(always)]
    pub(super) fn legal_moves(steps: &PerDirection, inner: &PerDirection, mover: u64, opponent: u64) -> u64 {
        let directions = steps.iter().zip(inner);
        let behind =
            directions.fold(0, |behind, (&step, &inner)| behind | ends(step as u32, mover, opponent & inner));
        behind & !(mover | opponent)
    }

    /// The squares just behind the runs of `inner` discs that start beside a disc of the mover, in one direction.
    #[inline(always)]
    fn ends(step: u32, mover: u64, inner: u64) -> u64 {
        let pairs = inner & inner.rotate_left(step);
        let mut run = inner & mover.rotate_left(step);
        run |= inner & run.rotate_left(step);
        run |= pairs & run.rotate_left(2 * step);
        run |= pairs & run.rotate_left(2 * step);
        run.rotate_left(step)
    }

    /// The discs turned by a move, from one step and the rays of its square.
    #[inline(always)]
    pub(super) fn flips(_steps: &PerDirection, rays: &PerDirection, mover: u64, opponent: u64) -> u64 {
        let (up, down) = rays.split_at(4);
        let up = up.iter().map(|&ray| rising(ray, mover, opponent));
        let down = down.iter().map(|&ray| falling(ray, mover, opponent));
        up.zip(down).fold(0, |turned, (up, down)| turned | up | down)
    }

    /// The discs turned on a ray towards higher squares: a carry through all that is the opponent's or off the
    /// ray stops on the first other square.
    #[inline(always)]
    fn rising(ray: u64, mover: u64, opponent: u64) -> u64 {
        let outflanking = (opponent | !ray).wrapping_add(1) & ray & mover;
        outflanking.wrapping_sub(u64::from(outflanking != 0)) & ray
    }

    /// The discs turned on a ray towards lower squares. The lowest bit is set so that the shift stays below 64
    /// when the opponent holds the whole ray; off the ray it does no harm.
    #[inline(always)]
    fn falling(ray: u64, mover: u64, opponent: u64) -> u64 {
        let first = (1 << 63) >> (ray & !opponent | 1).leading_zeros();
        let outflanking = first & ray & mover;
        (outflanking << 1).wrapping_neg() & ray
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, Random};

    #[test]
    fn flips_and_moves_equal_the_naive_walk_and_the_portable_twin() {
        let mut random = Random(3);
        for _ in 0..1_000_000 {
            let board = random.board();
            let (mover, opponent) = (board.mover(), board.opponent());
            let moves = board.legal_moves();
            let plain = portable::legal_moves(&STEPS, &INNER, mover.0, opponent.0);
            assert_eq!(moves, Bitboard(plain), "{board:?}");
            let empties: Vec<_> = board.empties().into_iter().collect();
            if empties.is_empty() {
                continue;
            }
            let square = empties[random.below(empties.len())];
            let turned = flips(square, mover, opponent);
            let plain = portable::flips(&STEPS, &RAYS[square.index()].0, mover.0, opponent.0);
            assert_eq!(turned, Bitboard(plain), "{board:?} {square}");
            assert_eq!(turned, naive::flips(board, square), "{board:?} {square}");
            assert_eq!(moves.has(square), !turned.is_empty(), "{board:?} {square}");
        }
    }
}
