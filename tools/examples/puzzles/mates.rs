//! Forced mates with a single first move: by a quiet move, by a sacrifice, or by plain checks.

use search_core::recipe::STRONGEST;
use search_core::score::{INFINITY, mate_in, plies_to_mate};
use search_core::{Evaluator as _, Position as _, Recipe, Window};
use xiangqi::evaluator::Classical;
use xiangqi::{Move, PieceKind, Position};

use crate::exchange::{MINOR, balance, is_quiet, worth};
use crate::shared::{after, legal_moves};
use crate::{Game, Puzzle, Searcher, Theme};

/// How many of the winner's last positions are searched for mates.
const REACH: usize = 7;
/// The longest mate, in plies.
pub const LONGEST: i16 = 7;

/// The mates in the winner's last positions.
pub fn find(searcher: &mut Searcher, game: &Game) -> Vec<Puzzle> {
    winning(game).filter_map(|position| puzzle(searcher, position)).collect()
}

/// The mates without which the side to move would be less than a horse ahead.
pub fn find_needed(searcher: &mut Searcher, game: &Game) -> Vec<Puzzle> {
    let is_needed = |position: &&Position| Classical::default().evaluate(position) < worth(PieceKind::Horse);
    winning(game).filter(is_needed).filter_map(|position| puzzle(searcher, position)).collect()
}

/// Those that begin with a sacrifice after which the side to move is behind. They are rare, so it is first asked whether
/// such a sacrifice mates at all.
pub fn find_sacrifices(searcher: &mut Searcher, game: &Game) -> Vec<Puzzle> {
    let find = |position| {
        let judgement = Classical::default().evaluate(position);
        let is_bold = |&mv: &Move| is_sacrifice(position, mv) && judgement + balance(position, mv) < 0;
        let sacrifices = legal_moves(position).into_iter().filter(is_bold);
        let mut mates = sacrifices.filter_map(|mv| mates_within(searcher, position, mv, LONGEST));
        mates.next().and_then(|_| puzzle(searcher, position))
    };
    winning(game).filter_map(find).collect()
}

/// The last positions of a finished game in which the winner is to move, from the end.
fn winning(game: &Game) -> impl Iterator<Item = &Position> {
    let is_over = game.0.last().is_some_and(|last| last.count_moves() == 0);
    game.0.iter().rev().skip(1).step_by(2).take(if is_over { REACH } else { 0 })
}

fn puzzle(searcher: &mut Searcher, position: &Position) -> Option<Puzzle> {
    let (best, plies) = only_mate(searcher, position)?;
    let mate_in = plies.div_ceil(2);
    let theme = if is_quiet(position, best) {
        Theme::QuietMate
    } else if is_sacrifice(position, best) {
        Theme::Sacrifice
    } else {
        Theme::MateLadder
    };
    Some(Puzzle { theme, mate_in, position: *position, best, facts: format!("dm {mate_in} ; depth {plies}") })
}

/// Whether a check or a capture loses a chariot, horse or cannon for less.
fn is_sacrifice(position: &Position, mv: Move) -> bool {
    let kind = position.board().at(mv.from()).map(|piece| piece.kind);
    matches!(kind, Some(PieceKind::Rook | PieceKind::Horse | PieceKind::Cannon))
        && !is_quiet(position, mv)
        && balance(position, mv) <= -MINOR
}

/// The move that forces mate in the fewest plies, with their number, if no other move mates in as many.
pub fn only_mate(searcher: &mut Searcher, position: &Position) -> Option<(Move, u32)> {
    let shortest = (1..=LONGEST).step_by(2).find_map(|depth| {
        let mate = |mv| mates_within(searcher, position, mv, depth).map(|plies| (mv, plies));
        let mates: Vec<_> = legal_moves(position).into_iter().filter_map(mate).take(2).collect();
        (!mates.is_empty()).then_some((mates, depth))
    });
    match shortest {
        // A stalemate is seen one ply later than a mate: its length is not that of the search that found it.
        Some((mates, depth)) if mates.len() == 1 && mates[0].1 == depth as u32 => Some(mates[0]),
        _ => None,
    }
}

/// The plies in which the move forces mate, if not more than `depth`.
fn mates_within(searcher: &mut Searcher, position: &Position, mv: Move, depth: i16) -> Option<u32> {
    // Shallower searches order the moves by what they are worth, which has little to do with mate.
    searcher.recipe = Recipe { deepening: false, ..STRONGEST };
    let window = -Window::new(mate_in(depth as u32), INFINITY);
    let score = -searcher.score(&after(position, mv), depth - 1, window);
    searcher.recipe = STRONGEST;
    plies_to_mate(score).filter(|&plies| score > 0 && plies < depth as u32).map(|plies| plies + 1)
}
