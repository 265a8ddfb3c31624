//! Minimax with nothing clever in it: the oracle for every recipe.

use crate::evaluator::{Evaluator, Heuristics};
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
    let moves = position.list_moves(MoveKind::All).into_iter();
    moves
        .map(|mv| -minimax(&position.child(mv), evaluator, depth - position.cost(mv), ply + 1))
        .max()
        .unwrap_or_else(|| position.final_score(ply))
}

/// The same below the leaves: standing pat or any capture; in check, every move.
fn quiet<P: Position, E: Evaluator<P>>(position: &P, evaluator: &mut E, ply: u32) -> Score {
    let moves = position.list_moves(if position.in_check() { MoveKind::All } else { MoveKind::Captures });
    let stand = if !position.in_check() {
        Some(evaluator.evaluate(position))
    } else if moves.is_empty() {
        Some(position.final_score(ply))
    } else {
        None
    };
    let tried = moves.into_iter().map(|mv| -quiet(&position.child(mv), evaluator, ply + 1));
    stand.into_iter().chain(tried).max().unwrap_or(0)
}
