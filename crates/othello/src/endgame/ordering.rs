//! The order of moves by the replies they leave, fewest first: at the end of the game, where the score is what the last disc makes
//! it, and near the leaves of the middle game.
//!
//! A move that leaves the opponent few replies leaves a small tree and tends to be good ("fastest first"). Corners
//! count twice, odd regions and stable squares break ties; the terms are those of Edax and Neural Reversi, the
//! weights were fitted by node counts.

use search_core::{Counters, MoveList};

use crate::board::Board;
use crate::position::Move;
use crate::simd::{self, LANES, Weights};
use crate::square::{Bitboard, Square};

/// The weight of each term of [`mobility_order`] beside an evaluation, in hundredths of a disc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderWeights {
    /// For each step of [`square_score`].
    pub square: i32,
    /// A square in a region with an odd number of empty squares.
    pub odd_region: i32,
    /// Against the move, for each reply.
    pub reply: i32,
    /// Against the move, for each reply in a corner, besides.
    pub corner: i32,
    /// Against the move, for each empty square beside the mover's discs.
    pub potential: i32,
}

/// A move that leaves the opponent no disc at all: nothing can be better. The other terms and an evaluation must not take
/// this beyond [`MAX_ORDER_SCORE`](search_core::move_list::MAX_ORDER_SCORE).
const WIPE_OUT: i32 = 3 << 22;

/// By class of square: corners, then edges and centre, then the neighbours of corners.
const SQUARE_RANK: [i8; Square::NUM] = {
    // One quadrant, mirrored to the others.
    const QUADRANT: [[i8; 4]; 4] = [[9, 2, 8, 6], [2, 1, 3, 4], [8, 3, 7, 5], [6, 4, 5, 0]];
    let mut table = [0; Square::NUM];
    let mut index = 0;
    while index < Square::NUM {
        let (file, rank) = (index % 8, index / 8);
        let file = if file < 4 { file } else { 7 - file };
        let rank = if rank < 4 { rank } else { 7 - rank };
        table[index] = QUADRANT[rank][file];
        index += 1;
    }
    table
};

/// The order score of a move by its square alone; 0 to 9.
#[inline(always)]
pub(crate) fn square_score(square: Square) -> i32 {
    i32::from(SQUARE_RANK[square.index()])
}

/// The order score of the move on `square` that leads to `child` (seen by the opponent, who is to move there).
#[inline(always)]
pub(crate) fn mobility_order(square: Square, child: Board, parity: Parity, weights: OrderWeights) -> i32 {
    if child.mover().is_empty() {
        return WIPE_OUT;
    }
    let odd = i32::from(parity.odd_squares().has(square));
    let replies = child.legal_moves();
    weights.square * square_score(square) + weights.odd_region * odd
        - weights.reply * replies.len() as i32
        - weights.corner * (replies & Bitboard::CORNERS).len() as i32
        - weights.potential * child.potential_moves().len() as i32
}

/// The same terms as costs, for the nodes near the leaves, with one more: a disc in a corner, or beside one's own corner on
/// the rim, stays. Fitted by the nodes of hard-20; without the last term it takes 3 % more.
pub(crate) const SHALLOW_WEIGHTS: Weights =
    Weights { square: square_costs(), reply: 24, corner: 12, even: 8, anchored: 6 };

const fn square_costs() -> [u8; Square::NUM] {
    let mut costs = [0; Square::NUM];
    let mut index = 0;
    while index < Square::NUM {
        costs[index] = 10 - SQUARE_RANK[index] as u8;
        index += 1;
    }
    costs
}

