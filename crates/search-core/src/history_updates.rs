//! The lessons of a cut-off: killers, counter moves and histories.

use crate::evaluator::Evaluator;
use crate::histories;
use crate::node_context::NodeContext;
use crate::position::Position;
use crate::recipe::{History, RecipeSource};
use crate::store::Store;
use crate::worker::Worker;

impl<P: Position, E: Evaluator<P>, R: RecipeSource, S: Store<P>> Worker<'_, P, E, R, S> {
    /// The move that led to the node `plies` - 1 plies before the one at `ply`: 1 is the last move.
    #[inline(always)]
    fn move_before(&self, ply: u32, plies: usize) -> Option<usize> {
        let ply = (ply as usize + 1).checked_sub(plies)?;
        self.thread.frames[ply].facts.led_by
    }

    #[inline(always)]
    pub(crate) fn quiet_history(&self, position: &P, mv: P::Move) -> i32 {
        let recipe = self.recipe();
        let (index, side) = (position.history_index(mv), position.side());
        let histories = &self.thread.histories;
        let mut sum = histories.get(side, index);
        if recipe.from_to_history {
            sum += histories.from_to.get(Some(side), histories::from_to::<P>(mv));
        }
        if recipe.continuation {
            let before = |plies| self.move_before(self.ply, plies);
            let second = if recipe.continuation_apart {
                &histories.continuations_apart
            } else {
                &histories.continuations
            };
            sum += histories.continuations.get(before(1), index) + second.get(before(2), index);
        }
        sum
    }

    /// Keeps the moves that were searched, where they may lose history.
    #[inline(always)]
    pub(crate) fn note_searched(&mut self, position: &P, mv: P::Move) {
        let recipe = self.recipe();
        if position.victim(mv) > 0 {
            if recipe.capture_history {
                self.frame().captures.push(mv);
            }
        } else if recipe.history_malus && recipe.history != History::Off {
            self.frame().searched.push(mv);
        }
    }

    pub(crate) fn update_heuristics(&mut self, node: &NodeContext<P>, mv: P::Move) {
        let position = node.position;
        self.counters.cutoffs += 1;
        self.counters.first_move_cutoffs += u64::from(node.best.searched == 1);
        let recipe = *self.recipe();
        let bonus = histories::bonus(recipe.history, node.request.depth, &recipe.parameters);
        if recipe.capture_history {
            self.update_captures(position, mv, bonus);
        }
        if position.victim(mv) > 0 {
            return;
        }
        if recipe.killers {
            self.frame().facts.add_killer(P::pack(mv));
        }
        if recipe.counter_moves {
            let before = self.move_before(self.ply, 1);
            self.thread.histories.set_counter_move(before, P::pack(mv));
        }
        if recipe.history != History::Off {
            self.update_quiet(position, mv, bonus);
            if recipe.history_malus {
                self.malus(position, mv, bonus);
            }
        }
    }

    #[inline(always)]
    fn update_quiet(&mut self, position: &P, mv: P::Move, bonus: i32) {
        let (side, index) = (position.side(), position.history_index(mv));
        let recipe = *self.recipe();
        let histories = &mut self.thread.histories;
        if recipe.from_to_history {
            histories.from_to.update(Some(side), histories::from_to::<P>(mv), bonus);
        }
        if recipe.history == History::Gravity {
            histories.update_with_gravity(side, index, bonus);
        } else {
            histories.update(side, index, bonus);
        }
        if !recipe.continuation {
            return;
        }
        for plies in [1, 2] {
            let before = self.move_before(self.ply, plies);
            let histories = &mut self.thread.histories;
            match recipe.continuation_apart && plies > 1 {
                true => histories.continuations_apart.update(before, index, bonus),
                false => histories.continuations.update(before, index, bonus),
            }
        }
    }

    /// A node is entered: its children have not cut off yet.
    #[inline(always)]
    pub(crate) fn clear_cutoffs_below(&mut self) {
        if self.recipe().parameters.reduction_cutoffs > 0
            && let Some(frame) = self.thread.frames.get_mut(self.ply as usize + 2)
        {
            frame.facts.cutoffs = 0;
        }
    }

    /// The number of cut-offs among the answers to the moves of the current node, and to those of the nodes beside it.
    #[inline(always)]
    pub(crate) fn cutoffs_below(&self) -> u8 {
        self.thread.frames.get(self.ply as usize + 1).map_or(0, |frame| frame.facts.cutoffs)
    }

    #[inline(always)]
    pub(crate) fn count_cutoff(&mut self) {
        if self.recipe().parameters.reduction_cutoffs > 0 {
            let cutoffs = &mut self.frame().facts.cutoffs;
            *cutoffs = cutoffs.saturating_add(1);
        }
    }

    /// Subtracts the bonus from the histories of the quiet moves that were searched before the one that cut. Moves that
    /// were skipped, or that the root may not choose, keep theirs.
    fn malus(&mut self, position: &P, mv: P::Move, bonus: i32) {
        let searched = std::mem::take(&mut self.frame().searched);
        for &not_cutting in searched.iter().filter(|&&searched| searched != mv) {
            self.update_quiet(position, not_cutting, -bonus);
        }
        self.frame().searched = searched;
    }

    /// The capture that cut gains history, the captures searched before the move that cut lose it.
    fn update_captures(&mut self, position: &P, mv: P::Move, bonus: i32) {
        let place = |mv| (position.history_index(mv), position.victim(mv));
        let thread = &mut *self.thread;
        let frame = &thread.frames[self.ply as usize];
        for &not_cutting in frame.captures.iter().filter(|&&searched| searched != mv) {
            let (index, victim) = place(not_cutting);
            thread.histories.update_capture(index, victim, -bonus);
        }
        let (index, victim) = place(mv);
        if victim > 0 {
            thread.histories.update_capture(index, victim, bonus);
        }
    }
}
