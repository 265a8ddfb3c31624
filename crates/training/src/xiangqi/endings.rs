//! Random endings: generals with some of their guards and a few attackers on random points.

use fastrand::Rng;
use xiangqi::attacks::points;
use xiangqi::{Color, Piece, PieceKind, Position, Setup, Square};

/// The most attackers of a side.
const MOST_ATTACKERS: usize = 4;
/// The attackers of a side on the full board: each piece of an ending is one of these.
const ATTACKERS: [PieceKind; 11] = [
    PieceKind::Rook,
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Cannon,
    PieceKind::Soldier,
    PieceKind::Soldier,
    PieceKind::Soldier,
    PieceKind::Soldier,
    PieceKind::Soldier,
];
const GUARDS: [PieceKind; 4] =
    [PieceKind::Advisor, PieceKind::Advisor, PieceKind::Elephant, PieceKind::Elephant];

/// A random ending, in which the game may be over.
pub fn random_ending(random: &mut Rng) -> Position {
    loop {
        let mut setup = Setup { side: random.choice(Color::ALL).unwrap_or(Color::Red), ..Setup::EMPTY };
        Color::ALL.into_iter().for_each(|color| place_side(&mut setup, color, random));
        if let Ok(position) = Position::try_from(&setup) {
            return position;
        }
    }
}

fn place_side(setup: &mut Setup, color: Color, random: &mut Rng) {
    place(setup, Piece::new(color, PieceKind::King), random);
    let (guards, attackers) = (random.usize(0..=GUARDS.len()), random.usize(0..=MOST_ATTACKERS));
    let guards = random.choose_multiple(GUARDS, guards);
    let attackers = random.choose_multiple(ATTACKERS, attackers);
    guards.into_iter().chain(attackers).for_each(|kind| place(setup, Piece::new(color, kind), random));
}

/// Places a piece on a free point of those that it can come to.
fn place(setup: &mut Setup, piece: Piece, random: &mut Rng) {
    let free = |square: &Square| setup.cells[square.index()].is_none();
    let squares: Vec<Square> = points(piece.color, piece.kind).into_iter().filter(free).collect();
    if let Some(square) = random.choice(squares) {
        setup.cells[square.index()] = Some(piece);
    }
}
