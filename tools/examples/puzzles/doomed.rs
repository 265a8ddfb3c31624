//! Doomed pieces: an enemy piece cannot get away, so there is something better to do than to take it at once.

use search_core::{Position as _, Score, Window};
use xiangqi::{Move, Position};

use crate::exchange::{MINOR, balance, is_quiet};
use crate::lines::{Line, clearly_best};
use crate::shared::{after, legal_moves};
use crate::{Game, Puzzle, Searcher, Theme};

/// How much better the best move is than the capture, and than every other move.
const MARGIN: Score = 60;
/// From this score on the game is decided, and one piece more makes no difference.
const DECIDED: Score = 1_500;
/// The most that the capture may be worth less than the best move after the answer to the quiet move.
const NEARLY: Score = 30;
/// The depths at which all this holds; the first one sorts out most positions quickly.
const DEPTHS: [i16; 2] = [4, 6];

/// The first such position of a game.
pub fn find(searcher: &mut Searcher, game: &Game) -> Vec<Puzzle> {
    game.0.iter().find_map(|position| puzzle(searcher, position)).into_iter().collect()
}

fn puzzle(searcher: &mut Searcher, position: &Position) -> Option<Puzzle> {
    let doomed = captures_of_doomed(position);
    let [shallow, deep] = DEPTHS.map(|depth| (depth, &doomed));
    let first = patient_move(searcher, position, shallow)?;
    let (best, hasty, score) = patient_move(searcher, position, deep)?;
    let depth = DEPTHS[1];
    (first.0 == best && first.1 == hasty).then(|| Puzzle {
        theme: Theme::DoomedPiece,
        mate_in: 0,
        position: *position,
        best,
        facts: format!("am {hasty} ; ce {score} ; depth {depth}"),
    })
}

/// The captures that win a piece which, if it were its side's turn, could go nowhere without being lost as well.
fn captures_of_doomed(position: &Position) -> Vec<Move> {
    if position.in_check() {
        return Vec::new();
    }
    let enemy = position.passed();
    let escapes = legal_moves(&enemy);
    let is_doomed = |mv: &Move| {
        let mut ways = escapes.iter().filter(|escape| escape.from() == mv.to());
        position.victim(*mv) > 1
            && balance(position, *mv) >= MINOR
            && ways.all(|&way| balance(&enemy, way) <= -MINOR)
    };
    legal_moves(position).into_iter().filter(is_doomed).collect()
}

/// The quiet move that is better than every other, the capture that can wait for it, and the score.
fn patient_move(
    searcher: &mut Searcher,
    position: &Position,
    (depth, doomed): (i16, &Vec<Move>),
) -> Option<(Move, Move, Score)> {
    if doomed.is_empty() {
        return None;
    }
    let Line { score, moves } = clearly_best(searcher, position, depth, MARGIN)?;
    let [best, reply, ..] = moves[..] else { return None };
    if score.abs() >= DECIDED || !is_quiet(position, best) {
        return None;
    }
    let later = after(&after(position, best), reply);
    let highest = searcher.score(&later, depth - 2, Window::FULL);
    let mut waits = |mv: &Move| {
        later.board().at(mv.to()) == position.board().at(mv.to())
            && later.check(*mv).is_ok()
            && balance(&later, *mv) >= MINOR
            && -searcher.score(&after(&later, *mv), depth - 3, Window::FULL) >= highest - NEARLY
    };
    doomed.iter().find(|mv| waits(mv)).map(|&hasty| (best, hasty, score))
}
