//! One thread's search: what it borrows, what it owns, and how it steps along a line.

use std::num::NonZeroU16;

use crate::evaluator::Evaluator;
use crate::limits::Control;
use crate::memory::Memory;
use crate::move_list::MoveList;
use crate::position::Position;
use crate::recipe::{Plan, Recipe, TableUse};
use crate::records::Records;
use crate::score::{MAX_PLY, Score};
use crate::table::Table;
use crate::tally::Tally;
use crate::watch::{Event, Why};

/// Nodes between two looks at the clock and the stop flag.
const POLL: u64 = 1024;

/// The search was told to end; what it was doing has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop;

/// A node's score, and what it rests on.
pub(crate) type Settled = (Score, Why);

/// Why a node is left before its moves have been tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Its score, or a bound that settles the question, is known.
    Settled(Settled),
    /// The search was told to end.
    Stop,
}

impl From<Stop> for Exit {
    fn from(_: Stop) -> Exit {
        Exit::Stop
    }
}

/// What is known of one ply of the line.
#[derive(Debug)]
pub(crate) struct Frame<M> {
    /// The moves being tried.
    pub list: MoveList<M>,
    /// The quiet moves searched so far, where those that were in vain are to lose history.
    pub searched: Vec<M>,
    /// The best line found from here.
    pub variation: Vec<M>,
    /// The move that led here was a capture that paid; kept up only where exchanges are extended.
    pub is_good_capture: bool,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        let (list, variation) = (MoveList::default(), Vec::new());
        Frame { list, searched: Vec::new(), variation, is_good_capture: false }
    }
}

/// What a thread keeps from one search to the next: its evaluator, histories and lists.
#[derive(Debug)]
pub struct Kit<P: Position, E> {
    /// The game's judgement.
    pub evaluator: E,
    /// What references are made of; empty unless the recipe keeps an archive.
    pub records: Records,
    pub(crate) memory: Memory,
    pub(crate) frames: Vec<Frame<P::Move>>,
    pub(crate) line: Vec<P::Mark>,
}

impl<P: Position, E: Evaluator<P>> Kit<P, E> {
    /// A kit around an evaluator.
    pub fn new(evaluator: E) -> Self {
        Kit {
            evaluator,
            records: Records::default(),
            memory: Memory::new(P::SLOTS),
            frames: (0..=MAX_PLY + 1).map(|_| Frame::default()).collect(),
            line: Vec::new(),
        }
    }

    /// Forgets what earlier searches taught, for a new game or a comparison. Records stay.
    pub fn clear(&mut self) {
        self.memory.clear();
        self.evaluator.forget();
    }
}

/// Which root moves a search may choose from.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves<M> {
    /// If not empty, only these.
    pub only: Vec<M>,
    /// Never these: the better lines of a multi-line search.
    pub except: Vec<M>,
}

impl<M: Copy + Eq> RootMoves<M> {
    fn allows(&self, mv: M) -> bool {
        (self.only.is_empty() || self.only.contains(&mv)) && !self.except.contains(&mv)
    }

    fn is_filter(&self) -> bool {
        !self.only.is_empty() || !self.except.is_empty()
    }
}

/// A search in progress.
#[derive(Debug)]
pub(crate) struct Worker<'a, P: Position, E, L> {
    pub kit: &'a mut Kit<P, E>,
    pub plan: L,
    pub table: &'a Table<P::Seal>,
    pub control: &'a Control,
    pub tally: Tally,
    pub root_moves: RootMoves<P::Move>,
    /// By ply, the principal variation of the iteration before: the position's key and the move. Empty where a table
    /// knows it.
    pub guide: Vec<(u64, NonZeroU16)>,
    /// The line of the last root search that found one: a later window may fail low and find none.
    pub proven_line: Vec<P::Move>,
    /// No line is extended beyond this ply.
    pub reach: u32,
    /// Plies from the root to the node in hand.
    pub ply: u32,
    /// The deepest ply entered.
    pub reached: u32,
    nodes: u64,
    checkpoint: u64,
}

