//! Discs that can never be turned again: a lower bound, cheap enough for the nodes of a solver.
//!
//! A disc is safe on a line if the line is full or if a stable disc of its own colour stands next to it there; safe on
//! all four lines, it is stable. On the rim only the edge itself matters, and a table has the stable discs of every
//! edge. (The method is Edax's.)

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
    Bitboard(spread(own.0, certain | stable_on_rim(own.0, other.0), full))
}

/// Rounds of [`spread`], each a disc further from the rim. To go on until nothing is found takes twice the time, 25 in place of 13 ns for boards
/// with 3 to 7 empty squares, as the processor cannot predict the last round; it saves 0.4 % of a solver's nodes. With four
/// rounds it takes 0.8 % more.
const ROUNDS: u32 = 5;

/// Adds discs that are safe on every line thanks to stable ones beside them, and to those, and so on. Those of the rim are
/// known from the start, so no neighbour is ever sought off the board.
#[inline(always)]
fn spread(own: u64, certain: u64, [ranks, files, falling, rising]: [u64; 4]) -> u64 {
    let inner = own & !Bitboard::RIM.0;
    let mut stable = certain;
    for _ in 0..ROUNDS {
        let safe = (stable >> 1 | stable << 1 | ranks)
            & (stable >> 8 | stable << 8 | files)
            & (stable >> 9 | stable << 9 | falling)
            & (stable >> 7 | stable << 7 | rising);
        stable |= safe & inner;
    }
    stable
}

/// 3^8 edges.
const EDGES: usize = 6561;
const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The number whose digits to base 3 are the bits of the index.
static TERNARY: [u16; 256] = ternary();

const fn ternary() -> [u16; 256] {
    let mut table = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        table[bits] = 3 * table[bits / 2] + (bits % 2) as u16;
        bits += 1;
    }
    table
}

/// The stable discs among `own`, by the edge: `TERNARY[own] + 2 * TERNARY[other]`. Every edge of eight cells has been played out in
/// all ways: either side on any empty cell, with the discs it turns on the edge. A disc is stable if it stays in all of them.
static STABLE: [u8; EDGES] = played_out();

#[allow(long_running_const_eval)] // 6,561 edges; half a second
const fn played_out() -> [u8; EDGES] {
    let ternary = ternary();
    let mut table = [0; EDGES];
    let mut discs = 256;
    while discs > 0 {
        discs -= 1; // an edge with more discs on it, as a set that holds this one, has been done before
        let mut own = discs;
        loop {
            let other = discs & !own;
            table[(ternary[own] + 2 * ternary[other]) as usize] = stable_on(&table, &ternary, own, other);
            if own == 0 {
                break;
            }
            own = (own - 1) & discs;
        }
    }
    table
}

/// The discs of `own` that stay in every continuation, given the table of edges with more discs.
const fn stable_on(table: &[u8; EDGES], ternary: &[u16; 256], own: usize, other: usize) -> u8 {
    let mut stable = own as u8;
    let mut cell = 0;
    while cell < 8 && stable != 0 {
        if (own | other) >> cell & 1 == 0 {
            let gained = turned(cell, own, other);
            let lost = turned(cell, other, own);
            let after_own = ternary[own | gained | 1 << cell] + 2 * ternary[other & !gained];
            let after_other = ternary[own & !lost] + 2 * ternary[other | lost | 1 << cell];
            stable &= table[after_own as usize] & table[after_other as usize];
        }
        cell += 1;
    }
    stable
}

/// The discs of `other` that turn on the edge when the owner of `own` plays on `cell`.
const fn turned(cell: usize, own: usize, other: usize) -> usize {
    let above = (other >> cell | 1).trailing_ones() as usize; // the new disc and the run above it
    let below = ((other as u64) << (63 - cell) | 1 << 63).leading_ones() as usize;
    let up = if own >> (cell + above) & 1 != 0 { ((1 << above) - 1) << cell } else { 0 };
    let down =
        if below <= cell && own >> (cell - below) & 1 != 0 { (2 << cell) - (2 << (cell - below)) } else { 0 };
    (up | down) & other
}

/// The stable discs of `own` on the rim, by what stands on its four edges.
#[inline(always)]
fn stable_on_rim(own: u64, other: u64) -> u64 {
    let top = edge(own, other);
    let bottom = edge(own >> 56, other >> 56) << 56;
    let west = to_file(edge(from_file(own), from_file(other)));
    let east = to_file(edge(from_file(own >> 7), from_file(other >> 7))) << 7;
    top | bottom | west | east
}

#[inline(always)]
fn edge(own: u64, other: u64) -> u64 {
    let digits = |cells: u64| usize::from(TERNARY[(cells & 0xFF) as usize]);
    u64::from(STABLE[digits(own) + 2 * digits(other)])
}

/// The discs of file a, from rank 1 up, in eight bits.
#[inline(always)]
const fn from_file(discs: u64) -> u64 {
    (discs & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The inverse of [`from_file`]. The last bit goes by itself, as its copies would meet those of the first.
#[inline(always)]
const fn to_file(bits: u64) -> u64 {
    (((bits & 0x7F) * 0x0002_0408_1020_4081) & FILE_A) | bits >> 7 << 56
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::naive::Random;
    use crate::symmetry::Symmetry;

    /// Plays on at random from a board, and asserts after each move that no disc called stable has turned.
    fn assert_stable_discs_stay(random: &mut Random, start: Board) {
        let mut board = start;
        let (mut ours, mut theirs) =
            (stable_discs(start.mover(), start.opponent()), stable_discs(start.opponent(), start.mover()));
        while !board.is_over() {
            let moves: Vec<_> = board.legal_moves().into_iter().collect();
            if !moves.is_empty() {
                let square = moves[random.below(moves.len())];
                let turned = board.flips(square);
                assert!(turned.is_disjoint(theirs), "{start:?} then {board:?} {square}: {turned:?}");
                board = board.after(square, turned);
            } else {
                board = board.passed();
            }
            (ours, theirs) = (theirs, ours);
            assert!(ours.is_subset(board.mover()) && theirs.is_subset(board.opponent()));
        }
    }

    #[test]
    fn stable_discs_never_turn() {
        let mut random = Random(8);
        for _ in 0..2_000 {
            for board in random.game() {
                assert_stable_discs_stay(&mut random, board);
            }
        }
        for _ in 0..100_000 {
            let board = random.board();
            assert_stable_discs_stay(&mut random, board);
        }
    }

    #[test]
    fn stability_grows_along_a_game_and_is_whole_at_a_full_board() {
        let mut random = Random(10);
        for _ in 0..500 {
            let game = random.game();
            for pair in game.windows(2) {
                let before = stable_discs(pair[0].mover(), pair[0].opponent());
                let after = stable_discs(pair[1].opponent(), pair[1].mover());
                assert!(before.is_subset(after), "{:?}", pair[0]);
            }
            let last = game[game.len() - 1];
            if last.empties().is_empty() {
                assert_eq!(stable_discs(last.mover(), last.opponent()), last.mover());
            }
        }
    }

    #[test]
    fn stability_commutes_with_the_symmetries() {
        let mut random = Random(11);
        for _ in 0..20_000 {
            let board = random.board();
            let stable = stable_discs(board.mover(), board.opponent());
            for map in Symmetry::ALL {
                let image = map.board(board);
                assert_eq!(
                    stable_discs(image.mover(), image.opponent()),
                    map.set(stable),
                    "{map:?} {board:?}"
                );
            }
        }
    }
}
