//! Where puzzles are looked for: games between our own searches, from a random opening or from a random ending.

use search_core::testing::conformance::next;
use xiangqi::attacks::points;
use xiangqi::{Color, Piece, PieceKind, Position, Setup, Square};

use crate::Searcher;

/// The positions of a game, from the first after its random part to the last.
pub struct Game(pub Vec<Position>);

/// What games begin with.
#[derive(Clone, Copy)]
pub enum Source {
    /// The start position and random plies.
    Openings,
    /// A few pieces dropped on points where they may stand: endings to which no game need lead.
    Endings,
}

/// Random plies of an opening, or one more.
const RANDOM: u32 = 10;
/// No game from an opening is followed further.
const LONG: u32 = 200;
/// No game from an ending is followed further.
const SHORT: u32 = 16;

impl Source {
    /// Plays the next game of those that the numbers give.
    pub fn play(self, searcher: &mut Searcher, state: &mut u64) -> Game {
        match self {
            Source::Openings => {
                let random = RANDOM + (next(state) % 2) as u32;
                Position::from_fen(xiangqi::fen::START)
                    .map_or(Game(Vec::new()), |start| play(searcher, start, random, LONG, state))
            }
            Source::Endings => {
                let ending = ending(state);
                play(searcher, ending, 0, SHORT, state)
            }
        }
    }
}

fn play(searcher: &mut Searcher, start: Position, random: u32, plies: u32, state: &mut u64) -> Game {
    let mut positions = vec![start];
    let mut position = start;
    for played in 0..plies {
        let Some(child) = searcher.play_on(&position, played, random, state) else { break };
        position = child;
        positions.push(position);
    }
    Game(positions.split_off((random as usize).min(positions.len() - 1)))
}

/// A random valid arrangement of two to six pieces beside the generals.
fn ending(state: &mut u64) -> Position {
    loop {
        let mut setup = Setup { side: Color::ALL[draw(2, state)], ..Setup::EMPTY };
        for color in Color::ALL {
            drop(&mut setup, Piece::new(color, PieceKind::King), state);
        }
        for _ in 0..2 + draw(5, state) {
            let color = Color::ALL[draw(2, state)];
            drop(&mut setup, Piece::new(color, PieceKind::ALL[1 + draw(6, state)]), state);
        }
        if let Ok(position) = Position::try_from(&setup) {
            return position;
        }
    }
}

fn draw(bound: usize, state: &mut u64) -> usize {
    next(state) as usize % bound
}

/// Puts a piece on a free point of its own, unless its side has as many as a set holds.
fn drop(setup: &mut Setup, piece: Piece, state: &mut u64) {
    let has = setup.pieces().filter(|&(_, other)| other == piece).count() as u32;
    let is_free = |square: &Square| setup.cells[square.index()].is_none();
    let free: Vec<Square> = points(piece.color, piece.kind).into_iter().filter(is_free).collect();
    if has < piece.kind.full_count() && !free.is_empty() {
        setup.cells[free[draw(free.len(), state)].index()] = Some(piece);
    }
}
