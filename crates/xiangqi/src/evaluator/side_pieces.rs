//! One side's pieces, counted, and the part of an advantage that counts where so few are left that it can hardly be won.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, Piece, PieceKind};

/// [`scale`] of an advantage that counts in full.
pub(super) const FULL: i32 = 64;
/// The rest of an advantage that no piece is there to win with: the other side may still go wrong.
const NOTHING: i32 = 4;

/// The number of pieces of each kind that both sides have, half a byte each: a side never has more than 15 besides its general.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts(u64);

impl Counts {
    pub fn of_board(board: &Board) -> Counts {
        let pieces = board.occupied().into_iter().filter_map(|square| board.at(square));
        Counts(pieces.map(|piece| 1 << shift(piece)).sum())
    }

    #[inline(always)]
    pub fn remove(&mut self, piece: Piece) {
        self.0 -= 1 << shift(piece);
    }

    #[inline(always)]
    pub fn of(self, color: Color, kind: PieceKind) -> i32 {
        (self.0 >> shift(Piece::new(color, kind)) & 15) as i32
    }
}

#[inline(always)]
const fn shift(piece: Piece) -> usize {
    4 * piece.index()
}

/// One side's pieces, counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct SidePieces {
    pub color: Color,
    pub own: Bitboard,
    pub counts: PieceCounts,
    /// Soldiers across the river.
    pub crossed: Bitboard,
}

/// The number of pieces of each kind that a side has, the general apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceCounts {
    pub advisors: i32,
    pub elephants: i32,
    pub horses: i32,
    pub rooks: i32,
    pub cannons: i32,
    pub soldiers: i32,
}

impl PieceCounts {
    /// The counts of a board.
    #[inline(always)]
    pub fn of_board(board: &Board, color: Color) -> PieceCounts {
        PieceCounts::counted(|kind| board.of(color, kind).len() as i32)
    }

    #[inline(always)]
    pub fn of(counts: Counts, color: Color) -> PieceCounts {
        PieceCounts::counted(|kind| counts.of(color, kind))
    }

    #[inline(always)]
    fn counted(count: impl Fn(PieceKind) -> i32) -> PieceCounts {
        PieceCounts {
            advisors: count(PieceKind::Advisor),
            elephants: count(PieceKind::Elephant),
            horses: count(PieceKind::Horse),
            rooks: count(PieceKind::Rook),
            cannons: count(PieceKind::Cannon),
            soldiers: count(PieceKind::Soldier),
        }
    }

    /// The weight of the pieces that decide a middle game; both sides have 32 at the start.
    #[inline(always)]
    pub fn strength(self) -> i32 {
        4 * self.rooks + 2 * (self.horses + self.cannons)
    }

    /// The number of the four guards that are lost.
    #[inline(always)]
    pub fn missing_guards(self) -> i32 {
        (4 - self.advisors - self.elephants).max(0)
    }
}

impl SidePieces {
    #[inline(always)]
    pub fn of(board: &Board, color: Color, counts: Counts) -> SidePieces {
        let own = board.side_of(color);
        let crossed = own & board.kind(PieceKind::Soldier) & attacks::half(!color);
        SidePieces { color, own, counts: PieceCounts::of(counts, color), crossed }
    }

    #[inline(always)]
    pub fn pieces(&self, board: &Board, kind: PieceKind) -> Bitboard {
        self.own & board.kind(kind)
    }
}

pub(super) const fn palace_of(color: Color) -> Bitboard {
    attacks::points(color, PieceKind::King)
}

/// The rest, of [`FULL`], of the advantage of `us`, who are ahead.
///
/// The rules are those of the endgame books: what one chariot, horse or cannon, or one or two soldiers, cannot force against
/// guards or against a piece that helps them. They look at the numbers of pieces alone.
#[inline(always)]
pub(super) fn scale(us: PieceCounts, them: PieceCounts) -> i32 {
    let attackers = us.rooks + us.horses + us.cannons;
    if attackers + us.soldiers > 2 { FULL } else { of_few(us, them, attackers) }
}

/// The same with at most two pieces that can cross the river.
fn of_few(us: PieceCounts, them: PieceCounts, attackers: i32) -> i32 {
    let guards = them.advisors + them.elephants;
    let helpers = them.rooks + them.horses + them.cannons;
    match (attackers, us.soldiers) {
        (0, 0) => NOTHING,
        (0, soldiers) => by_soldiers(soldiers, guards, helpers),
        (1, 0) => by_one(us, them, guards, helpers),
        _ if helpers > 0 => FULL,
        // Two cannons, and a horse or a cannon with a soldier, do not break a full set of guards.
        (2, 0) if us.cannons == 2 && guards >= 4 => FULL * 3 / 8,
        (1, 1) if us.rooks == 0 && guards >= 4 => FULL / 2,
        _ => FULL,
    }
}

/// One or two soldiers alone: one wins against a bare general, two against two guards.
fn by_soldiers(soldiers: i32, guards: i32, helpers: i32) -> i32 {
    match (soldiers, guards + 2 * helpers) {
        (_, 0) => FULL,
        (1, _) => FULL / 5,
        (_, 1) => FULL,
        (_, 2) => FULL * 5 / 8,
        _ => FULL / 4,
    }
}

fn by_one(us: PieceCounts, them: PieceCounts, guards: i32, helpers: i32) -> i32 {
    if helpers > 0 {
        // Piece against piece is a draw, but for a chariot against a lesser one that has no two guards beside it.
        return if us.rooks == 1 && them.rooks == 0 && guards < 2 { FULL } else { FULL / 4 };
    }
    let own_guards = us.advisors + us.elephants;
    match (us.rooks, us.horses) {
        // A chariot wins unless the set is full.
        (1, _) if guards >= 4 => FULL / 5,
        (1, _) => FULL,
        // A horse wins against one advisor, not against two guards.
        (_, 1) if guards == them.advisors && guards <= 1 => FULL,
        (_, 1) if guards == 1 => FULL / 2,
        (_, 1) => FULL / 8,
        // A cannon needs a screen of its own, and does not get through elephants.
        _ if own_guards == 0 && guards > 0 => FULL / 8,
        _ if own_guards == 0 => FULL / 4,
        _ if them.elephants == 0 && guards <= 2 => FULL * 3 / 4,
        _ => FULL / 5,
    }
}
