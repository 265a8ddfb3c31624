//! How far the pieces of attack reach, and how much of that is the enemy palace.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, PieceKind};

use super::Army;
use super::tapered::Tapered;

/// For each point beyond the eighth that a chariot reaches.
const ROOK_POINT: Tapered = Tapered::new(4, 3);
/// For each empty point beyond the eighth that a cannon reaches.
const CANNON_POINT: Tapered = Tapered::new(2, 2);
/// How many points a chariot and a cannon reach on average.
const USUAL_POINTS: i32 = 8;
/// By the number of points that a horse reaches. The first few count most: a horse that reaches none is nearly lost.
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
    fn add(&mut self, points: u32, weight: i32) {
        self.pieces += i32::from(points > 0);
        self.weight += points as i32 * weight;
    }
}

/// The nine points of a side's palace.
pub(super) const fn palace_of(color: Color) -> Bitboard {
    attacks::points(color, PieceKind::King)
}

/// The reach of chariots, cannons and horses, and their bearing on the enemy palace.
#[inline(always)]
pub(super) fn evaluate(army: &Army, board: &Board) -> (Tapered, Pressure) {
    let lines = board.lines();
    let palace = palace_of(!army.color);
    let mut pressure = Pressure::default();
    let mut rook_points = -USUAL_POINTS * army.rooks;
    for from in army.own & board.kind(PieceKind::Rook) {
        let reach = attacks::rook(from, lines) - army.own;
        rook_points += reach.len() as i32;
        pressure.add((reach & palace).len(), 3);
    }
    let mut cannon_points = -USUAL_POINTS * army.cannons;
    for from in army.own & board.kind(PieceKind::Cannon) {
        let slide = attacks::slide_places(from, lines);
        cannon_points += (slide.steps - attacks::occupied_places(from, lines)).len() as i32;
        pressure.add((slide.leaps & attacks::palace_places(!army.color, from)).len(), 3);
    }
    let mut horses = Tapered::ZERO;
    for from in army.own & board.kind(PieceKind::Horse) {
        let reach = attacks::horse(from, lines) - army.own;
        horses = horses + HORSE_POINTS[reach.len() as usize];
        pressure.add((reach & palace).len(), 4);
    }
    (ROOK_POINT * rook_points + CANNON_POINT * cannon_points + horses, pressure)
}
