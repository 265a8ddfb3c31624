//! The terms of what one side's pieces do together and against the other's: soldiers, attack and protection, and the pressure on
//! the enemy general.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluator::activity::{Cover, ahead, to_the_right};
use crate::evaluator::side_pieces::{SidePieces, palace_of};
use crate::evaluator::sums::Sink;
use crate::evaluator::weights::{Group, groups};
use crate::piece::PieceKind;
use crate::square::Square;

/// One step of the weights `danger`: what eight or nine points covered by one piece come to while no guard is lost.
const DANGER_STEP: i32 = 80;

/// The files to the left of the middle one, from Red's view.
const LEFT_WING: Bitboard = Bitboard::of_files(0, 3);

/// The files to the right of the middle one.
const RIGHT_WING: Bitboard = Bitboard::of_files(5, 8);

/// A board as one side sees it, with what the pieces of both sides cover.
#[derive(Clone, Copy)]
pub(super) struct SideView<'a> {
    pub board: &'a Board,
    pub army: &'a SidePieces,
    pub enemy: &'a SidePieces,
    pub cover: &'a Cover,
    pub enemy_cover: &'a Cover,
}

impl SideView<'_> {
    /// The same board as the other side sees it.
    #[inline(always)]
    pub fn of_enemy(self) -> Self {
        let SideView { board, army, enemy, cover, enemy_cover } = self;
        SideView { board, army: enemy, enemy: army, cover: enemy_cover, enemy_cover: cover }
    }

    #[inline(always)]
    pub fn evaluate(self, sink: &mut impl Sink) {
        self.soldiers(sink);
        self.threats(sink);
        self.danger(sink);
        self.massed(sink);
        self.pins(sink);
        self.confined(sink);
        self.checks(sink);
    }

    /// Soldiers, beyond where they stand: together, and against the guards that are left.
    #[inline(always)]
    fn soldiers(self, sink: &mut impl Sink) {
        let SideView { board, army, enemy, .. } = self;
        let before = ahead(army.color, army.pieces(board, PieceKind::Soldier));
        let opposed = before & enemy.pieces(board, PieceKind::Soldier);
        sink.add(groups::SOLDIER_OPPOSED.index(), opposed.len() as i32);
        let blocked = before & army.pieces(board, PieceKind::Horse);
        sink.add(groups::SOLDIER_BEHIND_HORSE.index(), blocked.len() as i32);
        if army.crossed.is_empty() {
            return;
        }
        let pairs = army.crossed & to_the_right(army.crossed);
        sink.add(groups::SOLDIER_PAIR.index(), pairs.len() as i32);
        let lost = groups::SOLDIER_AGAINST_LOST_GUARDS.nth(enemy.counts.missing_guards() as usize);
        sink.add(lost, army.crossed.len() as i32);
    }

    /// Pieces that protect each other, and pieces that can be won.
    #[inline(always)]
    fn threats(self, sink: &mut impl Sink) {
        let SideView { board, army, enemy, cover, enemy_cover } = self;
        let of = |army: &SidePieces, kind| army.pieces(board, kind);
        let mut count = |group: Group, points: Bitboard| sink.add(group.index(), points.len() as i32);
        let (horses, cannons) = (of(enemy, PieceKind::Horse), of(enemy, PieceKind::Cannon));
        let rooks = of(enemy, PieceKind::Rook);
        if !cover.soldiers.is_disjoint(horses | cannons | rooks) {
            count(groups::SOLDIER_ATTACKS_MINOR, cover.soldiers & (horses | cannons));
            count(groups::SOLDIER_ATTACKS_ROOK, cover.soldiers & rooks);
        }
        let guards = of(enemy, PieceKind::Advisor) | of(enemy, PieceKind::Elephant);
        count(groups::MINOR_ATTACKS_ROOK, cover.minors & rooks);
        count(groups::MINOR_ATTACKS_MINOR, cover.minors & (horses | cannons));
        count(groups::MINOR_ATTACKS_GUARD, cover.minors & guards);
        let hanging = enemy.own & (cover.all - enemy_cover.all);
        if !hanging.is_empty() {
            count(groups::HANGING_HORSE, hanging & horses);
            count(groups::HANGING_CANNON, hanging & cannons);
            count(groups::HANGING_ROOK, hanging & rooks);
            count(groups::HANGING_CROSSED_SOLDIER, hanging & enemy.crossed);
            count(groups::HANGING_GUARD, hanging & guards);
        }
        count(groups::PROTECTED_HORSE, cover.all & of(army, PieceKind::Horse));
        count(groups::PROTECTED_CANNON, cover.all & of(army, PieceKind::Cannon));
        if !army.crossed.is_empty() {
            count(groups::PROTECTED_SOLDIER, cover.all & army.crossed);
        }
    }

    /// Pressure on the enemy palace. It grows with the number of pieces that take part, as one alone does little, and with the
    /// guards that are gone.
    #[inline(always)]
    fn danger(self, sink: &mut impl Sink) {
        let pressure = self.cover.pressure;
        let pieces = pressure.pieces + (self.army.crossed.len() as i32).min(2);
        let danger = pressure.weight * pieces * (6 + self.enemy.counts.missing_guards());
        let steps = (danger + DANGER_STEP / 2) / DANGER_STEP;
        sink.add_one(groups::DANGER.nth(steps as usize));
    }

    /// Pieces of attack across the river, and on one wing.
    #[inline(always)]
    fn massed(self, sink: &mut impl Sink) {
        let SideView { board, army, .. } = self;
        let attackers =
            board.kind(PieceKind::Rook) | board.kind(PieceKind::Horse) | board.kind(PieceKind::Cannon);
        let attackers = attackers & army.own;
        let across = attackers & attacks::half(!army.color);
        sink.add_one(groups::ATTACKERS_ACROSS.nth(across.len() as usize));
        let attackers = attackers | army.crossed;
        let wing = (attackers & LEFT_WING).len().max((attackers & RIGHT_WING).len());
        sink.add_one(groups::ATTACKERS_ON_A_WING.nth(wing as usize));
    }

    /// Enemy pieces that must stay where they protect their general.
    #[inline(always)]
    fn pins(self, sink: &mut impl Sink) {
        let pinned = self.enemy_cover.pinned;
        if pinned.is_empty() {
            return;
        }
        let mut count = |group: Group, kind| {
            sink.add(group.index(), (pinned & self.board.kind(kind)).len() as i32);
        };
        count(groups::PINNED_HORSE, PieceKind::Horse);
        count(groups::PINNED_ROOK, PieceKind::Rook);
        count(groups::PINNED_CANNON, PieceKind::Cannon);
    }

    /// The steps that the enemy general has left, and the points of its palace that only this side covers.
    #[inline(always)]
    fn confined(self, sink: &mut impl Sink) {
        let SideView { board, enemy, cover, enemy_cover, .. } = self;
        let facing = cover.from_general.steps;
        let steps = attacks::king(board.king(enemy.color)) - enemy.own - cover.all - facing;
        sink.add_one(groups::KING_STEPS_OF_ENEMY.nth(steps.len() as usize));
        let open = palace_of(enemy.color) & (cover.all - enemy_cover.all);
        sink.add_one(groups::PALACE_POINTS.nth(open.len() as usize));
    }

    /// The checks that the side could give at once, from points that no enemy piece covers. Whether a pin forbids the move, and
    /// checks that a move discovers, are not asked.
    #[inline(always)]
    fn checks(self, sink: &mut impl Sink) {
        let SideView { board, army, enemy, cover, enemy_cover } = self;
        let from_king = enemy_cover.from_general;
        let unfit = army.own | enemy_cover.all;
        let rooks = (cover.rooks & from_king.steps) - unfit;
        sink.add_one(groups::ROOK_CHECKS.nth(rooks.len() as usize));
        let horses = (cover.horses & attacks::horses_to(board.king(enemy.color), board.lines())) - unfit;
        sink.add_one(groups::HORSE_CHECKS.nth(horses.len() as usize));
        let cannons = (cover.cannon_steps & from_king.leaps) - enemy_cover.all;
        sink.add_one(groups::CANNON_CHECKS.nth(cannons.len() as usize));
    }
}

