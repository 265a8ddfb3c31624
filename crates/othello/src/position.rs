//! Othello as a [`Position`](search_core::Position) of the search.

use std::fmt;
use std::num::NonZeroU16;

use search_core::{MoveKind, MoveList, Score};

use crate::board::Board;
use crate::square::{Bitboard, Square};
use crate::symmetry::Symmetry;

/// The unit of scores: a disc is worth this much.
pub const DISC: Score = 100;

/// A move on a square, or a pass. Two moves are equal if they are on the same square.
#[derive(Clone, Copy)]
pub struct Move {
    /// The index of the square, or [`Move::PASS_INDEX`].
    index: u8,
    /// The discs it turns; empty (but for a pass) until they are computed.
    flips: Bitboard,
}

impl Move {
    const PASS_INDEX: u8 = Square::NUM as u8;

    /// The forced pass.
    pub const PASS: Move = Move { index: Self::PASS_INDEX, flips: Bitboard::EMPTY };

    /// The move on a square; which discs it turns is found when it is played.
    #[inline(always)]
    pub const fn new(square: Square) -> Move {
        Move { index: square.index() as u8, flips: Bitboard::EMPTY }
    }

    /// The move on a square, and the discs that it is known to turn on the board it will be played on.
    #[inline(always)]
    pub const fn with_flips(square: Square, flips: Bitboard) -> Move {
        Move { index: square.index() as u8, flips }
    }

    /// The square, or `None` for a pass.
    #[inline(always)]
    pub const fn square(self) -> Option<Square> {
        Square::new(self.index as usize)
    }

    /// Returns whether this is the forced pass.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.index == Self::PASS_INDEX
    }

    /// The move on the board that this symmetry makes.
    fn turned(self, symmetry: Symmetry) -> Move {
        let turned = |square| Move::with_flips(symmetry.square(square), symmetry.set(self.flips));
        self.square().map_or(self, turned)
    }

    /// The discs turned, as far as they are known: empty means that they have yet to be found (or a pass).
    #[inline(always)]
    pub const fn flips(self) -> Bitboard {
        self.flips
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        self.index == other.index
    }
}

impl Eq for Move {}

/// The square's name, or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => fmt::Display::fmt(&square, out),
            None => out.write_str("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// A player, or the colour of the player's discs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Moves first from the start; written `X`.
    Black,
    /// Written `O`.
    White,
}

impl Side {
    /// Both, Black first.
    pub const ALL: [Side; 2] = [Side::Black, Side::White];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// `X` or `O`.
    pub const fn letter(self) -> char {
        match self {
            Side::Black => 'X',
            Side::White => 'O',
        }
    }
}

/// The letter: `X` or `O`.
impl fmt::Display for Side {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.letter())
    }
}

/// A board and the colour that is to move. Key and signature are the board's: the colour changes no move and no
/// score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The discs, as the player to move sees them.
    pub board: Board,
    /// Whose turn it is.
    pub side: Side,
}

impl Position {
    /// The start of the game, Black to move.
    pub const START: Position = Position { board: Board::START, side: Side::Black };

    /// The discs of a colour.
    pub fn discs(self, side: Side) -> Bitboard {
        if side == self.side { self.board.mover() } else { self.board.opponent() }
    }

    /// The colour of the disc on a square, or `None` if it is empty.
    pub fn at(self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.discs(side).has(square))
    }

    /// The position after the opponent takes over, nothing else changed.
    #[must_use]
    pub const fn passed(self) -> Position {
        Position { board: self.board.passed(), side: self.side.other() }
    }
}

impl search_core::Position for Position {
    type Move = Move;
    type LineEntry = ();
    type Signature = [u64; 2];

    const HISTORY_SIZE: usize = Square::NUM + 1;

    #[inline(always)]
    fn side(&self) -> usize {
        self.side as usize
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.board.key()
    }

    #[inline(always)]
    fn signature(&self) -> [u64; 2] {
        [self.board.mover().0, self.board.opponent().0]
    }

    #[inline]
    fn moves(&self, which: MoveKind, list: &mut MoveList<Move>) {
        if which == MoveKind::Captures {
            return; // every move turns discs; none is quieter than another
        }
        let moves = self.board.legal_moves();
        for square in moves {
            list.push(Move::new(square));
        }
        if moves.is_empty() && !self.board.opponent_moves().is_empty() {
            list.push(Move::PASS);
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        match self.board.legal_moves() {
            Bitboard::EMPTY => u64::from(!self.board.opponent_moves().is_empty()),
            moves => u64::from(moves.len()),
        }
    }

    #[inline(always)]
    fn pack(mv: Move) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(u16::from(mv.index))
    }

    #[inline]
    fn unpack(&self, packed: NonZeroU16) -> Option<Move> {
        match Square::new(usize::from(packed.get() - 1)) {
            Some(square) => {
                let flips = self.board.flips(square);
                let legal = !flips.is_empty() && self.board.empties().has(square);
                legal.then_some(Move::with_flips(square, flips))
            }
            None => (packed == Self::pack(Move::PASS) && self.board.must_pass()).then_some(Move::PASS),
        }
    }

