//! The pieces on the board and the side to move.

use std::fmt;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::fen::{self, Setup};
use crate::lines::Lines;
use crate::moves::Move;
use crate::piece::{Color, Piece, PieceKind};
use crate::square::Square;
use crate::zobrist;

/// A valid placement of pieces with a side to move. Copied rather than taken back, so it is kept small.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    kinds: [Bitboard; 7],
    colors: [Bitboard; 2],
    key: u64,
    lines: Lines,
    cells: Cells,
    side: Color,
}

/// The piece on each point, half a byte each: 0 nothing, else one more than [`Piece::index`].
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cells([u8; 45]);

impl Cells {
    #[inline(always)]
    const fn at(&self, square: Square) -> Option<Piece> {
        const PIECES: [Option<Piece>; 16] = {
            let mut pieces = [None; 16];
            let mut index = 0;
            while index < Piece::COUNT {
                pieces[index + 1] = Piece::try_index(index);
                index += 1;
            }
            pieces
        };
        PIECES[(self.0[square.index() / 2] >> (square.index() % 2 * 4) & 15) as usize]
    }

    #[inline(always)]
    const fn put(&mut self, square: Square, piece: Option<Piece>) {
        let code = match piece {
            Some(piece) => piece.index() as u8 + 1,
            None => 0,
        };
        let shift = square.index() % 2 * 4;
        let cell = &mut self.0[square.index() / 2];
        *cell = *cell & !(15 << shift) | code << shift;
    }
}

