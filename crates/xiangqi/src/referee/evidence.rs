//! The moves that show why a repetition was judged as it was.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::chase::{Attack, Step, attackers, chaseable, classify_attack};
use crate::piece::Color;
use crate::repetition::{ChaseFilter, LineEntry, chased_in_cycle};
use crate::rules::{Rules, Violation};
use crate::square::Square;

/// No list of moves is longer; cycles can have dozens.
const SHOWN: usize = 6;

/// A sentence about each side: what all its moves of the cycle did, or which of them did not. The board is that at the
/// end of the cycle.
pub(super) fn of(board: &Board, cycle: &[LineEntry], rules: Rules) -> String {
    if !rules.forbids(Violation::PerpetualCheck) {
        return "These rules forbid nothing in repetitions.".into();
    }
    let evidence_of_cycle = Evidence::new(board, cycle, rules);
    if let Some(check) = evidence_of_cycle.excuse() {
        return format!(
            "{check} gave check, and under these rules one check in the cycle excuses all chases."
        );
    }
    let mut sides = Color::ALL;
    sides.sort_by_key(|&side| !evidence_of_cycle.has_violation(side));
    let mut sentences: Vec<String> = sides.into_iter().map(|side| evidence_of_cycle.of(side)).collect();
    if evidence_of_cycle.has_held_victim(board) {
        sentences.push("A chariot that a horse holds is the victim, whatever it attacks.".into());
    }
    sentences.join(" ")
}

/// A cycle of moves, step by step.
struct Evidence<'a> {
    cycle: &'a [LineEntry],
    steps: Vec<Step>,
    rules: Rules,
    /// By side: its pieces that the other side chased with every move, as they stood at the beginning.
    victims: [Bitboard; 2],
}

