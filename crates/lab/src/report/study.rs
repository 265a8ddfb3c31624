//! What a report is made from: plain values that whoever measured fills in.
//!
//! Positions, algorithms and blocks are named by their index in [`Study`]. An index that names nothing is no error:
//! what refers to it is left out of the pictures and tables.

use serde::Serialize;

/// Everything that was measured in one game, and what it says.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Study {
    /// The headline of the page.
    pub title: String,
    /// The game's name, which the names of the files begin with.
    pub game: String,
    /// One paragraph: what was measured and what came out.
    pub overview: String,
    /// The command that repeats the whole.
    pub command: String,
    /// What, on what and how: positions, table size, commit, threads.
    pub facts: Vec<Fact>,
    /// What the intervals were drawn with. Intervals that a summary does not give are drawn with it too.
    pub seed: u64,
    /// All algorithms of all blocks. The same recipe under two settings (table size, score grain) is two algorithms.
    pub algorithms: Vec<AlgorithmInfo>,
    /// All positions.
    pub positions: Vec<PositionInfo>,
    /// Every search.
    pub searches: Vec<Measured>,
    /// The sizes of trees that an algorithm cannot, or need not, fall below.
    pub references: Vec<Reference>,
    /// What was compared with what.
    pub blocks: Vec<Block>,
    /// The figures of each algorithm in each block.
    pub summaries: Vec<Summary>,
    /// What was asked and what the measurement answers.
    pub findings: Vec<Finding>,
}

/// A circumstance of the measurement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    /// What it is about, as in "table".
    pub name: String,
    /// As in "16 MiB, cleared before every search".
    pub value: String,
}

/// An algorithm.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AlgorithmInfo {
    /// The name the command line knows it by, with the setting where that differs.
    pub name: String,
    /// What it does, in a sentence.
    pub meaning: String,
    /// Whether it may miss the full-width score.
    pub is_selective: bool,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PositionInfo {
    /// As a board or FEN.
    pub text: String,
    /// The phase or kind it belongs to, as in "28 discs" or "endgame, quiet".
    pub stratum: String,
}

/// One search of one position. Counts are of all iterations unless they say otherwise.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Measured {
    /// Index of the algorithm.
    pub algorithm: usize,
    /// Index of the position.
    pub position: usize,
    /// Plies.
    pub depth: i16,
    /// What the root is worth; `None` if the search was given up, and then its counts are not used.
    pub score: Option<i32>,
    /// The cost: visits and ordering positions.
    pub nodes: u64,
    /// Calls of search and quiescence.
    pub visits: u64,
    /// Positions that were evaluated.
    pub leaves: u64,
    /// Visits below the nominal depth.
    pub quiescence: u64,
    /// Positions made only to order moves or to look into the table.
    pub ordering: u64,
    /// Second searches of a move, or of the root with a new window.
    pub re_searches: u64,
    /// The visits in them.
    pub re_search_nodes: u64,
    /// Nodes at which a move reached beta.
    pub cutoffs: u64,
    /// Those at which the first move did.
    pub first_move_cutoffs: u64,
    /// Look-ups in the table.
    pub table_probes: u64,
    /// Look-ups that found the position.
    pub table_hits: u64,
    /// Look-ups that settled the node.
    pub table_cutoffs: u64,
    /// The visits of the last iteration without quiescence: what references are compared with.
    pub last_visits: u64,
    /// Time.
    pub seconds: f64,
    /// The distance to the full-width score of the same depth, in units of score; `None` for exact algorithms.
    pub error: Option<u32>,
}

/// What a tree is compared with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReferenceKind {
    /// The smallest tree of uniform width (Knuth & Moore 1975), with the mean number of moves for the width.
    KnuthMoore,
    /// The smallest tree of this position that proves its score with the moves that were found best.
    MinimalTree,
    /// The same where positions reached twice are searched once (Plaat and others 1996).
    LeftFirstMinimalGraph,
    /// The same where, of the moves that cut, one with a small subtree is tried: a bound, not a minimum.
    CheapCut,
}

/// The size of a reference tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reference {
    /// Which tree.
    pub kind: ReferenceKind,
    /// Index of the position.
    pub position: usize,
    /// Plies.
    pub depth: i16,
    /// Visits, without quiescence.
    pub nodes: u64,
}

