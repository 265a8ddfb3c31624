//! Algorithms as data: what the one node does, part by part.
//!
//! A [`Recipe`] is read by the node through a [`RecipeSource`]: a reference when recipes are compared at run time, a type of
//! no size when an engine has fixed its own, so that every test on it folds away.
//!
//! Recipes come in two classes. *Exact* ones find the score that plain minimax finds at the same depth, and differ in
//! cost alone; *selective* ones look deeper here and less deep there, and are measured by their error too
//! ([`Recipe::is_exact`]).
//!
//! What a part is worth stands beside it, as the change of nodes (visits and positions made for ordering) that
//! `shuangqi compare` measured: geometric means over 100 to 320 positions, at the deepest depth of the block named,
//! all figures in `data/laboratory`. "Alone" is added to plain principal variation search, "in company" to one with
//! every other part.

mod names;
mod parameters;
mod selective;
mod source;

pub use names::{PARTS, PRESETS, Part, UnknownName};
pub use parameters::{Parameter, Parameters};
pub use selective::{Extensions, Margins, Null, Selective, Verify};
pub use source::RecipeSource;

/// What the search does with alpha and beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// Nothing: every move is searched with the full window (negamax; Knuth & Moore 1975, F0).
    Ignored,
    /// Alpha-beta whose answers stay within the window (Knuth & Moore 1975, F2). With a table it costs +1 % in
    /// Othello, +3 % in Xiangqi against fail-soft; without one, nothing.
    FailHard,
    /// Alpha-beta whose answers are the tightest bounds known (Fishburn 1983).
    FailSoft,
}

/// From when on moves are first asked with a null window whether they beat alpha at all (principal variation search;
/// Marsland & Campbell 1982, Reinefeld 1983).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scout {
    /// Never: every move gets the whole window.
    Never,
    /// Once a move has raised alpha, as in Moreland's description. In these measurements the same as the next.
    AfterRaise,
    /// From the second move on, as is usual today. With static order and a table −15 % in Othello,
    /// −23 % in Xiangqi; with every other part −7 % and −8 % (block `deep`).
    AfterFirst,
}

/// The window of the second search, when a scout says that a move is better than alpha.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReSearch {
    /// From alpha to beta: stays right when the tree changes between the two searches.
    Whole,
    /// From the scout's score to beta (NegaScout; Reinefeld 1983). The better of the two scores is kept: the second
    /// alone may be lower than what the first has proven. Against the whole window −0.4 % in Othello, −0.6 % in
    /// Xiangqi.
    FromScout,
}

/// Which stored results cut off. Whenever the table is used, its move is tried first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableUse {
    /// None; the table is neither read nor written.
    Off,
    /// Those of exactly the depth asked for: the answer is the one the search itself would give.
    EqualDepth,
    /// Those at least as deep: fewer nodes, but the answer may be that of a deeper search.
    AtLeast,
}

/// The order of captures, in the search and beyond its horizon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureOrder {
    /// The most valuable victim, among equal ones the cheapest attacker. In Xiangqi +7 % against the next but one.
    VictimThenAttacker,
    /// The greatest difference between what is taken and what takes: +7 % against the next.
    Difference,
    /// What the exchange on the target wins in the end.
    Exchange,
}

/// What a quiet move that cuts off adds to its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum History {
    /// Nothing; there are no histories.
    Off,
    /// One: +0.2 % in Othello, +0.5 % in Xiangqi against the next.
    Count,
    /// The square of the depth below it.
    DepthSquared,
    /// Two to the power of that depth (Schaeffer 1983): +0.2 % and −0.0 %.
    Exponential,
    /// An amount that grows with the depth, less the nearer the history is to its limit (gravity, as in Stockfish): old
    /// cut-offs fade as new ones come.
    Gravity,
}

/// What happens beyond the horizon, in a game whose evaluator asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiescence {
    /// Captures are played out before a leaf is evaluated.
    pub captures: bool,
    /// A check is answered with every legal move instead of captures alone: mates by capture are found. Without,
    /// −7 % in Xiangqi, and 69 % of the scores are the same.
    pub evasions: bool,
    /// Captures of small value are left out (soldiers at home, advisors, elephants): −16 %, but only 30 %
    /// of the scores are the same.
    pub filter: bool,
    /// Results are stored in the table and taken from it: −6 % in Xiangqi.
    pub table: bool,
    /// The stored move is tried first, and the best move is stored.
    pub table_move: bool,
    /// Captures that lose by static exchange evaluation are left out.
    pub exchanges: bool,
    /// Captures that would not bring the evaluation near alpha are left out (delta pruning).
    pub delta: bool,
    /// At the first ply, quiet moves that give check are tried too.
    pub checks: bool,
}

