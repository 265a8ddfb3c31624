//! The referee: whole games, from the first move to the first ending.

mod evidence;
mod verdict;

use std::cmp::Ordering;

use search_core::Position as _;

pub use verdict::{Outcome, Reason, Verdict};

use crate::movegen::has_moves;
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;
use crate::repetition::{CycleViolations, LineEntry, Violation, decided, deciding_cycle};
use crate::rules::{GameRules, Rules};

/// A game with its verdict.
///
/// A move costs a legality test, the search for an earlier occurrence of the position, and one for a legal answer; what
/// the sides chased is only looked into at a third occurrence.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    line_entries: Vec<LineEntry>,
    verdict: Verdict,
}

impl Game {
    /// A game from this position on. It may be over at once.
    pub fn new(start: Position, rules: impl Into<GameRules>) -> Game {
        let verdict = Verdict { outcome: Outcome::None, reason: Reason::Ongoing, after: 0 };
        let position = start.under(rules);
        let mut game = Game { position, line_entries: vec![position.line_entry(None)], verdict };
        game.update_verdict(0);
        game
    }

    /// The game that these moves make; the first ending decides, and moves after it change nothing.
    pub fn replay(
        start: Position,
        rules: impl Into<GameRules>,
        moves: impl IntoIterator<Item = Move>,
    ) -> Game {
        let mut game = Game::new(start, rules);
        for mv in moves {
            game.play(mv);
        }
        game
    }

    /// The position of the game now; an illegal move has not been played.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The line entries of all positions of the game, this one last: the history for the search.
    pub fn line_entries(&self) -> &[LineEntry] {
        &self.line_entries
    }

    /// The referee's answer for now.
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The rules it is judged by.
    pub const fn rules(&self) -> Rules {
        self.position.rules()
    }

    /// The referee's answer in a sentence or two, with the moves that show it where positions were repeated.
    pub fn explanation(&self) -> String {
        explanation(self.verdict, &self.position, &self.line_entries)
    }

    /// Returns whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.verdict.outcome != Outcome::None
    }

    /// Plays a move and judges the game. Changes nothing if the game is over; an illegal move ends it.
    pub fn play(&mut self, mv: Move) -> Verdict {
        if self.is_over() {
            return self.verdict;
        }
        let after = self.verdict.after + 1;
        match self.position.try_play(mv) {
            Ok(()) => {
                self.line_entries.push(self.position.line_entry(Some(mv)));
                self.update_verdict(after);
            }
            Err(why) => {
                self.verdict =
                    Verdict { outcome: Outcome::Illegal, reason: Reason::IllegalMove(mv, why), after };
            }
        }
        self.verdict
    }

    fn update_verdict(&mut self, after: usize) {
        let (outcome, reason) =
            ending(&self.position, &self.line_entries).unwrap_or((Outcome::None, Reason::Ongoing));
        self.verdict = Verdict { outcome, reason, after };
    }
}

/// The first rule that ends a game with these line entries here: no legal move, repetition, the move limit, no attackers left.
pub(crate) fn ending(position: &Position, line: &[LineEntry]) -> Option<(Outcome, Reason)> {
    if !has_moves(position.board()) {
        let reason = if position.in_check() { Reason::Checkmate } else { Reason::Stalemate };
        return Some((Outcome::Win(!position.side()), reason));
    }
    if let Some(violations) = decided(position.board(), line, position.rules()) {
        return Some(repeated(violations, position.side()));
    }
    if position.halfmove_clock().left() == 0 {
        return Some((Outcome::Draw, Reason::MoveLimit));
    }
    position.is_material_draw().then_some((Outcome::Draw, Reason::NoAttackers))
}

/// A verdict in a sentence or two, with the moves that show it where positions were repeated.
pub(crate) fn explanation(verdict: Verdict, position: &Position, line: &[LineEntry]) -> String {
    let sentence = verdict.explanation();
    match deciding_cycle(line).filter(|_| verdict.reason.is_repetition()) {
        Some(cycle) => format!("{sentence} {}", evidence::of(position.board(), cycle, position.rules())),
        None => sentence,
    }
}

fn repeated(violations: CycleViolations, mover: Color) -> (Outcome, Reason) {
    let outcome = match violations.result() {
        Ordering::Less => Outcome::Win(!mover),
        Ordering::Equal => Outcome::Draw,
        Ordering::Greater => Outcome::Win(mover),
    };
    let reason = match (violations.mover.max(violations.opponent), outcome) {
        (Violation::None, _) => Reason::Repetition,
        (Violation::PerpetualChase | Violation::HeldChariotChase, Outcome::Draw) => {
            Reason::MutualPerpetualChase
        }
        (Violation::PerpetualChase | Violation::HeldChariotChase, _) => Reason::PerpetualChase,
        (Violation::PerpetualCheck, Outcome::Draw) => Reason::MutualPerpetualCheck,
        (Violation::PerpetualCheck, _) => Reason::PerpetualCheck,
    };
    (outcome, reason)
}

#[cfg(test)]
mod tests;
