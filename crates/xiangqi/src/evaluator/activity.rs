//! The reach of the pieces, what they cover, and how much of that is the enemy palace.

use crate::attacks::{self, Slide};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, PieceKind};
use crate::square::Square;

use super::side_pieces::{SidePieces, palace_of};
use super::sums::Sink;
use super::weights::groups;

/// The points that a side's pieces attack; a piece of its own on one of them is protected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cover {
    pub soldiers: Bitboard,
    pub horses: Bitboard,
    /// By horses, and by cannons over a screen.
    pub minors: Bitboard,
    pub rooks: Bitboard,
    /// The empty points that cannons reach and no enemy soldier covers: they attack nothing there.
    pub cannon_steps: Bitboard,
    /// The reach of a chariot and a cannon in the general's place.
    pub from_general: Slide,
    /// The side's own pieces that may not leave a line with their general.
    pub pinned: Bitboard,
    lines_of_general: Bitboard,
    pub all: Bitboard,
    pub pressure: Pressure,
}

/// The pressure of pieces on the enemy palace.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Pressure {
    /// The number of pieces that take part.
    pub pieces: i32,
    /// The points of the palace they cover, weighted by piece.
    pub weight: i32,
}

impl Pressure {
    #[inline(always)]
    fn add(&mut self, points: u32, weight: i32) {
        self.pieces += i32::from(points > 0);
        self.weight += points as i32 * weight;
    }
}

/// Every file but Red's leftmost, so that what moves one point to the right stays on its rank.
const NOT_FIRST_FILE: Bitboard = Bitboard::of_files(1, 8);

#[inline(always)]
pub(super) fn to_the_right(points: Bitboard) -> Bitboard {
    Bitboard::from_bits(points.bits() << 1) & NOT_FIRST_FILE
}

#[inline(always)]
fn to_the_left(points: Bitboard) -> Bitboard {
    Bitboard::from_bits((points & NOT_FIRST_FILE).bits() >> 1)
}

/// The points one step before these.
#[inline(always)]
pub(super) fn ahead(color: Color, points: Bitboard) -> Bitboard {
    Bitboard::from_bits(match color {
        Color::Red => points.bits() << 9,
        Color::Black => points.bits() >> 9,
    })
}

impl Cover {
    /// The cover of soldiers; that of the others is added piece by piece. `pinned`: the pieces, of either side, that a pin on
    /// this general concerns.
    #[inline(always)]
    pub fn of_soldiers(army: &SidePieces, board: &Board, pinned: Bitboard) -> Cover {
        let soldiers = ahead(army.color, army.pieces(board, PieceKind::Soldier))
            | to_the_left(army.crossed)
            | to_the_right(army.crossed);
        let (none, king) = (Bitboard::EMPTY, board.king(army.color));
        Cover {
            soldiers,
            horses: none,
            minors: none,
            rooks: none,
            cannon_steps: none,
            from_general: attacks::slide(king, board.lines()),
            pinned: pinned & army.own,
            lines_of_general: attacks::lines_through(king),
            all: soldiers,
            pressure: Pressure::default(),
        }
    }

    /// Those of the points on a chariot's or cannon's lines that a pin allows: a pinned one stays in line with its general.
    #[inline(always)]
    fn open_to(&self, from: Square, points: Bitboard) -> Bitboard {
        if self.pinned.has(from) { points & self.lines_of_general } else { points }
    }

    /// Horses and cannons: their reach, but for points that an enemy soldier covers, or that a pin forbids.
    #[inline(always)]
    pub fn add_minors(&mut self, army: &SidePieces, board: &Board, against: Bitboard, sink: &mut impl Sink) {
        let lines = board.lines();
        let palace = palace_of(!army.color);
        let unfit = army.own | against;
        for from in army.pieces(board, PieceKind::Cannon) {
            let slide = attacks::slide(from, lines);
            let steps = slide.steps - board.occupied() - against;
            sink.add_one(groups::CANNON_REACH.nth(self.open_to(from, steps).len() as usize));
            self.cannon_steps |= steps;
            self.minors |= slide.leaps;
            self.pressure.add((slide.leaps & palace).len(), 3);
        }
        for from in army.pieces(board, PieceKind::Horse) {
            let reach = attacks::horse(from, lines);
            let open = if self.pinned.has(from) { Bitboard::EMPTY } else { reach - unfit };
            sink.add_one(groups::HORSE_REACH.nth(open.len() as usize));
            self.horses |= reach;
            self.pressure.add((reach & (palace - army.own)).len(), 4);
        }
        self.minors |= self.horses;
        self.all |= self.minors;
    }

    /// Chariots: their reach, but for points that a lesser enemy piece covers, or that a pin forbids. Then the general and its
    /// guards.
    #[inline(always)]
    pub fn add_rest(&mut self, army: &SidePieces, board: &Board, against: Bitboard, sink: &mut impl Sink) {
        let lines = board.lines();
        let palace = palace_of(!army.color);
        let unfit = army.own | against;
        for from in army.pieces(board, PieceKind::Rook) {
            let reach = attacks::rook(from, lines);
            sink.add_one(groups::ROOK_REACH.nth(self.open_to(from, reach - unfit).len() as usize));
            self.rooks |= reach;
            self.pressure.add((reach & (palace - army.own)).len(), 3);
        }
        self.all |= self.rooks | attacks::king(board.king(army.color));
        self.all |= of_advisors(army.pieces(board, PieceKind::Advisor));
        self.all |= of_elephants(army.pieces(board, PieceKind::Elephant), board.occupied());
    }
}

/// The points that advisors cover, all at once: without a branch for their number. A step past the edge of the palace leads
/// to no point of an advisor.
#[inline(always)]
fn of_advisors(advisors: Bitboard) -> Bitboard {
    let from = advisors.bits();
    Bitboard::from_bits(from << 10 | from << 8 | from >> 8 | from >> 10) & attacks::ADVISOR_POINTS
}

/// The points that elephants cover past free eyes. Two diagonal steps past an edge of the board, or across the river, lead to
/// no point of an elephant.
#[inline(always)]
fn of_elephants(elephants: Bitboard, occupied: Bitboard) -> Bitboard {
    let (from, free) = (elephants.bits(), !occupied.bits());
    let forward = (from << 10 & free) << 10 | (from << 8 & free) << 8;
    let back = (from >> 10 & free) >> 10 | (from >> 8 & free) >> 8;
    Bitboard::from_bits(forward | back) & attacks::ELEPHANT_POINTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_cover_at_once_what_each_covers() {
        for from in Square::all().filter(|from| attacks::ADVISOR_POINTS.has(*from)) {
            assert_eq!(of_advisors(Bitboard::of(from)), attacks::advisor(from), "{from}");
        }
        for from in Square::all().filter(|from| attacks::ELEPHANT_POINTS.has(*from)) {
            for eye in Square::all().filter(|eye| *eye != from) {
                let mut lines = crate::lines::Lines::EMPTY;
                lines.occupy(eye);
                let covered = of_elephants(Bitboard::of(from), Bitboard::of(eye));
                assert_eq!(covered, attacks::elephant(from, &lines), "{from} and {eye}");
            }
        }
    }
}