    #[inline(always)]
    fn prepare(&self, mv: Move) -> Move {
        mv.square().map_or(mv, |square| Move::with_flips(square, self.board.flips(square)))
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.board = match mv.square() {
            None => self.board.passed(),
            Some(square) if mv.flips.is_empty() => self.board.after(square, self.board.flips(square)),
            Some(square) => self.board.after(square, mv.flips),
        };
        self.side = self.side.other();
    }

    #[inline(always)]
    fn history_index(&self, mv: Move) -> usize {
        usize::from(mv.index)
    }

    /// A pass offers no choice, so it costs no depth: a game is searched to its end by as many plies as
    /// squares are empty.
    #[inline(always)]
    fn cost(&self, mv: Move) -> i16 {
        i16::from(!mv.is_pass())
    }

    fn images(&self, line: &[Move]) -> Vec<Vec<Move>> {
        let keeps_board = |symmetry: &Symmetry| symmetry.board(self.board) == self.board;
        let others = Symmetry::ALL.into_iter().skip(1).filter(keeps_board);
        others.map(|symmetry| line.iter().map(|mv| mv.turned(symmetry)).collect()).collect()
    }

    #[inline(always)]
    fn final_score(&self, _ply: u32) -> Score {
        self.board.final_difference() * DISC
    }

    #[inline(always)]
    fn line_entry(&self, _mv: Option<Move>) {}
}

#[cfg(test)]
mod tests {
    use search_core::Position as _;
    use search_core::testing::conformance;

    use super::*;
    use crate::naive::Random;
    use crate::notation::read_move;
    use crate::symmetry::canonical;

    #[test]
    fn a_random_game_keeps_the_promises_of_the_trait() {
        for seed in 0..300 {
            let mut last = Position::START;
            conformance::random_game(&Position::START, seed, 100, |position| {
                assert_eq!(position.list_moves(MoveKind::All), position.list_moves(MoveKind::Quiets));
                for mv in position.list_moves(MoveKind::All) {
                    // Whether the discs that it turns are known before or not.
                    assert_eq!(position.child(mv), position.child(position.prepare(mv)));
                }
                last = *position;
            });
            assert!(last.board.is_over());
            assert_eq!(last.final_score(0), -last.passed().final_score(0));
        }
    }

    #[test]
    fn a_forced_pass_is_the_only_move() {
        let board = Board::new(Bitboard::of(Square::ALL[0]), Bitboard::of(Square::ALL[2])).unwrap();
        assert!(
            Position { board, side: Side::White }.list_moves(MoveKind::All).is_empty(),
            "neither side can move"
        );
        let board = Board::new(Bitboard::of(Square::ALL[1]), Bitboard::of(Square::ALL[2])).unwrap();
        let mut position = Position { board: board.passed(), side: Side::White };
        assert_eq!(position.list_moves(MoveKind::All), [Move::new(Square::ALL[0])]);
        let corner = Board::new(Bitboard::of(Square::ALL[1]), Bitboard::of(Square::ALL[0])).unwrap();
        position.board = corner;
        assert_eq!(position.list_moves(MoveKind::All), [Move::PASS]);
        position.play(Move::PASS);
        assert_eq!((position.side, position.list_moves(MoveKind::All).len()), (Side::Black, 1));
    }

    #[test]
    fn the_winner_gets_the_empty_squares() {
        let score = |mover, opponent| {
            let board = Board::new(Bitboard(mover), Bitboard(opponent)).unwrap();
            Position { board, side: Side::Black }.final_score(7)
        };
        assert_eq!(score(0b1, 0), 64 * DISC);
        assert_eq!(score(0, 0b1), -64 * DISC);
        assert_eq!(score(0b1, 0b10), 0);
        assert_eq!(score(0b11, 0b100), 62 * DISC);
    }

    #[test]
    fn keys_of_different_boards_differ() {
        let mut random = Random(13);
        let mut keys: Vec<(u64, Board)> =
            (0..20_000).map(|_| random.board()).map(|board| (board.key(), board)).collect();
        keys.sort_unstable_by_key(|&(key, board)| (key, board.mover().0, board.opponent().0));
        keys.dedup();
        assert!(keys.windows(2).all(|pair| pair[0].0 != pair[1].0));
        assert_ne!(Board::START.key(), Board::START.passed().key());
    }

    /// The first moves of the game are one move, turned four ways, and so are the lines that begin with them.
    #[test]
    fn the_images_of_a_line_are_lines_of_the_same_boards() {
        let line = ["f5", "f6", "e6", "f4"].map(|name| read_move(name).unwrap());
        let after = |line: &[Move]| {
            let mut position = Position::START;
            line.iter().for_each(|&mv| position.play(position.prepare(mv)));
            position.board
        };
        let images = Position::START.images(&line);
        assert_eq!(images.len(), 3);
        let first: Vec<String> = images.iter().map(|image| image[0].to_string()).collect();
        assert_eq!(first, ["c4", "e6", "d3"]);
        for image in images {
            assert_eq!(canonical(after(&image)), canonical(after(&line)));
        }
        let mut later = Position::START;
        later.play(line[0]);
        assert!(later.images(&line[1..2]).is_empty(), "nothing keeps this board");
    }
}
