//! Chases: attacks on a piece that a side may not renew for ever.
//!
//! A side chases an enemy piece if it could take it, were it its turn, and the capture would gain something. To decide
//! that, this module makes the capture and looks for a legal answer to it: pinned protectors, cannons that lose their
//! screen and horses that are blocked by the capture then need no cases of their own. "Legal" counts only attacks on
//! the general that were not there before: a side in check can still protect its pieces. (After the Asian rules, and
//! Pikafish's `chase_legal`.)
//!
//! | attacker | chases |
//! |---|---|
//! | general, soldier | nothing |
//! | any other | whatever is not protected, but for the general and soldiers that have not crossed the river |
//! | horse, cannon | a chariot, protected or not |
//! | advisor, elephant | a chariot, horse or cannon, protected or not |
//!
//! A piece is not chased by one of the same kind that it could take first. And only new attacks count: those of a piece
//! that did not chase the same victim before its side's last move.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Color, PieceKind};
use crate::square::Square;

/// The kind of an attack by the rules on chases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Attack {
    /// On a piece that nothing protects.
    OnUnprotected,
    /// On a piece of a higher class: protected or not, it is chased.
    OnHigher,
    /// By a piece that may not leave its place: its own general would be attacked.
    ByPinned,
    /// On a piece of the same kind, which could take the attacker first.
    OnEqual,
    /// On a piece that the one on this point protects.
    OnProtected(Square),
}

impl Attack {
    pub(crate) const fn is_chase(self) -> bool {
        matches!(self, Attack::OnUnprotected | Attack::OnHigher)
    }
}

/// The pieces of a side that can be chased at all.
pub(crate) fn chaseable(board: &Board, color: Color) -> Bitboard {
    let home = board.of(color, PieceKind::Soldier) & attacks::half(color);
    board.side_of(color).without(board.king(color)) - home
}

/// The chariots of a side that stand on the leg of a horse which else would check its general.
pub(crate) fn held_chariots(board: &Board, color: Color) -> Bitboard {
    let king = board.king(color);
    let horses = board.of(!color, PieceKind::Horse) & attacks::horse_ring(king);
    let legs: Bitboard = horses.into_iter().map(|horse| attacks::leg(horse, king)).collect();
    legs & board.of(color, PieceKind::Rook)
}

/// A move that took nothing, with the boards around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) before: Board,
    pub(crate) mv: Move,
    pub(crate) after: Board,
}

impl Step {
    pub(crate) fn to(after: &Board, mv: Move) -> Step {
        let mut before = *after;
        before.play(mv.reversed());
        Step { before, mv, after: *after }
    }

    pub(crate) fn mover(&self) -> Color {
        self.before.side()
    }

    /// Finds the enemy pieces among `of` that the move begins to chase: a piece of the mover's chases them now and did
    /// not before.
    pub(crate) fn chased(&self, of: Bitboard) -> Bitboard {
        let attacked = of & reach(&self.after, self.mover());
        attacked.into_iter().fold(attacked, |chased, victim| {
            let is_chased = attackers(&self.after, self.mover(), victim)
                .into_iter()
                .any(|attacker| self.is_chase(attacker, victim));
            if is_chased { chased } else { chased.without(victim) }
        })
    }

    /// Returns whether the attack of the piece on `attacker` on that on `victim` is a chase, and was none before the move.
    pub(crate) fn is_chase(&self, attacker: Square, victim: Square) -> bool {
        classify_attack(&self.after, attacker, victim).is_chase() && !self.is_old(attacker, victim)
    }

    fn is_old(&self, attacker: Square, victim: Square) -> bool {
        let origin = if attacker == self.mv.to() { self.mv.from() } else { attacker };
        attackers(&self.before, self.mover(), victim).has(origin)
            && classify_attack(&self.before, origin, victim).is_chase()
    }
}

