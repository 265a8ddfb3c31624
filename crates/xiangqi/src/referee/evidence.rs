//! The moves that show why a repetition was judged as it was.

use game::Message;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::chase::{Attack, Step, attackers, chaseable, classify_attack};
use crate::piece::{Color, Piece};
use crate::repetition::{ChaseFilter, LineEntry, chased_in_cycle};
use crate::rules::{Rules, Violation};
use crate::square::Square;

/// No list of moves is longer; cycles can have dozens.
const SHOWN: usize = 6;

/// A sentence about each side: what all its moves of the cycle did, or which of them did not. The board is that at the
/// end of the cycle.
pub(super) fn of(board: &Board, cycle: &[LineEntry], rules: Rules) -> Message {
    if !rules.forbids(Violation::PerpetualCheck) {
        return Message::new("evidence-nothing-forbidden", "These rules forbid nothing in repetitions.");
    }
    let evidence_of_cycle = Evidence::new(board, cycle, rules);
    if let Some(check) = evidence_of_cycle.excuse() {
        return check;
    }
    let mut sides = Color::ALL;
    sides.sort_by_key(|&side| !evidence_of_cycle.has_violation(side));
    let [first, second] = sides.map(|side| evidence_of_cycle.of(side));
    let sentences = both("evidence-both", "{first} {second}", first, second);
    match evidence_of_cycle.has_held_victim(board) {
        true => both(
            "evidence-both",
            "{first} {second}",
            sentences,
            Message::new(
                "evidence-held-chariot",
                "A chariot that a horse holds is the victim, whatever it attacks.",
            ),
        ),
        false => sentences,
    }
}

/// Two texts, one after the other.
fn both(key: &'static str, english: &'static str, first: Message, second: Message) -> Message {
    Message::new(key, english).with("first", first).with("second", second)
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
    fn excuse(&self) -> Option<Message> {
        let is_settled = Color::ALL.into_iter().any(|side| self.checks_always(side));
        let has_chase = self.victims != [Bitboard::EMPTY; 2];
        if is_settled || !has_chase || !self.rules.is_excused_by_check() {
            return None;
        }
        let (step, _) =
            Color::ALL.into_iter().flat_map(|side| self.steps_of(side)).find(|(_, check)| *check)?;
        let check = Message::new(
            "evidence-excuse",
            "{side}'s {move} gave check, and under these rules one check in the cycle excuses all chases.",
        )
        .with("side", step.mover().message());
        Some(check.with("move", step.mv.to_string()))
    }

    fn of(&self, side: Color) -> Message {
        if self.checks_always(side) {
            let moves = self.steps_of(side).map(|(step, _)| Message::verbatim(step.mv.to_string()));
            return Message::new("evidence-checks", "{side} gave check with {moves}.")
                .with("side", side.message())
                .with("moves", list(moves));
        }
        match self.victims[(!side).index()].first() {
            Some(victim) => self.chase_sentence(side, victim),
            None => self.without_violation(side),
        }
    }

    /// The attackers, move by move, of the piece that stood on `victim` at the beginning.
    fn chase_sentence(&self, side: Color, mut victim: Square) -> Message {
        let man = self
            .steps
            .first()
            .map_or(Message::new("man-none", "empty point"), |step| man_at(&step.before, victim));
        let mut attacks = Vec::new();
        for step in &self.steps {
            if step.mover() != side {
                victim = if step.mv.from() == victim { step.mv.to() } else { victim };
                continue;
            }
            let by =
                attackers(&step.after, side, victim).into_iter().find(|&from| step.is_chase(from, victim));
            let attack =
                Message::new("evidence-attack", "{move} ({threat})").with("move", step.mv.to_string());
            attacks.extend(by.map(|from| attack.with("threat", threat(&step.after, from, victim))));
        }
        let sentence = Message::new("evidence-chase", "{side} attacked {other}'s {man} anew with {attacks}.")
            .with("side", side.message());
        sentence.with("other", (!side).message()).with("man", man).with("attacks", list(attacks))
    }

    /// The moves that show that a side did nothing forbidden with all of them.
    fn without_violation(&self, side: Color) -> Message {
        let quiet = self.steps_of(side).find(|(_, is_check)| !is_check).map(|(step, _)| step);
        let has_checked = self.steps_of(side).any(|(_, is_check)| is_check);
        let unchecking = quiet
            .filter(|_| has_checked)
            .map(|step| of_move("evidence-no-check", "{move} gave no check", step));
        let not_chasing = self.rules.forbids(Violation::PerpetualChase).then(|| self.not_chasing(side));
        let clause = match (unchecking, not_chasing) {
            (Some(first), Some(second)) => {
                Some(both("evidence-clauses", "{first}, and {second}", first, second))
            }
            (first, second) => first.or(second),
        };
        let sentence = |key, english| Message::new(key, english).with("side", side.message());
        match clause {
            Some(clause) => sentence("evidence-moves", "Of {side}'s moves, {clause}.").with("clause", clause),
            None => sentence("evidence-quiet", "{side} gave no check."),
        }
    }

    /// The evidence that no piece was chased with all moves; a move that did not check either shows it best.
    fn not_chasing(&self, side: Color) -> Message {
        let idle = || self.steps_of(side).filter(|(step, _)| chased_by(step).is_empty());
        if let Some((step, _)) = idle().find(|(_, is_check)| !is_check).or_else(|| idle().next()) {
            return idle_step(step);
        }
        let hunts = self.steps_of(side).map(|(step, _)| {
            let victims = chased_by(step).into_iter().map(|victim| named(&step.after, victim));
            of_move("evidence-hunt", "{move} attacked {victims}", step).with("victims", list(victims))
        });
        Message::new("evidence-hunts", "no one piece was attacked by all: {hunts}").with("hunts", list(hunts))
    }
}

