//! The order in which moves are tried. Each kind of move is generated when it is needed.

use std::num::NonZeroU16;

use crate::evaluator::{Evaluator, Heuristics};
use crate::move_list::{MAX_ORDER_SCORE, MoveList};
use crate::node_context::{NodeContext, Picked, Stage};
use crate::position::{MoveKind, Position};
use crate::recipe::{CaptureOrder, History, RecipeSource, TableUse};
use crate::store::Store;
use crate::worker::Worker;

/// A node's moves, best guesses first: the table's move before anything is generated, captures, killers, the others.
#[derive(Debug)]
pub(crate) struct Picker<M> {
    stage: Stage,
    cursor: usize,
    /// Set if the stage's moves are in the list.
    is_listed: bool,
    /// Set if every move is in the list, not yet ordered.
    has_all: bool,
    /// Moves that were tried before the list was made: the table's, the killers and the counter move.
    early: [Option<M>; 4],
    /// No more quiet moves are picked.
    skips_quiets: bool,
}

impl<M: Copy + Eq> Picker<M> {
    fn new() -> Self {
        Picker {
            stage: Stage::Table,
            cursor: 0,
            is_listed: false,
            has_all: false,
            early: [None; 4],
            skips_quiets: false,
        }
    }

    fn was_tried(&self, mv: M) -> bool {
        self.early.contains(&Some(mv))
    }

    fn advance(&mut self, stage: Stage) {
        (self.stage, self.cursor, self.is_listed) = (stage, 0, false);
    }

    /// Leaves out the quiet moves that were not picked yet.
    fn skip_quiets(&mut self) {
        self.skips_quiets = true;
        let is_quiet = matches!(self.stage, Stage::Killers(_) | Stage::Counter | Stage::Rest);
        if is_quiet {
            self.advance(Stage::Losing);
        }
    }

    fn after_captures(&self) -> Stage {
        if self.skips_quiets { Stage::Losing } else { Stage::Killers(0) }
    }

