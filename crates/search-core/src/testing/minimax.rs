//! Minimax with nothing clever in it: the oracle for every recipe.

use crate::evaluator::{Evaluator, Heuristics};
use crate::move_list::MoveList;
use crate::position::{MoveKind, Position};
use crate::score::Score;

/// The minimax score of a position `depth` plies deep, counted as `ply` plies from the root. Every move of every
/// position is searched, the quiescence included.
pub fn minimax<P: Position, E: Evaluator<P>>(position: &P, evaluator: &mut E, depth: i16, ply: u32) -> Score {
    if depth <= 0 {
        return if <E::Heuristics>::QUIESCENCE {
            quiet(position, evaluator, ply)
        } else {
            evaluator.evaluate(position)
        };
    }
    let mut list = MoveList::new();
    position.moves(MoveKind::All, &mut list);
    list.iter()
        .map(|mv| {
            let mut child = position.clone();
            child.play(mv);
            -minimax(&child, evaluator, depth - position.cost(mv), ply + 1)
        })
        .max()
        .unwrap_or_else(|| position.final_score(ply))
}

/// The same below the leaves: standing pat or any capture; in check, every move.
fn quiet<P: Position, E: Evaluator<P>>(position: &P, evaluator: &mut E, ply: u32) -> Score {
    let mut list = MoveList::new();
    position.moves(if position.in_check() { MoveKind::All } else { MoveKind::Captures }, &mut list);
    let stand = if !position.in_check() {
        Some(evaluator.evaluate(position))
    } else if list.is_empty() {
        Some(position.final_score(ply))
    } else {
        None
    };
    let tried = list.iter().map(|mv| {
        let mut child = position.clone();
        child.play(mv);
        -quiet(&child, evaluator, ply + 1)
    });
    stand.into_iter().chain(tried).max().unwrap_or(0)
}
