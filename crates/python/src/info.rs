//! What searches find, as Python has it.

use std::time::Duration;

use game::EngineScore;
use game::any::{LineReport, NamedMove, SearchResult};
use pyo3::prelude::*;
use search_core::{Bound, Score};

use crate::moves::Move;

/// A line as the search sees it at the end of an iteration.
#[pyclass(frozen, eq, get_all, module = "shuangqi")]
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// The rank of the line, from 1, the best first.
    pub(crate) multipv: usize,
    /// The iteration, in plies.
    depth: u32,
    /// The deepest ply reached.
    seldepth: u32,
    /// Positions visited.
    nodes: u64,
    /// Seconds since the search began.
    time: f64,
    /// The score in hundredths of a soldier or of a disc, from the view of the side to move; None if it is a mate. Beyond 9,000
    /// lie wins by the rules of repetition.
    score: Option<i32>,
    /// Mate in so many moves of the side to move; negative: it is mated; None if it is no mate.
    mate: Option<i32>,
    /// The meaning of the score: ``exact``, ``lower`` (at least this) or ``upper``.
    bound: &'static str,
    /// The certainty of a score of the whole rest of the game, in per cent; None if the search does not reach the end.
    certainty: Option<u32>,
    /// The chances to win, draw and lose in per mille, where there is a model of them.
    wdl: Option<[u16; 3]>,
    /// The moves.
    pv: Vec<Move>,
}

impl Info {
    pub(crate) fn of_report(report: LineReport) -> Info {
        let bound = match report.bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        Info {
            multipv: report.rank,
            seldepth: report.reached,
            bound,
            certainty: report.certainty,
            wdl: report.win_draw_loss,
            ..Info::new(report.depth, report.nodes, report.elapsed, report.score, &report.line)
        }
    }

    /// Puts the line in the place of its rank.
    pub(crate) fn keep(self, lines: &mut Vec<Info>) {
        match lines.iter_mut().find(|known| known.multipv == self.multipv) {
            Some(known) => *known = self,
            None => lines.push(self),
        }
    }

    fn new(depth: u32, nodes: u64, elapsed: Duration, score: Score, line: &[NamedMove]) -> Info {
        let (score, mate) = match EngineScore::of(score) {
            EngineScore::Hundredths(score) => (Some(score), None),
            EngineScore::Mate(moves) => (None, Some(moves)),
        };
        Info {
            multipv: 1,
            depth,
            seldepth: depth,
            nodes,
            time: elapsed.as_secs_f64(),
            score,
            mate,
            bound: "exact",
            certainty: None,
            wdl: None,
            // The engines write the coordinates that are read here.
            pv: line.iter().filter_map(|mv| Move::parse(&mv.text).ok()).collect(),
        }
    }
}

#[pymethods]
impl Info {
    fn __repr__(&self) -> String {
        let score = match (self.mate, self.score) {
            (Some(moves), _) => format!("mate {moves}"),
            (None, score) => format!("{:+.2}", f64::from(score.unwrap_or_default()) / 100.0),
        };
        let line = self.pv.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        format!("<Info {} depth {} score {score} nodes {} pv {line}>", self.multipv, self.depth, self.nodes)
    }
}

/// The move that a search chose.
#[pyclass(frozen, eq, get_all, module = "shuangqi")]
#[derive(Clone, PartialEq, Debug)]
pub struct PlayResult {
    /// The move to play; None if there is none.
    r#move: Option<Move>,
    /// What the search found; its line is the move alone, if the search wrote no lines.
    info: Info,
}

impl PlayResult {
    pub(crate) fn new(result: &SearchResult, elapsed: Duration) -> PlayResult {
        let SearchResult { best, score, depth, nodes, line, .. } = result;
        let line = if line.is_empty() { best.as_slice() } else { line };
        PlayResult {
            r#move: best.as_ref().and_then(|mv| Move::parse(&mv.text).ok()),
            info: Info::new(*depth, *nodes, elapsed, *score, line),
        }
    }
}

#[pymethods]
impl PlayResult {
    fn __repr__(&self) -> String {
        let text = self.r#move.map_or_else(|| "None".to_owned(), |mv| mv.to_string());
        format!("<PlayResult {text}, {}>", self.info.__repr__())
    }
}
