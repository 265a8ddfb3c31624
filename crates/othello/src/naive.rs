//! The rules once more, as a beginner would write them: a walk in each direction. And boards to try them on.

use crate::board::Board;
use crate::square::{Bitboard, Square};

const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The squares from `start` to the rim, the nearest first.
fn walk(start: Square, (files, ranks): (i32, i32)) -> impl Iterator<Item = Square> {
    (1..8).map_while(move |steps| {
        let file = usize::try_from(start.file() as i32 + steps * files).ok()?;
        let rank = usize::try_from(start.rank() as i32 + steps * ranks).ok()?;
        Square::at(file, rank)
    })
}

/// The discs that a move turns, by walking.
pub(crate) fn flips(board: Board, square: Square) -> Bitboard {
    let mut turned = Bitboard::EMPTY;
    for direction in DIRECTIONS {
        let mut run = Bitboard::EMPTY;
        for next in walk(square, direction) {
            if board.opponent().has(next) {
                run |= Bitboard::of(next);
            } else {
                if board.mover().has(next) {
                    turned |= run;
                }
                break;
            }
        }
    }
    turned
}

/// The legal moves, by trying every empty square.
pub(crate) fn legal_moves(board: Board) -> Bitboard {
    board.empties().into_iter().filter(|&square| !flips(board, square).is_empty()).collect()
}

/// A generator of numbers that repeats from run to run (Marsaglia's xorshift).
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }

    /// Any arrangement of 64 cells: sparse, dense and one-sided ones as well.
    pub(crate) fn board(&mut self) -> Board {
        let (mut discs, mut mover) = (self.next(), self.next());
        match self.next() % 4 {
            0 => discs &= self.next(),
            1 => discs |= self.next() | self.next(),
            _ => {}
        }
        match self.next() % 4 {
            0 => mover &= self.next(),
            1 => mover |= self.next(),
            _ => {}
        }
        Board::from_disjoint(Bitboard(discs & mover), Bitboard(discs & !mover))
    }

    /// The boards of a random game from the start, passes included, the finished one last.
    pub(crate) fn game(&mut self) -> Vec<Board> {
        let mut boards = vec![Board::START];
        let mut board = Board::START;
        while !board.is_over() {
            let moves: Vec<Square> = board.legal_moves().into_iter().collect();
            board = match moves.is_empty() {
                true => board.passed(),
                false => {
                    let square = moves[self.below(moves.len())];
                    board.after(square, board.flips(square))
                }
            };
            boards.push(board);
        }
        boards
    }
}