/// Algorithms that are compared with each other because they differ in what is asked about.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Block {
    /// Part of file names: lower-case letters, digits and hyphens.
    pub id: String,
    /// The heading.
    pub title: String,
    /// What it is to answer, in plain words.
    pub question: String,
    /// What a reader should know besides.
    pub remarks: Vec<String>,
    /// Indices of the algorithms, in the order in which they are listed.
    pub algorithms: Vec<usize>,
    /// Index of the algorithm that the others are divided by.
    pub baseline: usize,
    /// What kind of comparison it is, which says which pictures show it.
    pub kind: Kind,
}

/// Kinds of comparison.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Kind {
    /// Exact algorithms by depth: nodes with the references, ratio to the baseline, distance to the minimal graph,
    /// position by position, diagnosis, nodes beside time.
    Exact,
    /// What each part brings to a bare algorithm, and what its loss costs a full one.
    Ablation {
        /// Index of the algorithm without any of the parts.
        bare: usize,
        /// Index of the algorithm with all of them.
        full: usize,
        /// The parts.
        parts: Vec<AblatedPart>,
    },
    /// Every combination of some parts.
    Factorial {
        /// Their names, at most 6.
        parts: Vec<String>,
        /// Indices of 2^parts algorithms: the one at place `n` has the parts whose bits are set in `n`.
        algorithms: Vec<usize>,
    },
    /// Methods under one setting after another: ordering quality, table size, score grain, first guess.
    Setting {
        /// What is set, as in "quality of move ordering".
        setting: String,
        /// Its values, from one end to the other.
        values: Vec<String>,
        /// The methods.
        methods: Vec<Method>,
    },
    /// Selective algorithms: nodes against error.
    Selective,
}

/// A part that is added alone and left out alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AblatedPart {
    /// Its name.
    pub name: String,
    /// Index of the bare algorithm with it.
    pub added: Option<usize>,
    /// Index of the full algorithm without it.
    pub removed: Option<usize>,
}

/// A method under the values of a setting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Method {
    /// Its name, as in "PVS over alpha-beta".
    pub name: String,
    /// For each value of the setting, the indices of the method and of what it is divided by under that value.
    pub pairs: Vec<Option<(usize, usize)>>,
}

/// The figures of an algorithm at a depth, over the positions that it and the baseline finished.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Summary {
    /// Index of the block.
    pub block: usize,
    /// Index of the algorithm.
    pub algorithm: usize,
    /// Index of what it is divided by.
    pub baseline: usize,
    /// Plies.
    pub depth: i16,
    /// How many positions the figures are about.
    pub positions: u64,
    /// How many the algorithm did not finish.
    pub unfinished: u64,
    /// The geometric mean of each position's nodes over the baseline's.
    pub ratio_geomean: Option<f64>,
    /// Its 95 % interval.
    pub ci95: Option<(f64, f64)>,
    /// The sum of the nodes over the baseline's sum.
    pub ratio_of_totals: Option<f64>,
    /// `ratio_geomean` of visits alone.
    pub visits_ratio: Option<f64>,
    /// The share of cut-offs that the first move brought, in per cent.
    pub first_move_percent: Option<f64>,
    /// Positions on which it needed fewer nodes than the baseline.
    pub wins: u64,
    /// Positions on which it needed more.
    pub losses: u64,
    /// The mean distance to the full-width score, in units of score; `None` for exact algorithms.
    pub mean_error: Option<f64>,
    /// The share of positions on which it chose the move of a deeper reference, in per cent.
    pub move_agreement: Option<f64>,
    /// The share of positions on which it found the score that the full-width search found, in per cent.
    pub same_score: Option<f64>,
    /// Whether the ratio is called different from 1 after Holm's correction for all that are in the block.
    pub is_significant: Option<bool>,
}

/// A question and what the measurement says to it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Finding {
    /// In plain words.
    pub question: String,
    /// In plain words, the short answer first.
    pub answer: String,
    /// The figures that the answer rests on.
    pub evidence: String,
    /// Index of the block that shows it.
    pub block: Option<usize>,
}