/// Orders moves by the replies they leave, at hardly more cost than by their squares, as eight of them are played side by side; fills in the discs that
/// they turn. Near the leaves of the middle game this saves 14 % of the nodes (17 plies, 60 positions of level games each with 32, 38 and 44
/// squares empty) in the same time; with squares that weigh six to nine times as much the nodes are within 1 %.
pub(super) fn score_by_replies(board: Board, list: &mut MoveList<Move>, counters: &mut Counters) {
    /// No move is known to be good.
    const UNKNOWN: u8 = Square::NUM as u8;
    let odd = Parity::of(board.empties()).odd_squares();
    counters.ordering += list.len() as u64;
    for entries in list.scored_mut().chunks_mut(LANES) {
        let moves: Bitboard = entries.iter().filter_map(|entry| entry.mv.square()).collect();
        let ranked = simd::rank(board, moves, odd, UNKNOWN, &SHALLOW_WEIGHTS);
        for (lane, entry) in entries.iter_mut().enumerate().take(moves.len() as usize) {
            let square = Square::wrapping(u32::from(ranked.square[lane]));
            entry.mv = Move::with_flips(square, board.opponent() - ranked.child(lane).mover());
            entry.score = -i32::from(ranked.cost[lane]);
        }
    }
}

/// The four quadrants, those of a1, h1, a8 and h8.
const QUADRANTS: [Bitboard; 4] = [
    Bitboard(0x0000_0000_0F0F_0F0F),
    Bitboard(0x0000_0000_F0F0_F0F0),
    Bitboard(0x0F0F_0F0F_0000_0000),
    Bitboard(0xF0F0_F0F0_0000_0000),
];

/// The squares of the odd quadrants, for each set of odd quadrants.
static ODD_SQUARES: [Bitboard; 16] = {
    let mut table = [Bitboard::EMPTY; 16];
    let mut odd = 0;
    while odd < 16 {
        let mut quadrant = 0;
        while quadrant < 4 {
            if odd >> quadrant & 1 == 1 {
                table[odd] = Bitboard(table[odd].0 | QUADRANTS[quadrant].0);
            }
            quadrant += 1;
        }
        odd += 1;
    }
    table
};

/// The quadrants that hold an odd number of empty squares. The side that plays last in a region keeps what it turns there, so in
/// an even race the move into an odd region is tried first. Quadrants stand for regions, as in Zebra and Edax: they are free to
/// keep up to date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Parity(u8);

impl Parity {
    /// The parity of a set of empty squares.
    pub fn of(empties: Bitboard) -> Parity {
        let odd = |quadrant: usize| ((empties & QUADRANTS[quadrant]).len() as u8 & 1) << quadrant;
        Parity(odd(0) | odd(1) | odd(2) | odd(3))
    }

    /// The parity once the square is filled.
    #[inline(always)]
    #[must_use]
    pub fn after(self, square: Square) -> Parity {
        let index = square.index();
        Parity(self.0 ^ 1 << (index >> 2 & 1 | index >> 4 & 2))
    }

    /// The squares of the odd quadrants.
    #[inline(always)]
    pub fn odd_squares(self) -> Bitboard {
        ODD_SQUARES[usize::from(self.0)]
    }
}

#[cfg(test)]
mod tests {
    use search_core::{MoveKind, Position as _};

    use super::*;
    use crate::naive::Random;
    use crate::position::{Position, Side};

    /// Also of boards with more moves than are played side by side: each move turns what it turns alone, and its score is that of its
    /// replies but for the other terms.
    #[test]
    fn moves_ranked_side_by_side_keep_their_squares_and_flips() {
        let mut random = Random(4);
        let mut many = 0;
        for _ in 0..2_000 {
            let position = Position { board: random.board(), side: Side::White };
            let mut list = MoveList::new();
            position.moves(MoveKind::All, &mut list);
            let moves: Vec<Move> = list.iter().collect();
            if moves.len() < 2 {
                continue;
            }
            many += usize::from(moves.len() > LANES);
            let mut counters = Counters::default();
            score_by_replies(position.board, &mut list, &mut counters);
            assert_eq!(counters.ordering, moves.len() as u64);
            for (entry, mv) in list.scored().iter().zip(moves) {
                assert_eq!(entry.mv, mv);
                assert_eq!(position.child(entry.mv), position.child(mv));
                let child = position.child(mv).board;
                let replies = i32::from(SHALLOW_WEIGHTS.reply) * child.legal_moves().len() as i32;
                let is_wipe_out = child.mover().is_empty();
                assert!(is_wipe_out && entry.score == 0 || (entry.score + replies).abs() < 255, "{entry:?}");
            }
        }
        assert!(many > 100, "{many} boards with more than {LANES} moves");
    }
}
