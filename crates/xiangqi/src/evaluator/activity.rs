//! How far the pieces of attack reach, and how much of that is the enemy palace.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, PieceKind};

use super::Army;
use super::sink::Sink;
use super::weights::groups;

/// How many points a chariot and a cannon reach on average.
const USUAL_POINTS: i32 = 8;

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
pub(super) fn evaluate(army: &Army, board: &Board, sink: &mut impl Sink) -> Pressure {
    let lines = board.lines();
    let palace = palace_of(!army.color);
    let mut pressure = Pressure::default();
    let mut rook_points = -USUAL_POINTS * army.rooks;
    for from in army.own & board.kind(PieceKind::Rook) {
        let reach = attacks::rook(from, lines) - army.own;
        rook_points += reach.len() as i32;
        pressure.add((reach & palace).len(), 3);
    }
    sink.add(groups::ROOK_POINT.index(), rook_points);
    let mut cannon_points = -USUAL_POINTS * army.cannons;
    for from in army.own & board.kind(PieceKind::Cannon) {
        let slide = attacks::slide_places(from, lines);
        cannon_points += (slide.steps - attacks::occupied_places(from, lines)).len() as i32;
        pressure.add((slide.leaps & attacks::palace_places(!army.color, from)).len(), 3);
    }
    sink.add(groups::CANNON_POINT.index(), cannon_points);
    for from in army.own & board.kind(PieceKind::Horse) {
        let reach = attacks::horse(from, lines) - army.own;
        sink.add_one(groups::HORSE_REACH.nth(reach.len() as usize));
        pressure.add((reach & palace).len(), 4);
    }
    pressure
}