impl<'a, P: Position, E: Evaluator<P>, L: Plan> Worker<'a, P, E, L> {
    /// A search of at most `nodes` visits, on a line of which `history` (ending with the root) is already played.
    pub fn new(
        kit: &'a mut Kit<P, E>,
        plan: L,
        table: &'a Table<P::Seal>,
        control: &'a Control,
        history: &[P::Mark],
        nodes: u64,
    ) -> Self {
        kit.line.clear();
        kit.line.extend_from_slice(history);
        let root_moves = RootMoves { only: Vec::new(), except: Vec::new() };
        let checkpoint = nodes.min(POLL);
        Worker {
            kit,
            plan,
            table,
            control,
            tally: Tally::default(),
            root_moves,
            guide: Vec::new(),
            proven_line: Vec::new(),
            reach: 0,
            ply: 0,
            reached: 0,
            nodes,
            checkpoint,
        }
    }

    /// Sets up an iteration: how far lines may grow, and the line to begin with.
    pub fn prepare(&mut self, root: &P, depth: i16, variation: &[P::Move]) {
        let recipe = *self.recipe();
        self.reach = 2 * depth.max(0) as u32;
        if recipe.history_ageing {
            self.kit.memory.fade();
        }
        self.guide.clear();
        if recipe.deepening && recipe.table == TableUse::Off {
            let mut position = root.clone();
            for &mv in variation {
                self.guide.push((position.key(), P::pack(mv)));
                position.play(mv);
            }
        }
    }

    #[inline(always)]
    pub fn recipe(&self) -> &Recipe {
        self.plan.recipe()
    }

    #[inline(always)]
    pub fn frame(&mut self) -> &mut Frame<P::Move> {
        &mut self.kit.frames[self.ply as usize]
    }

    /// Counts the node and looks now and then whether the search must end.
    #[inline(always)]
    pub fn visit(&mut self) -> Result<(), Stop> {
        if self.tally.visits >= self.checkpoint {
            self.poll()?;
        }
        self.tally.visits += 1;
        self.frame().variation.clear();
        Ok(())
    }

    /// From now on no more than so many visits in all are allowed.
    pub fn limit(&mut self, nodes: u64) {
        self.nodes = nodes;
        self.checkpoint = nodes.min(self.tally.visits + POLL);
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stop> {
        if self.tally.visits >= self.nodes || self.control.must_stop() {
            return Err(Stop);
        }
        self.checkpoint = self.nodes.min(self.tally.visits + POLL);
        Ok(())
    }

    /// Steps to the child that `mv` leads to.
    #[inline(always)]
    pub fn enter(&mut self, position: &P, mv: P::Move) -> P {
        self.plan.watch(Event::Made(Some(P::pack(mv))));
        self.kit.evaluator.entered(position, Some(mv));
        let mut child = position.clone();
        child.play(mv);
        self.step(child.mark(Some(mv)));
        child
    }

    /// Steps to the position after the side to move has passed.
    pub fn enter_passed(&mut self, position: &P, passed: &P) {
        self.plan.watch(Event::Made(None));
        self.kit.evaluator.entered(position, None);
        self.step(passed.mark(None));
        self.frame().is_good_capture = false;
    }

    #[inline(always)]
    fn step(&mut self, mark: P::Mark) {
        self.kit.line.push(mark);
        self.ply += 1;
        self.reached = self.reached.max(self.ply);
    }

    /// Steps back.
    #[inline(always)]
    pub fn leave(&mut self) {
        self.ply -= 1;
        self.kit.line.pop();
        self.kit.evaluator.left();
        self.plan.watch(Event::TakenBack);
    }

    /// Whether the root may choose this move; below the root everything may be played.
    #[inline(always)]
    pub fn allows(&self, mv: P::Move) -> bool {
        self.ply > 0 || self.root_moves.allows(mv)
    }

    /// Whether the node in hand is a root with some of its moves hidden, whose score is not the position's.
    #[inline(always)]
    pub fn is_filtered(&self) -> bool {
        self.ply == 0 && self.root_moves.is_filter()
    }

    /// Keeps the line of the root search just made, if it has one.
    pub fn keep_line(&mut self) {
        let found = &self.kit.frames[0].variation;
        if !found.is_empty() {
            self.proven_line.clone_from(found);
        }
    }

    /// Makes `mv`, followed by the best line of the child just left, the best line of this node.
    pub fn extend_variation(&mut self, mv: P::Move) {
        let (here, below) = self.kit.frames.split_at_mut(self.ply as usize + 1);
        let variation = &mut here[self.ply as usize].variation;
        variation.clear();
        variation.push(mv);
        variation.extend_from_slice(&below[0].variation);
    }
}
