//! How far the pieces of attack reach, and how much of that is the enemy palace.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, Piece, PieceKind};
use crate::square::Square;

use super::Army;
use super::tables::worth_on;
use super::tapered::Tapered;

/// For each point beyond the eighth that a chariot reaches.
const ROOK_POINT: Tapered = Tapered::new(4, 3);
/// For each empty point beyond the eighth that a cannon reaches.
const CANNON_POINT: Tapered = Tapered::new(2, 2);
/// How many points a chariot and a cannon reach on average.
const USUAL_POINTS: i32 = 8;
/// By how many points a horse reaches: from none, when it is as good as lost, the first few count most.
const HORSE_POINTS: [Tapered; 9] = [
    Tapered::new(-42, -50),
    Tapered::new(-24, -30),
    Tapered::new(-9, -14),
    Tapered::new(1, -2),
    Tapered::new(9, 6),
    Tapered::new(14, 12),
    Tapered::new(18, 16),
    Tapered::new(22, 20),
    Tapered::new(24, 22),
];

/// How hard pieces bear on the enemy palace.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Pressure {
    /// How many pieces take part.
    pub pieces: i32,
    /// The points of the palace they cover, weighted by piece.
    pub weight: i32,
}

impl Pressure {
    #[inline(always)]
    fn add(&mut self, points: Bitboard, weight: i32) {
        let count = points.len() as i32;
        self.pieces += i32::from(count > 0);
        self.weight += count * weight;
    }
}

/// The nine points where a side's general lives.
pub(super) const fn palace_of(color: Color) -> Bitboard {
    attacks::points(color, PieceKind::King)
}

/// Chariots, cannons and horses: their worth, their reach, and their bearing on the enemy palace.
#[inline(always)]
pub(super) fn evaluate(army: &Army, board: &Board) -> (Tapered, Pressure) {
    let lines = board.lines();
    let occupied = board.occupied();
    let palace = const { [palace_of(Color::Red), palace_of(Color::Black)] }[(!army.color).index()];
    let mut sum = Tapered::ZERO;
    let mut pressure = Pressure::default();
    let worth = |kind, square: Square| worth_on(Piece::new(army.color, kind), square);
    for from in army.own & board.kind(PieceKind::Rook) {
        let reach = attacks::rook(from, lines) - army.own;
        sum = sum + worth(PieceKind::Rook, from) + ROOK_POINT * (reach.len() as i32 - USUAL_POINTS);
        pressure.add(reach & palace, 3);
    }
    for from in army.own & board.kind(PieceKind::Cannon) {
        let slide = attacks::slide(from, lines);
        let steps = slide.steps - occupied;
        sum = sum + worth(PieceKind::Cannon, from) + CANNON_POINT * (steps.len() as i32 - USUAL_POINTS);
        pressure.add(slide.leaps & palace, 3);
    }
    for from in army.own & board.kind(PieceKind::Horse) {
        let reach = attacks::horse(from, lines) - army.own;
        sum = sum + worth(PieceKind::Horse, from) + HORSE_POINTS[reach.len() as usize];
        pressure.add(reach & palace, 4);
    }
    (sum, pressure)
}
