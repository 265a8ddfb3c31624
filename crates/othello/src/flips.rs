//! The discs that a move turns.
//!
//! From the square of the move, each of the eight rays is looked along for the first square the opponent does
//! not hold; if the mover holds it, everything before it turns. On the four rays towards higher squares a
//! carry finds it, on the other four the count of leading zeros (both as in Edax's vector flips). The four
//! lanes of each half are independent and free of branches, so the compiler makes vectors of them where the
//! machine has them.

use crate::bitboard::Bitboard;
#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
use crate::directions;
use crate::square::Square;

/// Steps east, south, south-east, south-west as files and ranks; the falling rays run the other way.
const RISING_STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The rays of one square, the square itself left out: the rising ones, then the falling ones.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rays([u64; 8]);

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
///
/// ```
/// use othello::{Board, Square, flips};
/// let start = Board::START;
/// let d3 = Square::parse("d3").unwrap();
/// let d4 = Square::parse("d4").unwrap();
/// let turned = flips::flips(d3, start.mover(), start.opponent());
/// assert_eq!(turned.into_iter().collect::<Vec<_>>(), [d4]);
/// ```
#[inline(always)]
pub fn flips(square: Square, mover: Bitboard, opponent: Bitboard) -> Bitboard {
    #[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
    return Bitboard(directions::flips(&RAYS[square.index()].0, mover.0, opponent.0));
    #[cfg(not(all(target_feature = "avx512cd", target_feature = "avx512vl")))]
    return portable(square, mover, opponent);
}

/// [`flips`] in plain code.
#[cfg(any(test, not(all(target_feature = "avx512cd", target_feature = "avx512vl"))))]
#[inline(always)]
pub(crate) fn portable(square: Square, mover: Bitboard, opponent: Bitboard) -> Bitboard {
    let (up, down) = RAYS[square.index()].0.split_at(4);
    let up = up.iter().map(|&ray| rising(ray, mover.0, opponent.0));
    let down = down.iter().map(|&ray| falling(ray, mover.0, opponent.0));
    Bitboard(up.zip(down).fold(0, |turned, (up, down)| turned | up | down))
}

/// The discs turned on a ray towards higher squares: a carry through all that is the opponent's or off the
/// ray stops on the first other square.
#[cfg(any(test, not(all(target_feature = "avx512cd", target_feature = "avx512vl"))))]
#[inline(always)]
fn rising(ray: u64, mover: u64, opponent: u64) -> u64 {
    let outflanking = (opponent | !ray).wrapping_add(1) & ray & mover;
    outflanking.wrapping_sub(u64::from(outflanking != 0)) & ray
}

/// The discs turned on a ray towards lower squares. The lowest bit is set so that the shift stays below 64
/// when the opponent holds the whole ray; off the ray it does no harm.
#[cfg(any(test, not(all(target_feature = "avx512cd", target_feature = "avx512vl"))))]
#[inline(always)]
fn falling(ray: u64, mover: u64, opponent: u64) -> u64 {
    let first = (1 << 63) >> (ray & !opponent | 1).leading_zeros();
    let outflanking = first & ray & mover;
    (outflanking << 1).wrapping_neg() & ray
}

#[cfg(test)]
mod tests;