/// The chariots and cannons on a line with the enemy general; returns the pieces between, of either side: if one of
/// them left the line, that general would be in check.
#[inline(always)]
pub(super) fn lines_to_the_general(
    army: &SidePieces,
    enemy: &SidePieces,
    board: &Board,
    sink: &mut impl Sink,
) -> Bitboard {
    let king = board.king(enemy.color);
    let in_line = army.own & attacks::lines_through(king);
    let mut pinned = Bitboard::EMPTY;
    for rook in in_line & board.kind(PieceKind::Rook) {
        let between = attacks::between(king, rook) & board.occupied();
        let pieces = between.len() as usize;
        let group = if is_on_rank(rook, king) { groups::ROOK_ON_RANK } else { groups::ROOK_ON_FILE };
        sink.add_one(group.nth(pieces));
        if pieces == 1 {
            pinned |= between;
        }
    }
    for cannon in in_line & board.kind(PieceKind::Cannon) {
        let between = attacks::between(king, cannon) & board.occupied();
        let pieces = between.len() as usize;
        if is_on_rank(cannon, king) {
            sink.add_one(groups::CANNON_ON_RANK.nth(pieces));
            sink.add(groups::BOTTOM_CANNON_BACKED.index(), army.counts.rooks);
        } else {
            on_the_file(army, enemy, board, between, king, sink);
        }
        if pieces == 2 {
            pinned |= between;
        }
    }
    pinned
}

#[inline(always)]
fn is_on_rank(square: Square, king: Square) -> bool {
    square.rank_index() == king.rank_index()
}

#[inline(always)]
fn on_the_file(
    army: &SidePieces,
    enemy: &SidePieces,
    board: &Board,
    between: Bitboard,
    king: Square,
    sink: &mut impl Sink,
) {
    let pieces = between.len() as usize;
    sink.add_one(groups::CANNON_ON_FILE.nth(pieces));
    match pieces {
        0 => sink.add(groups::HOLLOW_CANNON_BACKED.index(), army.counts.rooks + army.counts.cannons - 1),
        2 => {
            let stuck = between & attacks::king(king) & enemy.pieces(board, PieceKind::Horse);
            sink.add(groups::CANNON_AGAINST_STUCK_HORSE.index(), i32::from(!stuck.is_empty()));
        }
        _ => {}
    }
}