impl Board {
    /// The board of an arrangement that has one general a side, valid or not in other respects.
    pub(crate) fn of_valid_kings(setup: &Setup) -> Board {
        let mut board = Board {
            kinds: [Bitboard::EMPTY; 7],
            colors: [Bitboard::EMPTY; 2],
            key: if setup.side == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 },
            lines: Lines::EMPTY,
            cells: Cells([0; 45]),
            side: setup.side,
        };
        for (square, piece) in setup.pieces() {
            board.toggle(piece, Bitboard::of(square));
            board.key ^= zobrist::PIECES[piece.index()][square.index()];
            board.lines.occupy(square);
            board.cells.put(square, Some(piece));
        }
        board
    }

    /// The arrangement of the pieces; counters at their beginning.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup { side: self.side, ..Setup::EMPTY };
        for (cell, square) in setup.cells.iter_mut().zip(Square::all()) {
            *cell = self.at(square);
        }
        setup
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The hash of pieces and side to move.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    pub(crate) fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let key = self.key ^ zobrist::BLACK_TO_MOVE;
        let key = self.at(to).map_or(key, |victim| key ^ zobrist::PIECES[victim.index()][to.index()]);
        self.at(from).map_or(key, |piece| {
            let keys = &zobrist::PIECES[piece.index()];
            key ^ keys[from.index()] ^ keys[to.index()]
        })
    }

    /// The piece on a point.
    #[inline(always)]
    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.cells.at(square)
    }

    /// The points that one side holds.
    #[inline(always)]
    pub const fn side_of(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The points with that kind of piece, of either side.
    #[inline(always)]
    pub const fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The points with pieces that can cross the river, and so give check, of either side.
    #[inline(always)]
    pub(crate) fn attackers(&self) -> Bitboard {
        self.kind(PieceKind::Rook)
            | self.kind(PieceKind::Cannon)
            | self.kind(PieceKind::Horse)
            | self.kind(PieceKind::Soldier)
    }

    /// The points with one side's pieces of a kind.
    #[inline(always)]
    pub fn of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.colors[color.index()] & self.kinds[kind.index()]
    }

    /// The points with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The occupancy of ranks and files.
    #[inline(always)]
    pub const fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The point of a side's general.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        Square::from_index(self.of(color, PieceKind::King).bits().trailing_zeros() as usize)
    }

    /// The pieces of side `by` that would give check to a general on `square`, the facing general among them, if
    /// these points were occupied.
    pub fn checkers_at(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        self.find_checker(square, by, occupied, |checker| {
            found = found.with(checker);
            false
        });
        found
    }

    /// Returns whether some piece of side `by` would give check to a general on `square`, if these points were occupied.
    #[inline(always)]
    pub fn is_exposed(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        self.find_checker(square, by, occupied, |_| true)
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.checkers_at(self.king(self.side), !self.side, self.occupied())
    }

    /// Returns whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.is_exposed(self.king(self.side), !self.side, self.occupied())
    }

    /// Returns whether the side to move is in check by the move just played, given that it was not before.
    #[inline(always)]
    pub(crate) fn is_checked_by(&self, mv: Move) -> bool {
        let near = attacks::check_zone(self.king(self.side));
        !near.is_disjoint(Bitboard::of(mv.from()) | Bitboard::of(mv.to())) && self.in_check()
    }

    #[inline]
    pub(crate) fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(!self.side);
        let ends = Bitboard::of(from).with(to);
        if attacks::check_zone(king).is_disjoint(ends) {
            return false;
        }
        let occupied = self.occupied().without(from).with(to);
        self.would_check(mv, king, occupied) || {
            let others = self.side_of(self.side).without(from);
            self.find_checker_among(others, king, self.side, occupied, |_| true)
        }
    }

    /// Returns whether the piece that moves checks a general on `king` from where it comes to stand.
    #[inline(always)]
    fn would_check(&self, mv: Move, king: Square, occupied: Bitboard) -> bool {
        let to = mv.to();
        let is_in_line = || attacks::lines_through(king).has(to);
        let between = || attacks::between(king, to) & occupied;
        match self.at(mv.from()).map(|piece| piece.kind) {
            Some(PieceKind::Rook) => is_in_line() && between().is_empty(),
            Some(PieceKind::Cannon) => is_in_line() && between().len() == 1,
            Some(PieceKind::Horse) => {
                attacks::horse_ring(king).has(to) && !occupied.has(attacks::leg(to, king))
            }
            Some(PieceKind::Soldier) => attacks::soldiers_to(self.side, king).has(to),
            _ => false,
        }
    }

    /// Calls `enough` with the pieces of side `by` that would give check on `square`, until it returns `true`; whether
    /// it did.
    ///
    /// Few pieces ever bear on one point, so testing what stands between is cheaper than computing its rays.
    #[inline(always)]
    fn find_checker(
        &self,
        square: Square,
        by: Color,
        occupied: Bitboard,
        enough: impl FnMut(Square) -> bool,
    ) -> bool {
        self.find_checker_among(self.side_of(by), square, by, occupied, enough)
    }

    /// The same, only among some of the pieces.
    #[inline(always)]
    fn find_checker_among(
        &self,
        theirs: Bitboard,
        square: Square,
        by: Color,
        occupied: Bitboard,
        mut enough: impl FnMut(Square) -> bool,
    ) -> bool {
        let in_line = theirs & attacks::lines_through(square);
        let straight = in_line & (self.kind(PieceKind::Rook) | self.kind(PieceKind::King));
        let cannons = in_line & self.kind(PieceKind::Cannon);
        let horses = theirs & self.kind(PieceKind::Horse) & attacks::horse_ring(square);
        let soldiers = theirs & self.kind(PieceKind::Soldier) & attacks::soldiers_to(by, square);
        let way = |from| attacks::between(square, from) & occupied;
        straight.into_iter().any(|from| way(from).is_empty() && enough(from))
            || cannons.into_iter().any(|from| way(from).len() == 1 && enough(from))
            || horses.into_iter().any(|from| !occupied.has(attacks::leg(from, square)) && enough(from))
            || soldiers.into_iter().any(enough)
    }

    /// Plays a legal move and returns the kind of piece that was taken. Nothing is checked: for the search,
    /// which plays only what was generated.
    #[inline(always)]
    pub fn play(&mut self, mv: Move) -> Option<PieceKind> {
        let (from, to) = (mv.from(), mv.to());
        let taken = self.at(to);
        if let Some(victim) = taken {
            self.toggle(victim, Bitboard::of(to));
            self.key ^= zobrist::PIECES[victim.index()][to.index()];
        }
        if let Some(piece) = self.at(from) {
            self.toggle(piece, Bitboard::of(from) ^ Bitboard::of(to));
            let keys = &zobrist::PIECES[piece.index()];
            self.key ^= keys[from.index()] ^ keys[to.index()];
            self.cells.put(from, None);
            self.cells.put(to, Some(piece));
        }
        self.lines.vacate(from);
        self.lines.occupy(to);
        self.pass();
        taken.map(|victim| victim.kind)
    }

    /// Gives the move to the other side.
    #[inline(always)]
    pub const fn pass(&mut self) {
        self.side = self.side.opponent();
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, squares: Bitboard) {
        self.kinds[piece.kind.index()] ^= squares;
        self.colors[piece.color.index()] ^= squares;
    }
}

/// The points from where each kind of piece of a side checks the enemy general.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckPoints {
    rook: Bitboard,
    cannon: Bitboard,
    horse: Bitboard,
    soldier: Bitboard,
}

impl CheckPoints {
    #[inline(always)]
    pub(crate) fn of(board: &Board, by: Color) -> CheckPoints {
        let king = board.king(!by);
        let slide = attacks::slide(king, &board.lines);
        CheckPoints {
            rook: slide.steps,
            cannon: slide.leaps,
            horse: attacks::horses_to(king, &board.lines),
            soldier: attacks::soldiers_to(by, king),
        }
    }

    #[inline(always)]
    pub(crate) fn of_piece(&self, piece: Option<Piece>) -> Bitboard {
        match piece.map(|piece| piece.kind) {
            Some(PieceKind::Rook) => self.rook,
            Some(PieceKind::Cannon) => self.cannon,
            Some(PieceKind::Horse) => self.horse,
            Some(PieceKind::Soldier) => self.soldier,
            _ => Bitboard::EMPTY,
        }
    }
}

/// The first two fields of a FEN.
impl fmt::Display for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write_board(out, &self.to_setup())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}
