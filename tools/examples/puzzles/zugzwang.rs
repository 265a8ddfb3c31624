//! Zugzwang: after the best move the opponent would rather pass than make any of its moves.

use search_core::score::PROVEN;
use search_core::{Score, Window};
use xiangqi::{Move, PieceKind, Position};

use crate::exchange::is_quiet;
use crate::lines::clearly_best;
use crate::shared::after;
use crate::{Game, Puzzle, Searcher, Theme};

/// How much better the best move is than every other.
const MARGIN: Score = 60;
/// How much better than every move of the opponent passing would be.
const BURDEN: Score = 100;
/// The depths at which all this holds.
const DEPTHS: [i16; 2] = [5, 7];
/// The most chariots, horses and cannons on the board.
const ATTACKERS: u32 = 4;

/// The first such position of a game.
pub fn find(searcher: &mut Searcher, game: &Game) -> Vec<Puzzle> {
    let mut endings = game.0.iter().filter(|position| is_ending(position));
    endings.find_map(|position| puzzle(searcher, position)).into_iter().collect()
}

fn is_ending(position: &Position) -> bool {
    let attackers = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon];
    attackers.map(|kind| position.board().kind(kind).len()).into_iter().sum::<u32>() <= ATTACKERS
        && !position.is_material_draw()
}

fn puzzle(searcher: &mut Searcher, position: &Position) -> Option<Puzzle> {
    let [first, second] = DEPTHS;
    let (shallow, ..) = squeeze(searcher, position, first)?;
    let (best, score, passed) = squeeze(searcher, position, second)?;
    (shallow == best).then(|| Puzzle {
        theme: Theme::Zugzwang,
        mate_in: 0,
        position: *position,
        best,
        facts: format!("ce {score} ; pass {passed} ; depth {second}"),
    })
}

/// The move that leaves the opponent without a good one, its score, and what is left of that if the opponent passes.
fn squeeze(searcher: &mut Searcher, position: &Position, depth: i16) -> Option<(Move, Score, Score)> {
    let line = clearly_best(searcher, position, depth, MARGIN)?;
    let best = *line.moves.first()?;
    if line.score <= -PROVEN || !is_quiet(position, best) {
        return None;
    }
    let child = after(position, best);
    let passed = searcher.score(&child.passed(), depth - 2, Window::FULL);
    (line.score - passed >= BURDEN).then_some((best, line.score, passed))
}
