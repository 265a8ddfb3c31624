//! What a report is made from.
//!
//! Searches name their algorithm and position by index, experiments and summaries name algorithms as the command line
//! does. What names nothing is no error: it is left out of the pictures and tables.

use serde::Serialize;

use super::experiment::Experiment;
use super::search::Search;
use super::summary::AlgorithmSummary;

/// All measurements and findings of one game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ReportData {
    /// The headline of the page.
    pub title: String,
    /// The game's name, which the names of the files begin with.
    pub game: String,
    /// One paragraph: what was measured and what came out.
    pub overview: String,
    /// The command that repeats the whole.
    pub command: String,
    /// What, on what and how: positions, table size, version.
    pub facts: Vec<Fact>,
    /// What the intervals were drawn with. Intervals that a summary does not give are drawn with it too.
    pub seed: u64,
    /// All algorithms of all experiments. The same recipe under two settings (table size, score grain) is two algorithms.
    pub algorithms: Vec<AlgorithmInfo>,
    pub positions: Vec<PositionInfo>,
    pub searches: Vec<Measurement>,
    /// The sizes of trees that an algorithm cannot, or need not, fall below.
    pub references: Vec<Reference>,
    /// What was compared with what.
    pub experiments: Vec<Experiment>,
    /// The figures of each algorithm in each experiment.
    pub summaries: Vec<AlgorithmSummary>,
    /// The questions, and what the measurement answers.
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
    /// The name on the command line, with the setting where settings differ.
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

/// One search of one position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measurement {
    /// Index of the algorithm.
    pub algorithm: usize,
    /// Index of the position.
    pub position: usize,
    /// The search; the counts of one that was given up are not used.
    pub search: Search,
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
    pub kind: ReferenceKind,
    /// Index of the position.
    pub position: usize,
    pub depth: i16,
    /// Visits, without quiescence.
    pub nodes: u64,
}

/// A question and the answer of the measurement.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Finding {
    pub question: String,
    /// In plain words, the short answer first.
    pub answer: String,
    /// The figures that the answer rests on.
    pub evidence: String,
    /// Index of the experiment that shows it.
    pub experiment: Option<usize>,
}