    /// The list of this ply holds every move, not yet ordered.
    pub fn mark_generated(&mut self) {
        self.has_all = true;
    }
}

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The picker of a node whose moves are about to be tried.
    #[inline(always)]
    pub(crate) fn new_picker(&mut self) -> Picker<P::Move> {
        let frame = self.frame();
        frame.searched.clear();
        frame.captures.clear();
        frame.losing.clear();
        Picker::new()
    }

    /// The next move to try, or `None` when all have been, or those that are left are pruned.
    #[inline(always)]
    pub(crate) fn next_move(
        &mut self,
        picker: &mut Picker<P::Move>,
        node: &mut NodeContext<P>,
    ) -> Option<Picked<P::Move>> {
        if self.should_skip_late_moves(node) && !picker.skips_quiets {
            picker.skip_quiets();
            node.best.skip();
        }
        self.pick(picker, node)
    }

    #[inline(always)]
    fn pick(&mut self, picker: &mut Picker<P::Move>, node: &NodeContext<P>) -> Option<Picked<P::Move>> {
        let position = node.position;
        loop {
            let stage = picker.stage;
            let picked = match stage {
                Stage::Table => {
                    let has_captures = self.recipe().sort && P::VICTIMS > 1;
                    picker.advance(if has_captures { Stage::Captures } else { Stage::Killers(0) });
                    picker.early[0] = self.first_move(node);
                    picker.early[0]
                }
                Stage::Killers(index) => {
                    picker.advance(if index == 0 { Stage::Killers(1) } else { Stage::Counter });
                    let mv = self.killer(position, index).filter(|&mv| !picker.was_tried(mv));
                    picker.early[1 + index] = mv;
                    mv
                }
                Stage::Counter => {
                    picker.advance(Stage::Rest);
                    let mv = self.counter_move(position).filter(|&mv| !picker.was_tried(mv));
                    picker.early[3] = mv;
                    mv
                }
                Stage::Captures => self.pick_listed(picker, node, picker.after_captures()),
                Stage::Rest => {
                    let is_last = self.frame().losing.is_empty();
                    self.pick_listed(picker, node, if is_last { Stage::Done } else { Stage::Losing })
                }
                Stage::Losing => self.pick_listed(picker, node, Stage::Done),
                Stage::Done => return None,
            };
            match picked {
                Some(mv) if self.allows(mv) && !self.is_excluded(mv) => return Some(Picked { mv, stage }),
                _ => {}
            }
        }
    }

    /// The move that earlier work found best: recorded, of the table, or of the last iteration.
    fn first_move(&self, node: &NodeContext<P>) -> Option<P::Move> {
        let (recipe, position) = (self.recipe(), node.position);
        let packed = if recipe.perfect_order {
            self.store.recorded_move(position, node.request.depth)
        } else if recipe.table != TableUse::Off {
            node.entry.and_then(|entry| entry.mv)
        } else if recipe.deepening {
            self.previous_pv_move(position)
        } else {
            None
        };
        packed.and_then(|packed| position.unpack(packed))
    }

    fn previous_pv_move(&self, position: &P) -> Option<NonZeroU16> {
        let &(key, mv) = self.previous_pv.get(self.ply as usize)?;
        (key == position.key()).then_some(mv)
    }

    fn killer(&mut self, position: &P, index: usize) -> Option<P::Move> {
        if !self.recipe().killers {
            return None;
        }
        let packed = self.frame().facts.killers[index]?;
        position.unpack(packed).filter(|&mv| position.victim(mv) == 0)
    }

    fn counter_move(&self, position: &P) -> Option<P::Move> {
        if !self.recipe().counter_moves {
            return None;
        }
        let before = self.thread.frames[self.ply as usize].facts.led_by;
        let packed = self.thread.histories.counter_move(before)?;
        position.unpack(packed).filter(|&mv| position.victim(mv) == 0)
    }

    #[inline(always)]
    fn is_excluded(&self, mv: P::Move) -> bool {
        self.is_excluding() && self.thread.frames[self.ply as usize].excluded == Some(mv)
    }

    /// The next move of a stage that lists its moves; after the last one, `None` and the next stage.
    #[inline(always)]
    fn pick_listed(
        &mut self,
        picker: &mut Picker<P::Move>,
        node: &NodeContext<P>,
        next: Stage,
    ) -> Option<P::Move> {
        if !picker.is_listed {
            self.list(picker, node);
            picker.is_listed = true;
        }
        while let Some((mv, score)) = self.frame().list.select(picker.cursor) {
            picker.cursor += 1;
            if picker.was_tried(mv) {
                continue;
            }
            let is_losing = picker.stage == Stage::Captures && self.loses_exchange(node.position, mv);
            if !is_losing {
                return Some(mv);
            }
            self.frame().losing.push_scored(mv, score);
        }
        picker.advance(next);
        None
    }

    /// Returns whether a capture is kept for the end.
    #[inline(always)]
    fn loses_exchange(&mut self, position: &P, mv: P::Move) -> bool {
        self.recipe().losing_last && !self.heuristics().see(position, mv, 0)
    }

    /// Brings the moves of a stage into this ply's list, with their scores.
    fn list(&mut self, picker: &Picker<P::Move>, node: &NodeContext<P>) {
        let (position, sort) = (node.position, self.recipe().sort);
        if picker.stage == Stage::Losing {
            let frame = self.frame();
            std::mem::swap(&mut frame.list, &mut frame.losing);
            return;
        }
        let mut list = std::mem::take(&mut self.frame().list);
        // A game without captures has only quiet moves: the list made for another step has them all.
        let is_made = picker.has_all && P::VICTIMS == 1;
        if !is_made {
            list.clear();
            let kind = match picker.stage {
                Stage::Captures => MoveKind::Captures,
                _ if sort && P::VICTIMS > 1 => MoveKind::Quiets,
                _ => MoveKind::All,
            };
            position.moves(kind, &mut list);
        }
        self.counters.generated += list.len() as u64;
        if picker.stage == Stage::Captures {
            self.order_captures(position, &mut list);
        } else if list.len() > 1 {
            if sort {
                let thread = &mut *self.thread;
                let children = if is_made { thread.children[self.ply as usize].as_slice() } else { &[] };
                let counters = &mut self.counters;
                thread.evaluator.heuristics().order_moves(
                    position,
                    node.request,
                    children,
                    &mut list,
                    counters,
                );
            }
            self.add_histories(position, &mut list);
        }
        self.frame().list = list;
    }

    /// Adds the histories of quiet moves to their static scores.
    #[inline(always)]
    fn add_histories(&self, position: &P, list: &mut MoveList<P::Move>) {
        let recipe = self.recipe();
        let weight = match recipe.history {
            History::Off => return,
            History::Gravity => recipe.parameters.static_weight,
            _ => 1,
        };
        for entry in list.scored_mut() {
            let order = entry.score.clamp(-MAX_ORDER_SCORE, MAX_ORDER_SCORE);
            entry.score = weight * order + self.quiet_history(position, entry.mv);
        }
    }

    /// Scores captures by victim and attacker, or by static exchange evaluation; then by their histories.
    pub(crate) fn order_captures(&mut self, position: &P, list: &mut MoveList<P::Move>) {
        let source = self.source;
        let recipe = source.recipe();
        for entry in list.scored_mut() {
            let (victim, attacker) = (position.victim(entry.mv) as i32, position.attacker(entry.mv) as i32);
            entry.score = match recipe.captures {
                CaptureOrder::VictimThenAttacker => 64 * victim - attacker,
                CaptureOrder::Difference => 64 * (victim - attacker) + victim,
                CaptureOrder::Exchange => {
                    let exchange = self.heuristics().exchange_value(position, entry.mv);
                    exchange.saturating_mul(64).saturating_add(32 + victim - attacker)
                }
            };
            if recipe.capture_history {
                let index = position.history_index(entry.mv);
                entry.score = 64 * entry.score
                    + self.thread.histories.capture(index, victim as usize)
                        / recipe.parameters.capture_divisor;
            }
        }
    }
}