impl Quiescence {
    /// All captures, all answers to checks, no table.
    pub const FULL: Quiescence = Quiescence {
        captures: true,
        evasions: true,
        filter: false,
        table: false,
        table_move: false,
        exchanges: false,
        delta: false,
        checks: false,
    };
}

/// A search algorithm, part by part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The use of alpha and beta.
    pub bounds: Bounds,
    /// When a null-window scout goes first.
    pub scout: Scout,
    /// The search that follows a scout above alpha.
    pub re_search: ReSearch,
    /// Which table entries cut off. Nodes in Othello (depth 7): −31 % alone, −5 % in company; in Xiangqi (depth
    /// 4): −20 % alone, −10 % in company.
    pub table: TableUse,
    /// The least depth at which the table is read and written; quiescence has a switch of its own. In Othello's middle
    /// game 3 instead of 0 takes 0.70 times the visits and 0.59 times the time: a probe costs more than a small
    /// subtree, and small results would replace those of deeper ones.
    pub table_min_depth: i16,
    /// Static ordering: captures first, and the evaluator's own rank. Nodes in Othello (depth 7): −73 % alone, +3 %
    /// in company; in Xiangqi (depth 4): −80 % alone, −34 % in company.
    pub sort: bool,
    /// The order of captures where they are sorted.
    pub captures: CaptureOrder,
    /// Where captures are sorted, those that lose by static exchange evaluation go after the quiet moves. In
    /// Xiangqi −3 %.
    pub losing_last: bool,
    /// Two quiet moves a ply that cut before are tried early (Akl & Newborn 1977). Nodes in Othello (depth 7): −42 %
    /// alone, +0.4 % in company; in Xiangqi (depth 4): −40 % alone, −3 % in company.
    pub killers: bool,
    /// Quiet moves are ordered by how often they cut, and how deep (Schaeffer 1983). Nodes in Othello (depth 7): −50
    /// % alone, −2 % in company; in Xiangqi (depth 4): −43 % alone, −1 % in company.
    pub history: History,
    /// Quiet moves that were searched before the one that cuts lose as much as it gains: −1 % in Othello, −0.1 % in
    /// Xiangqi.
    pub history_malus: bool,
    /// Histories are halved before each iteration: −0.2 % and +0.2 %.
    pub history_ageing: bool,
    /// Quiet moves have histories as answers to each of the two moves before them too. With gravity, malus, histories of
    /// captures and counter moves +45 ± 62 Elo in Xiangqi (10,000 nodes a move).
    pub continuation: bool,
    /// Captures have histories, by piece, target and victim.
    pub capture_history: bool,
    /// The quiet move that last refuted the move before it is tried after the killers.
    pub counter_moves: bool,
    /// The static evaluation is corrected by how far it was from the scores of searches in positions that look alike:
    /// +10 ± 39 Elo in Xiangqi (10,000 nodes a move).
    pub corrections: bool,
    /// Enhanced transposition cut-off: before any move is searched, a child whose stored bound refutes the node
    /// (Plaat, Schaeffer, Pijls & de Bruin 1996). Visits fall, but positions made for looking up count too: +29 % in
    /// Othello, +22 % in Xiangqi; the last iteration's visits −7 % and −3 %.
    pub transposed: bool,
    /// The depth is reached in steps, each ordering the next (Slate & Atkin 1977); without a table, by its principal
    /// variation. Nodes in Othello (depth 7): −30 % alone, +5 % in company; in Xiangqi (depth 4): −35 % alone, −12 %
    /// in company.
    pub deepening: bool,
    /// Where a mate is known, no line is followed beyond the ply at which it would be a better one (mate distance pruning).
    pub mate_distance: bool,
    /// The move that an earlier search recorded as the best goes first, in a [store](crate::Store) that has records.
    pub perfect_order: bool,
    /// Whether the game's referee (repetition, move limits) is asked at every node. Off in comparisons: a verdict
    /// depends on the path, and paths differ between algorithms.
    pub rulings: bool,
    /// What happens beyond the horizon.
    pub quiescence: Quiescence,
    /// Forward pruning.
    pub selective: Selective,
    /// The moves and positions that are searched more deeply.
    pub extensions: Extensions,
    /// The numbers that the parts of selective search use.
    pub parameters: Parameters,
}

