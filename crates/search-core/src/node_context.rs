//! The state of a node while it is searched, which its steps share, and what the search keeps for each ply of its line.

use std::num::NonZeroU16;

use crate::move_list::MoveList;
use crate::position::Position;
use crate::score::{self, INFINITY, Score};
use crate::table::TableEntry;
use crate::window::{NodeRequest, Window};

/// The knowledge of a node once it is clear that its moves may have to be searched. The steps of
/// [`search_node`](crate::worker::Worker::search_node) borrow it, and add to it.
#[derive(Debug)]
pub(crate) struct NodeContext<'p, P: Position> {
    pub position: &'p P,
    /// The request by which the moves are searched: its depth is that after reductions and extensions of the node.
    pub request: NodeRequest,
    /// The request that the stored result answers: without extensions and razoring.
    pub original_request: NodeRequest,
    pub entry: Option<TableEntry>,
    /// The static evaluation; `None` where nothing may be pruned by it.
    pub static_eval: Option<Score>,
    /// The same, or a stored score that is nearer to the truth.
    pub eval: Score,
    /// The static evaluation is better than at the last move of the side to move.
    pub is_improving: bool,
    /// Set where moves that do not reach alpha with a margin are skipped.
    pub futility: Option<Futility>,
    /// By how many plies the stored move is searched deeper, or, below zero, less deeply.
    pub table_move_extension: i16,
    /// The best of the moves searched so far.
    pub best: Best<P::Move>,
}

impl<'p, P: Position> NodeContext<'p, P> {
    /// A node of which nothing is known but what is stored.
    #[inline(always)]
    pub fn new(position: &'p P, request: NodeRequest, entry: Option<TableEntry>) -> Self {
        NodeContext {
            position,
            request,
            original_request: request,
            entry,
            static_eval: None,
            eval: 0,
            is_improving: false,
            futility: None,
            table_move_extension: 0,
            best: Best::new(request.window),
        }
    }
}

/// A node far below alpha, of which moves are skipped that do not reach it with a margin added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Futility {
    pub static_eval: Score,
    pub margin: Score,
}

/// The best of the moves searched so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best<M> {
    pub score: Score,
    pub mv: Option<M>,
    pub searched: u32,
    /// Set if a move was skipped: no unsearched move is better than alpha, but none has a score.
    has_skipped: bool,
    /// The window that the next move has to beat: alpha raised by the moves before it.
    pub window: Window,
    /// Set if a move has raised alpha.
    pub has_raised: bool,
    /// The first move did not reach alpha: the sign of an all-node.
    pub first_move_failed_low: bool,
    /// A move loses by a ruling.
    has_ruled_loss: bool,
}

impl<M: Copy> Best<M> {
    pub fn new(window: Window) -> Self {
        Best {
            score: -INFINITY,
            mv: None,
            searched: 0,
            has_skipped: false,
            window,
            has_raised: false,
            first_move_failed_low: false,
            has_ruled_loss: false,
        }
    }

    /// Records a move's score, and returns whether it is the best so far.
    pub fn record(&mut self, mv: M, score: Score) -> bool {
        self.searched += 1;
        self.first_move_failed_low |= self.searched == 1 && score <= self.window.alpha;
        self.has_ruled_loss |= score < 0 && score::rests_on_ruling(score);
        let is_better = score > self.score;
        if is_better {
            self.score = score;
            self.mv = Some(mv);
            self.has_raised |= score > self.window.alpha;
            self.window = self.window.raise_alpha(score);
        }
        is_better
    }

    pub fn skip(&mut self) {
        self.has_skipped = true;
    }

    pub fn has_searched(&self) -> bool {
        self.searched > 0
    }

    pub fn has_moves(&self) -> bool {
        self.searched > 0 || self.has_skipped
    }

    /// The score of the node, whose moves were searched in `window`. Skipped moves count as worth alpha.
    pub fn node_score(&self, window: Window) -> Score {
        let score = if self.has_skipped { self.score.max(window.alpha) } else { self.score };
        if self.has_ruled_loss && score < window.beta { score::loss_with_ruling(score) } else { score }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// The move that earlier work found best.
    Table,
    /// The captures; where losing ones go last, the others.
    Captures,
    /// A quiet move that cut off at this ply before, by its index.
    Killers(usize),
    /// The quiet move that last refuted the move before.
    Counter,
    /// The quiet moves; everything, where moves are not sorted.
    Rest,
    /// The captures that lose by static exchange evaluation.
    Losing,
    Done,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Picked<M> {
    pub mv: M,
    pub stage: Stage,
}

/// One ply of the line.
#[derive(Debug)]
pub(crate) struct Frame<M> {
    pub list: MoveList<M>,
    /// Captures that lose by static exchange evaluation, set aside until the quiet moves have been tried.
    pub losing: MoveList<M>,
    /// The quiet moves searched so far, where those that did not cut are to lose history.
    pub searched: Vec<M>,
    /// The best line found from here.
    pub variation: Vec<M>,
    /// The captures searched so far, where captures have histories.
    pub captures: Vec<M>,
    /// The move that this search of the node leaves out, to find out whether the others are worse.
    pub excluded: Option<M>,
    /// The facts that other plies depend on.
    pub facts: PlyFacts,
}

/// The facts of a ply that nodes further down the line depend on, whichever thread searches them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlyFacts {
    /// The static evaluation of the node; `None` in check, or where nothing has needed it.
    pub static_eval: Option<Score>,
    /// The history index of the move that led here, where continuations have histories; `None` after a null move.
    pub led_by: Option<usize>,
    /// The number of cutoffs at this ply since the node two plies before was entered.
    pub cutoffs: u8,
    /// Two quiet moves that cut off here before, the latest first.
    pub killers: [Option<NonZeroU16>; 2],
    /// The move that led here was a capture that paid; updated only where exchanges are extended.
    pub is_good_capture: bool,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Frame {
            list: MoveList::default(),
            losing: MoveList::default(),
            searched: Vec::new(),
            variation: Vec::new(),
            captures: Vec::new(),
            excluded: None,
            facts: PlyFacts::default(),
        }
    }
}

impl<M> Frame<M> {
    /// Prepares for a node that is entered.
    #[inline(always)]
    pub fn reset(&mut self) {
        self.variation.clear();
        self.facts.static_eval = None;
    }
}

impl PlyFacts {
    /// A quiet move cut off.
    pub fn add_killer(&mut self, mv: NonZeroU16) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }
}