impl<'a> Evidence<'a> {
    fn new(board: &Board, cycle: &'a [LineEntry], rules: Rules) -> Evidence<'a> {
        let mut board_then = *board;
        let moves = cycle.iter().rev().filter_map(LineEntry::mv);
        let mut steps: Vec<Step> = moves
            .map(|mv| {
                let step = Step::to(&board_then, mv);
                board_then = step.before;
                step
            })
            .collect();
        steps.reverse();
        let all = Color::ALL.map(|color| chaseable(board, color));
        let victims = match rules.forbids(Violation::PerpetualChase) {
            true => chased_in_cycle(board, cycle, all, ChaseFilter::Any),
            false => [Bitboard::EMPTY; 2],
        };
        Evidence { cycle, steps, rules, victims }
    }

    /// The steps of one side, each with whether it gave check.
    fn steps_of(&self, side: Color) -> impl Iterator<Item = (&Step, bool)> {
        let checks = self.cycle.iter().map(LineEntry::is_check);
        self.steps.iter().zip(checks).filter(move |(step, _)| step.mover() == side)
    }

    fn checks_always(&self, side: Color) -> bool {
        self.steps_of(side).all(|(_, is_check)| is_check)
    }

    fn has_violation(&self, side: Color) -> bool {
        self.checks_always(side) || !self.victims[(!side).index()].is_empty()
    }

    /// Returns whether both sides chase, and just one of them a chariot that its horse holds.
    fn has_held_victim(&self, board: &Board) -> bool {
        let all = Color::ALL.map(|color| chaseable(board, color));
        let is_mutual = self.victims.iter().all(|victims| !victims.is_empty());
        let held = chased_in_cycle(board, self.cycle, all, ChaseFilter::HeldChariots);
        is_mutual && self.rules.shields_held_chariots() && held[0].is_empty() != held[1].is_empty()
    }

    /// The check that excuses the chases of a cycle, if there are any.
    fn excuse(&self) -> Option<String> {
        let is_settled = Color::ALL.into_iter().any(|side| self.checks_always(side));
        let has_chase = self.victims != [Bitboard::EMPTY; 2];
        if is_settled || !has_chase || !self.rules.is_excused_by_check() {
            return None;
        }
        let (step, _) =
            Color::ALL.into_iter().flat_map(|side| self.steps_of(side)).find(|(_, check)| *check)?;
        Some(format!("{}'s {}", step.mover().name(), step.mv))
    }

    fn of(&self, side: Color) -> String {
        if self.checks_always(side) {
            let moves = self.steps_of(side).map(|(step, _)| step.mv.to_string());
            return format!("{} gave check with {}.", side.name(), list(moves));
        }
        match self.victims[(!side).index()].first() {
            Some(victim) => self.chase_sentence(side, victim),
            None => self.without_violation(side),
        }
    }

    /// The attackers, move by move, of the piece that stood on `victim` at the beginning.
    fn chase_sentence(&self, side: Color, mut victim: Square) -> String {
        let name = self.steps.first().map_or("piece", |step| name_at(&step.before, victim));
        let mut attacks = Vec::new();
        for step in &self.steps {
            if step.mover() != side {
                victim = if step.mv.from() == victim { step.mv.to() } else { victim };
                continue;
            }
            let by =
                attackers(&step.after, side, victim).into_iter().find(|&from| step.is_chase(from, victim));
            attacks.extend(by.map(|from| format!("{} ({})", step.mv, threat(&step.after, from, victim))));
        }
        format!("{} attacked {}'s {name} anew with {}.", side.name(), (!side).name(), list(attacks))
    }

    /// The moves that show that a side did nothing forbidden with all of them.
    fn without_violation(&self, side: Color) -> String {
        let quiet = self.steps_of(side).find(|(_, is_check)| !is_check).map(|(step, _)| step);
        let has_checked = self.steps_of(side).any(|(_, is_check)| is_check);
        let unchecking = quiet.filter(|_| has_checked).map(|step| format!("{} gave no check", step.mv));
        let not_chasing = self.rules.forbids(Violation::PerpetualChase).then(|| self.not_chasing(side));
        let clauses: Vec<String> = unchecking.into_iter().chain(not_chasing).collect();
        match clauses.is_empty() {
            true => format!("{} gave no check.", side.name()),
            false => format!("Of {}'s moves, {}.", side.name(), clauses.join(", and ")),
        }
    }

    /// The evidence that no piece was chased with all moves; a move that did not check either shows it best.
    fn not_chasing(&self, side: Color) -> String {
        let idle = || self.steps_of(side).filter(|(step, _)| chased_by(step).is_empty());
        if let Some((step, _)) = idle().find(|(_, is_check)| !is_check).or_else(|| idle().next()) {
            return format!("{} attacked nothing anew{}", step.mv, uncounted_attacks(step));
        }
        let hunts = self.steps_of(side).map(|(step, _)| {
            let victims = chased_by(step).into_iter().map(|victim| named(&step.after, victim));
            format!("{} attacked {}", step.mv, list(victims))
        });
        format!("no one piece was attacked by all: {}", list(hunts))
    }
}

/// The pieces that a step chases.
fn chased_by(step: &Step) -> Bitboard {
    step.chased(chaseable(&step.after, step.after.side()))
}

/// New attacks of a step that do not count, with the reasons; nothing if there are none.
fn uncounted_attacks(step: &Step) -> String {
    let of = |board: &Board, by: Color| {
        let victims = chaseable(board, !by);
        victims
            .into_iter()
            .flat_map(move |victim| pairs(attackers(board, by, victim), victim))
            .collect::<Vec<_>>()
    };
    let origin = |from| if from == step.mv.to() { step.mv.from() } else { from };
    let old: Vec<(Square, Square)> = of(&step.before, step.mover());
    let new =
        of(&step.after, step.mover()).into_iter().filter(|&(from, to)| !old.contains(&(origin(from), to)));
    let shown: Vec<String> = new.map(|(from, to)| threat(&step.after, from, to)).collect();
    if shown.is_empty() { String::new() } else { format!(" that counts ({})", list(shown)) }
}

fn pairs(attackers: Bitboard, victim: Square) -> impl Iterator<Item = (Square, Square)> {
    attackers.into_iter().map(move |from| (from, victim))
}

/// `chariot b7 on cannon c7, unprotected`.
fn threat(board: &Board, from: Square, to: Square) -> String {
    let why = match classify_attack(board, from, to) {
        Attack::OnUnprotected => "unprotected".into(),
        Attack::OnHigher => "protected or not".into(),
        Attack::ByPinned => "which may not leave its place".into(),
        Attack::OnEqual => "which could take first".into(),
        Attack::OnProtected(by) => format!("protected by {}", named(board, by)),
    };
    format!("{} on {}, {why}", named(board, from), named(board, to))
}

fn named(board: &Board, square: Square) -> String {
    format!("{} {square}", name_at(board, square))
}

fn name_at(board: &Board, square: Square) -> &'static str {
    board.at(square).map_or("empty point", |piece| piece.kind.name())
}

/// `a`, `a and b`, `a, b and c`; each item once, and not too many.
fn list(items: impl IntoIterator<Item = String>) -> String {
    let mut shown: Vec<String> = Vec::new();
    for item in items {
        if !shown.contains(&item) {
            shown.push(item);
        }
    }
    if shown.len() > SHOWN {
        let more = shown.len() - (SHOWN - 1);
        shown.truncate(SHOWN - 1);
        shown.push(format!("{more} more"));
    }
    match &shown[..] {
        [] => "nothing".into(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_short_and_say_everything_once() {
        let of = |items: &[&str]| list(items.iter().map(|item| (*item).to_owned()));
        assert_eq!(of(&[]), "nothing");
        assert_eq!(of(&["a", "a"]), "a");
        assert_eq!(of(&["a", "b", "a", "c"]), "a, b and c");
        assert_eq!(of(&["a", "b", "c", "d", "e", "f", "g", "h"]), "a, b, c, d, e and 3 more");
    }
}