/// Plain minimax in negamax form.
pub const NEGAMAX: Recipe = Recipe {
    bounds: Bounds::Ignored,
    scout: Scout::Never,
    re_search: ReSearch::Whole,
    table: TableUse::Off,
    table_min_depth: 0,
    sort: false,
    captures: CaptureOrder::VictimThenAttacker,
    losing_last: false,
    killers: false,
    history: History::Off,
    history_malus: false,
    history_ageing: false,
    continuation: false,
    capture_history: false,
    counter_moves: false,
    corrections: false,
    transposed: false,
    deepening: false,
    mate_distance: false,
    perfect_order: false,
    rulings: false,
    quiescence: Quiescence::FULL,
    selective: Selective::NONE,
    extensions: Extensions::NONE,
    parameters: Parameters::DEFAULT,
};
/// Alpha-beta, fail-hard.
pub const FAIL_HARD: Recipe = Recipe { bounds: Bounds::FailHard, ..NEGAMAX };
/// Alpha-beta, fail-soft.
pub const FAIL_SOFT: Recipe = Recipe { bounds: Bounds::FailSoft, ..NEGAMAX };
/// Principal variation search.
pub const PVS: Recipe = Recipe { scout: Scout::AfterFirst, ..FAIL_SOFT };
/// Reinefeld's form of it.
pub const NEGASCOUT: Recipe = Recipe { re_search: ReSearch::FromScout, ..PVS };
/// Every exact part that pays: the same score as negamax, by the fewest nodes. Enhanced transposition cut-offs are
/// not among them: at depth 6 of Xiangqi they save 2 % of the visits and make 20 % more positions, at depth 8 of
/// Othello 2 % for 10 %.
pub const STRONGEST: Recipe = Recipe {
    table: TableUse::EqualDepth,
    sort: true,
    killers: true,
    history: History::DepthSquared,
    deepening: true,
    ..PVS
};
/// Every selective part that pays in a game with captures and checks. What each group of them is worth in games of Xiangqi
/// stands in `data/laboratory/elo.md`.
pub const SELECTIVE: Recipe = Recipe {
    table: TableUse::AtLeast,
    losing_last: true,
    history: History::Gravity,
    history_malus: true,
    continuation: true,
    capture_history: true,
    counter_moves: true,
    mate_distance: true,
    quiescence: Quiescence {
        table: true,
        table_move: true,
        exchanges: true,
        delta: true,
        checks: true,
        ..Quiescence::FULL
    },
    selective: Selective {
        null: Null::ByEvaluation,
        estimate: true,
        improving: true,
        reverse_futility: true,
        late_reductions: true,
        late_pruning: true,
        quiet_futility: true,
        exchange_pruning: true,
        internal_reductions: true,
        ..Selective::NONE
    },
    extensions: Extensions { safe_check: true, singular: true, ..Extensions::NONE },
    ..STRONGEST
};
/// For play: deeper stored results cut off too, and the referee is consulted.
pub const PLAY: Recipe = Recipe { table: TableUse::AtLeast, rulings: true, ..STRONGEST };

impl Recipe {
    /// Whether the score is that of plain minimax at the same depth, in every position.
    pub fn is_exact(&self) -> bool {
        let is_quiet_as_ever = Quiescence { table: false, ..self.quiescence } == Quiescence::FULL;
        self.table != TableUse::AtLeast
            && !self.rulings
            && !self.selective.is_any()
            && !self.extensions.is_any()
            && !self.corrections
            && is_quiet_as_ever
    }

    /// Whether results of this depth are read from the table and stored in it.
    #[inline(always)]
    pub(crate) fn uses_table(&self, depth: i16) -> bool {
        !matches!(self.table, TableUse::Off) && depth >= self.table_min_depth
    }

    /// Whether the static evaluation of every node that is not in check is needed.
    #[inline(always)]
    pub(crate) const fn needs_static_eval(&self) -> bool {
        self.selective.improving || self.corrections
    }

    /// Whether something depends on the moves that led to a node.
    #[inline(always)]
    pub(crate) const fn follows_moves(&self) -> bool {
        self.continuation || self.counter_moves
    }

    /// Whether whole windows are asked at every node, or only on the principal variation.
    #[inline(always)]
    pub(crate) fn scouts(&self) -> bool {
        !matches!(self.scout, Scout::Never)
    }
}