/// A text about a move.
fn of_move(key: &'static str, english: &'static str, step: &Step) -> Message {
    Message::new(key, english).with("move", step.mv.to_string())
}

/// The pieces that a step chases.
fn chased_by(step: &Step) -> Bitboard {
    step.chased(chaseable(&step.after, step.after.side()))
}

/// That a step chases nothing; with the new attacks that do not count, if there are any, and the reasons.
fn idle_step(step: &Step) -> Message {
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
    let threats = list(new.map(|(from, to)| threat(&step.after, from, to)));
    match threats.is_empty() {
        true => of_move("evidence-idle", "{move} attacked nothing anew", step),
        false => of_move("evidence-uncounted", "{move} attacked nothing anew that counts ({threats})", step)
            .with("threats", threats),
    }
}

fn pairs(attackers: Bitboard, victim: Square) -> impl Iterator<Item = (Square, Square)> {
    attackers.into_iter().map(move |from| (from, victim))
}

/// `chariot b7 on cannon c7, unprotected`.
fn threat(board: &Board, from: Square, to: Square) -> Message {
    let message = match classify_attack(board, from, to) {
        Attack::OnUnprotected => Message::new("threat-unprotected", "{attacker} on {victim}, unprotected"),
        Attack::OnHigher => Message::new("threat-higher", "{attacker} on {victim}, protected or not"),
        Attack::ByPinned => {
            Message::new("threat-pinned", "{attacker}, which may not leave its place, on {victim}")
        }
        Attack::OnEqual => Message::new("threat-equal", "{attacker} on {victim}, which could take first"),
        Attack::OnProtected(by) => {
            Message::new("threat-protected", "{attacker} on {victim}, protected by {protector}")
                .with("protector", named(board, by))
        }
    };
    message.with("attacker", named(board, from)).with("victim", named(board, to))
}

/// `chariot b7`.
fn named(board: &Board, square: Square) -> Message {
    Message::new("man-at", "{man} {square}")
        .with("man", man_at(board, square))
        .with("square", square.to_string())
}

/// What is on a point; in some languages it depends on the side.
fn man_at(board: &Board, square: Square) -> Message {
    board.at(square).map_or(Message::new("man-none", "empty point"), Piece::message)
}

/// Each item once, and not too many.
fn list(items: impl IntoIterator<Item = Message>) -> Vec<Message> {
    let mut shown: Vec<Message> = Vec::new();
    for item in items {
        if !shown.contains(&item) {
            shown.push(item);
        }
    }
    if shown.len() > SHOWN {
        let more = shown.len() - (SHOWN - 1);
        shown.truncate(SHOWN - 1);
        shown.push(Message::new("list-more", "{count} more").with("count", more));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_short_and_say_everything_once() {
        let of = |items: &[&'static str]| {
            let list = list(items.iter().map(|&item| Message::verbatim(item)));
            Message::new("evidence-hunts", "no one piece was attacked by all: {hunts}")
                .with("hunts", list)
                .to_string()
        };
        let all = |items: &str| format!("no one piece was attacked by all: {items}");
        assert_eq!(of(&[]), all("nothing"));
        assert_eq!(of(&["a", "a"]), all("a"));
        assert_eq!(of(&["a", "b", "a", "c"]), all("a, b and c"));
        assert_eq!(of(&["a", "b", "c", "d", "e", "f", "g", "h"]), all("a, b, c, d, e and 3 more"));
    }
}