/// The reach of those pieces of a side that can chase at all.
fn reach(board: &Board, by: Color) -> Bitboard {
    let lines = board.lines();
    let each = |kind, reach: &dyn Fn(Square) -> Bitboard| {
        board.of(by, kind).into_iter().fold(Bitboard::EMPTY, |all, from| all | reach(from))
    };
    each(PieceKind::Rook, &|from| attacks::rook(from, lines))
        | each(PieceKind::Cannon, &|from| attacks::slide(from, lines).leaps)
        | each(PieceKind::Horse, &|from| attacks::horse(from, lines))
        | each(PieceKind::Elephant, &|from| attacks::elephant(from, lines))
        | each(PieceKind::Advisor, &|from| attacks::advisor(from))
}

/// The pieces of a side, but for its general and soldiers, that reach the piece on a point.
pub(crate) fn attackers(board: &Board, by: Color, point: Square) -> Bitboard {
    let lines = board.lines();
    let slide = attacks::slide(point, lines);
    let reaching = slide.steps & board.kind(PieceKind::Rook)
        | slide.leaps & board.kind(PieceKind::Cannon)
        | attacks::horses_to(point, lines) & board.kind(PieceKind::Horse)
        | attacks::elephant(point, lines) & board.kind(PieceKind::Elephant)
        | attacks::advisor(point) & board.kind(PieceKind::Advisor);
    reaching & board.side_of(by)
}

/// The kind of the attack of the piece on `from` on that on `victim`, which it reaches.
pub(crate) fn classify_attack(board: &Board, from: Square, victim: Square) -> Attack {
    let (Some(attacker), Some(attacked)) = (board.at(from), board.at(victim)) else {
        return Attack::ByPinned;
    };
    let by = attacker.color;
    let after = played(board, from, victim);
    if exposes(board, &after, by) {
        return Attack::ByPinned;
    }
    if is_higher(attacked.kind, attacker.kind) {
        return Attack::OnHigher;
    }
    if attacked.kind == attacker.kind && could_take_first(board, victim, from) {
        return Attack::OnEqual;
    }
    match protector(board, &after, attacked.color, victim) {
        Some(protector) => Attack::OnProtected(protector),
        None => Attack::OnUnprotected,
    }
}

fn played(board: &Board, from: Square, to: Square) -> Board {
    let mut after = *board;
    after.play(Move::new(from, to));
    after
}

/// Returns whether a piece of that kind is chased by the attacker although it is protected.
const fn is_higher(attacked: PieceKind, attacker: PieceKind) -> bool {
    match attacker {
        PieceKind::Horse | PieceKind::Cannon => matches!(attacked, PieceKind::Rook),
        PieceKind::Advisor | PieceKind::Elephant => {
            matches!(attacked, PieceKind::Rook | PieceKind::Horse | PieceKind::Cannon)
        }
        _ => false,
    }
}

/// Returns whether the piece on `victim` could itself take the one on `attacker`, which is of its kind.
fn could_take_first(board: &Board, victim: Square, attacker: Square) -> bool {
    let color = board.at(victim).map_or(board.side(), |piece| piece.color);
    attackers(board, color, attacker).has(victim) && !exposes(board, &played(board, victim, attacker), color)
}

/// A piece of side `color` that may legally take back on `point`. `board` is the position, `after` that after the
/// capture.
fn protector(board: &Board, after: &Board, color: Color, point: Square) -> Option<Square> {
    let others = board.of(color, PieceKind::Soldier) & attacks::soldiers_to(color, point)
        | board.of(color, PieceKind::King) & attacks::king(point);
    let reaching = (attackers(after, color, point) | others).without(point);
    reaching.into_iter().find(|&from| !exposes(board, &played(after, from, point), color))
}

/// Returns whether the general of side `color` is attacked after some captures by a piece that did not attack it before.
fn exposes(before: &Board, after: &Board, color: Color) -> bool {
    let king = after.king(color);
    if !after.is_exposed(king, !color, after.occupied()) {
        return false;
    }
    let old = match before.king(color) == king {
        true => before.checkers_at(king, !color, before.occupied()),
        false => Bitboard::EMPTY,
    };
    !after.checkers_at(king, !color, after.occupied()).is_subset(old)
}

#[cfg(test)]
mod tests;
