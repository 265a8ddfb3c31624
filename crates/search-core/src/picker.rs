//! The order in which moves are tried, generated no earlier than they are needed.

use std::num::NonZeroU16;

use crate::evaluator::Evaluator;
use crate::move_list::{LARGEST_RANK, MoveList};
use crate::position::{Position, Which};
use crate::recipe::{Archive, CaptureOrder, History, Plan, Recipe, TableUse};
use crate::table::Memo;
use crate::window::Ask;
use crate::worker::Worker;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    Captures,
    Killers(usize),
    Rest,
    Losing,
    Done,
}

/// A node's moves, best guesses first: the table's move before anything is generated, captures, killers, the others.
#[derive(Debug)]
pub(crate) struct Picker<M> {
    stage: Stage,
    /// The next entry of the list in hand.
    cursor: usize,
    /// Whether the stage's moves are in the list.
    is_listed: bool,
    /// Moves that were tried before the list was made: the table's and the killers.
    early: [Option<M>; 3],
}

impl<M: Copy + Eq> Picker<M> {
    pub fn new() -> Self {
        Picker { stage: Stage::Table, cursor: 0, is_listed: false, early: [None; 3] }
    }

    fn was_tried(&self, mv: M) -> bool {
        self.early.contains(&Some(mv))
    }

    fn advance(&mut self, stage: Stage) {
        *self = Picker { stage, cursor: 0, is_listed: false, early: self.early };
    }
}

impl<P: Position, E: Evaluator<P>, L: Plan> Worker<'_, P, E, L> {
    /// The next move to try, or `None` when all have been.
    #[inline(always)]
    pub(crate) fn pick(
        &mut self,
        picker: &mut Picker<P::Move>,
        position: &P,
        memo: Option<Memo>,
        ask: Ask,
    ) -> Option<P::Move> {
        loop {
            let mv = match picker.stage {
                Stage::Table => {
                    picker.advance(if self.recipe().sort { Stage::Captures } else { Stage::Killers(0) });
                    let mv = self.first_choice(position, memo, ask);
                    picker.early[0] = mv;
                    mv
                }
                Stage::Captures => self.pick_listed(picker, position, ask, Stage::Killers(0)),
                Stage::Killers(index) => {
                    picker.advance(if index == 0 { Stage::Killers(1) } else { Stage::Rest });
                    let mv = self.killer(position, index).filter(|&mv| !picker.was_tried(mv));
                    picker.early[1 + index] = mv;
                    mv
                }
                Stage::Rest => {
                    let is_last = !(self.recipe().sort && self.recipe().losing_last);
                    self.pick_listed(picker, position, ask, if is_last { Stage::Done } else { Stage::Losing })
                }
                Stage::Losing => self.pick_listed(picker, position, ask, Stage::Done),
                Stage::Done => return None,
            };
            if mv.is_some_and(|mv| self.allows(mv)) {
                return mv;
            }
        }
    }

    /// The move that earlier work found best: the archive's, the table's, or the last iteration's.
    fn first_choice(&self, position: &P, memo: Option<Memo>, ask: Ask) -> Option<P::Move> {
        let recipe = self.recipe();
        let packed = match recipe.archive {
            Archive::Ordering | Archive::Settling => self.kit.records.best(position.key(), ask.depth),
            _ if recipe.table != TableUse::Off => memo.and_then(|memo| memo.mv),
            _ if recipe.deepening => self.guided(position),
            _ => None,
        };
        packed.and_then(|packed| position.recall(packed))
    }

    fn guided(&self, position: &P) -> Option<NonZeroU16> {
        let &(key, mv) = self.guide.get(self.ply as usize)?;
        (key == position.key()).then_some(mv)
    }

    fn killer(&self, position: &P, index: usize) -> Option<P::Move> {
        if !self.recipe().killers {
            return None;
        }
        let packed = self.kit.memory.killers(self.ply)[index]?;
        position.recall(packed).filter(|&mv| position.victim(mv) == 0)
    }

    /// The next move of a stage that lists its moves; after the last one, `None` and the next stage.
    #[inline(always)]
    fn pick_listed(
        &mut self,
        picker: &mut Picker<P::Move>,
        position: &P,
        ask: Ask,
        next: Stage,
    ) -> Option<P::Move> {
        if !picker.is_listed {
            self.list(position, ask, picker.stage);
            picker.is_listed = true;
        }
        loop {
            let list = &mut self.frame().list;
            let Some(mv) = list.select(picker.cursor) else {
                picker.advance(next);
                return None;
            };
            picker.cursor += 1;
            if !picker.was_tried(mv) {
                return Some(mv);
            }
        }
    }

    /// Generates and ranks the moves of a stage into this ply's list.
    fn list(&mut self, position: &P, ask: Ask, stage: Stage) {
        let recipe = *self.recipe();
        let kit = &mut *self.kit;
        let list = &mut kit.frames[self.ply as usize].list;
        list.clear();
        position.moves(stage.moves(&recipe), list);
        self.tally.generated += list.len() as u64;
        if stage != Stage::Rest {
            if recipe.losing_last {
                let is_losing = stage == Stage::Losing;
                list.retain(|mv| (kit.evaluator.exchange(position, mv) < 0) == is_losing);
            }
            rank_captures(position, &kit.evaluator, recipe.captures, list);
        } else if list.len() > 1 {
            if recipe.sort {
                kit.evaluator.rank(position, ask, list, &mut self.tally);
            }
            if recipe.history != History::Off {
                let side = position.side();
                for entry in list.ranked_mut() {
                    let history = kit.memory.history(side, position.slot(entry.mv));
                    entry.rank = entry.rank.clamp(-LARGEST_RANK, LARGEST_RANK) + history;
                }
            }
        }
    }
}

impl Stage {
    /// What a stage generates: unsorted, everything at once.
    fn moves(self, recipe: &Recipe) -> Which {
        match self {
            Stage::Rest if recipe.sort => Which::Quiets,
            Stage::Rest => Which::All,
            _ => Which::Captures,
        }
    }
}

/// Ranks captures by what they take and by what with, or by what the exchange brings.
pub(crate) fn rank_captures<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    order: CaptureOrder,
    list: &mut MoveList<P::Move>,
) {
    for entry in list.ranked_mut() {
        let (victim, attacker) = (position.victim(entry.mv) as i32, position.attacker(entry.mv) as i32);
        entry.rank = match order {
            CaptureOrder::VictimThenAttacker => 64 * victim - attacker,
            CaptureOrder::Difference => 64 * (victim - attacker) + victim,
            CaptureOrder::Exchange => {
                let exchange = evaluator.exchange(position, entry.mv);
                exchange.saturating_mul(64).saturating_add(victim - attacker)
            }
        };
    }
}
