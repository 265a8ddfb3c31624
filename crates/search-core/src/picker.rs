//! The order in which moves are tried, generated no earlier than they are needed.

use std::num::NonZeroU16;

use crate::evaluator::Evaluator;
use crate::move_list::{MAX_ORDER_SCORE, MoveList};
use crate::position::{MoveKind, Position};
use crate::recipe::{Archive, CaptureOrder, History, Recipe, RecipeSource, TableUse};
use crate::table::TableEntry;
use crate::window::NodeRequest;
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

impl<P: Position, E: Evaluator<P>, L: RecipeSource> Worker<'_, P, E, L> {
    /// The next move to try, or `None` when all have been.
    #[inline(always)]
    pub(crate) fn pick(
        &mut self,
        picker: &mut Picker<P::Move>,
        position: &P,
        entry: Option<TableEntry>,
        request: NodeRequest,
    ) -> Option<P::Move> {
        loop {
            let mv = match picker.stage {
                Stage::Table => {
                    picker.advance(if self.recipe().sort { Stage::Captures } else { Stage::Killers(0) });
                    let mv = self.hash_move(position, entry, request);
                    picker.early[0] = mv;
                    mv
                }
                Stage::Captures => self.pick_listed(picker, position, request, Stage::Killers(0)),
                Stage::Killers(index) => {
                    picker.advance(if index == 0 { Stage::Killers(1) } else { Stage::Rest });
                    let mv = self.killer(position, index).filter(|&mv| !picker.was_tried(mv));
                    picker.early[1 + index] = mv;
                    mv
                }
                Stage::Rest => {
                    let is_last = !(self.recipe().sort && self.recipe().losing_last);
                    self.pick_listed(
                        picker,
                        position,
                        request,
                        if is_last { Stage::Done } else { Stage::Losing },
                    )
                }
                Stage::Losing => self.pick_listed(picker, position, request, Stage::Done),
                Stage::Done => return None,
            };
            if mv.is_some_and(|mv| self.allows(mv)) {
                return mv;
            }
        }
    }

    /// The move that earlier work found best: the archive's, the table's, or the last iteration's.
    fn hash_move(&self, position: &P, entry: Option<TableEntry>, request: NodeRequest) -> Option<P::Move> {
        let recipe = self.recipe();
        let packed = match recipe.archive {
            Archive::Ordering | Archive::Settling => self.thread.records.best(position.key(), request.depth),
            _ if recipe.table != TableUse::Off => entry.and_then(|entry| entry.mv),
            _ if recipe.deepening => self.previous_move(position),
            _ => None,
        };
        packed.and_then(|packed| position.unpack(packed))
    }

    fn previous_move(&self, position: &P) -> Option<NonZeroU16> {
        let &(key, mv) = self.previous_pv.get(self.ply as usize)?;
        (key == position.key()).then_some(mv)
    }

    fn killer(&self, position: &P, index: usize) -> Option<P::Move> {
        if !self.recipe().killers {
            return None;
        }
        let packed = self.thread.histories.killers(self.ply)[index]?;
        position.unpack(packed).filter(|&mv| position.victim(mv) == 0)
    }

    /// The next move of a stage that lists its moves; after the last one, `None` and the next stage.
    #[inline(always)]
    fn pick_listed(
        &mut self,
        picker: &mut Picker<P::Move>,
        position: &P,
        request: NodeRequest,
        next: Stage,
    ) -> Option<P::Move> {
        if !picker.is_listed {
            self.list(position, request, picker.stage);
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
    fn list(&mut self, position: &P, request: NodeRequest, stage: Stage) {
        let recipe = *self.recipe();
        let thread = &mut *self.thread;
        let list = &mut thread.frames[self.ply as usize].list;
        list.clear();
        position.moves(stage.moves(&recipe), list);
        self.counters.generated += list.len() as u64;
        if stage != Stage::Rest {
            if recipe.losing_last {
                let is_losing = stage == Stage::Losing;
                list.retain(|mv| (thread.evaluator.exchange(position, mv) < 0) == is_losing);
            }
            order_captures(position, &thread.evaluator, recipe.captures, list);
        } else if list.len() > 1 {
            if recipe.sort {
                thread.evaluator.order_moves(position, request, list, &mut self.counters);
            }
            if recipe.history != History::Off {
                let side = position.side();
                for entry in list.scored_mut() {
                    let history = thread.histories.history(side, position.history_index(entry.mv));
                    entry.order_score = entry.order_score.clamp(-MAX_ORDER_SCORE, MAX_ORDER_SCORE) + history;
                }
            }
        }
    }
}

impl Stage {
    /// What a stage generates: unsorted, everything at once.
    fn moves(self, recipe: &Recipe) -> MoveKind {
        match self {
            Stage::Rest if recipe.sort => MoveKind::Quiets,
            Stage::Rest => MoveKind::All,
            _ => MoveKind::Captures,
        }
    }
}

/// Ranks captures by what they take and by what with, or by what the exchange brings.
pub(crate) fn order_captures<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    order: CaptureOrder,
    list: &mut MoveList<P::Move>,
) {
    for entry in list.scored_mut() {
        let (victim, attacker) = (position.victim(entry.mv) as i32, position.attacker(entry.mv) as i32);
        entry.order_score = match order {
            CaptureOrder::VictimThenAttacker => 64 * victim - attacker,
            CaptureOrder::Difference => 64 * (victim - attacker) + victim,
            CaptureOrder::Exchange => {
                let exchange = evaluator.exchange(position, entry.mv);
                exchange.saturating_mul(64).saturating_add(victim - attacker)
            }
        };
    }
}
