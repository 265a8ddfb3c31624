//! Helpers of this crate's tests: repeatable random numbers, games and arrangements.

use search_core::Position as _;
use search_core::split_mix::next;

use crate::attacks::points;
use crate::fen::Setup;
use crate::piece::{Color, Piece, PieceKind};
use crate::position::Position;
use crate::square::Square;
use crate::validate::faults;

/// Repeatable random numbers (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (next(&mut self.0) % bound as u64) as usize
    }
}

pub(crate) fn start() -> Position {
    Position::from_fen(crate::fen::START).unwrap()
}

/// Plays random moves from `position` until there is none or `plies` are played, showing every position.
pub(crate) fn playout(
    mut position: Position,
    plies: usize,
    random: &mut Random,
    mut show: impl FnMut(&Position),
) {
    for _ in 0..plies {
        show(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play(moves[random.below(moves.len())]);
    }
}

/// A random valid arrangement with up to `men` pieces beside the generals, crowded enough around them to give pins,
/// screens and checks.
pub(crate) fn arrangement(men: usize, random: &mut Random) -> Setup {
    loop {
        let mut setup = Setup { side: Color::ALL[random.below(2)], ..Setup::EMPTY };
        for color in Color::ALL {
            place(&mut setup, Piece::new(color, PieceKind::King), random);
        }
        for _ in 0..random.below(men + 1) {
            let kind = PieceKind::ALL[1 + random.below(6)];
            place(&mut setup, Piece::new(Color::ALL[random.below(2)], kind), random);
        }
        if faults(&setup).is_empty() {
            return setup;
        }
    }
}

fn place(setup: &mut Setup, piece: Piece, random: &mut Random) {
    let free: Vec<Square> = points(piece.color, piece.kind)
        .into_iter()
        .filter(|square| setup.cells[square.index()].is_none())
        .collect();
    if !free.is_empty() {
        setup.cells[free[random.below(free.len())].index()] = Some(piece);
    }
}

/// The number of times that a test repeats its random part: `quick`, or as the environment says for a longer run.
pub(crate) fn rounds(quick: usize) -> usize {
    let factor = std::env::var("SHUANGQI_LONG").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    quick * factor
}
