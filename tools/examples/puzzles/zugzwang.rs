//! Zugzwang: after the best move the opponent would rather pass than make any of its moves.

use search_core::score::PROVEN;
use search_core::{Position as _, Score, Window};
use xiangqi::{Move, PieceKind, Position};

use crate::exchange::is_quiet;
use crate::lines::clearly_best;
use crate::shared::{after, legal_moves};
use crate::{Game, Puzzle, Searcher, Theme};

/// How much better the best move is than every other.
const MARGIN: Score = 60;
/// How much better than every move of the opponent passing would be.
const BURDEN: Score = 100;
/// The depths at which all this holds, the position of the opponent being one ply nearer.
const DEPTHS: [i16; 2] = [5, 7];
/// The most chariots, horses and cannons on the board.
const ATTACKERS: u32 = 4;

/// The first position of a game from which some move leads to one of the game's zugzwangs.
pub fn find(searcher: &mut Searcher, game: &Game) -> Vec<Puzzle> {
    let mut endings = game.0.iter().filter(|position| may_be_zugzwang(position));
    endings.find_map(|position| puzzle(searcher, position)).into_iter().collect()
}

/// Whether this is an ending, and the side to move is free to pass and still has something to attack with: where it has
/// not, no search tries a null move.
fn may_be_zugzwang(position: &Position) -> bool {
    let board = position.board();
    let attackers = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon]
        .into_iter()
        .flat_map(|kind| board.kind(kind))
        .fold([0, 0], |[own, all], square| {
            [own + u32::from(board.side_of(position.side()).has(square)), all + 1]
        });
    !position.in_check() && attackers[0] > 0 && attackers[1] <= ATTACKERS
}

fn puzzle(searcher: &mut Searcher, zugzwang: &Position) -> Option<Puzzle> {
    DEPTHS.iter().try_for_each(|&depth| burden(searcher, zugzwang, depth - 1).map(|_| ()))?;
    let (position, best) = retractions(zugzwang).into_iter().find(|(position, mv)| {
        DEPTHS.iter().all(|&depth| {
            let line = clearly_best(searcher, position, depth, MARGIN);
            line.is_some_and(|line| line.moves.first() == Some(mv))
        })
    })?;
    let depth = DEPTHS[1];
    let (score, passed) = burden(searcher, zugzwang, depth - 1)?;
    let facts = format!("ce {score} ; pass {passed} ; depth {depth}");
    Some(Puzzle { theme: Theme::Zugzwang, mate_in: 0, position, best, facts })
}

/// What the position is worth to the side that is not to move, and what is left of that if the other passes, should
/// passing be the better choice.
fn burden(searcher: &mut Searcher, zugzwang: &Position, depth: i16) -> Option<(Score, Score)> {
    let score = -searcher.score(zugzwang, depth, Window::FULL);
    let passed = searcher.score(&zugzwang.passed(), depth - 1, Window::FULL);
    (score - passed >= BURDEN && score > -PROVEN).then_some((score, passed))
}

/// The positions from which a quiet move leads here, as far as a piece may go back the way it came, with that move.
fn retractions(position: &Position) -> Vec<(Position, Move)> {
    let passed = position.passed();
    let retract = |back: Move| {
        let before = Some(after(&passed, back)).filter(|before| !before.in_check())?.passed();
        let mv = Move::try_new(back.to(), back.from())?;
        (before.check(mv).is_ok() && is_quiet(&before, mv)).then_some((before, mv))
    };
    let quiet = legal_moves(&passed).into_iter().filter(|&back| passed.victim(back) == 0);
    quiet.filter_map(retract).collect()
}
