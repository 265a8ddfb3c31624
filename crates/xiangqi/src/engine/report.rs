//! The output of a search in the two protocols.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use search_core::session::Listener;
use search_core::{Bound, Outcome, Report, Score};
use shuangqi_cli::sink::Sink;

use super::dialect::Dialect;
use super::meaning::Meaning;
use crate::evaluator::Chances;
use crate::moves::Move;

/// The score of a mate on the board, as UCCI has no word for mate; one less for each ply before the mate.
const UCCI_MATE: Score = 10_000;
/// In UCCI a horse or a cannon is worth about 100; in this engine this many times as much.
const UCCI_SCALE: Score = 4;

/// Writes what one search finds.
#[derive(Debug)]
pub struct SearchPrinter {
    sink: Arc<Sink>,
    dialect: Dialect,
    is_draw_offered: bool,
    /// If chances are to be shown: how scores turn into them.
    chances: Option<Chances>,
    /// The best line as last written.
    last_line: Vec<Move>,
    /// The remark on the last score.
    last_remark: Option<&'static str>,
}

impl SearchPrinter {
    /// A printer for one search, in which the opponent may have offered a draw.
    pub fn new(sink: Arc<Sink>, dialect: Dialect, is_draw_offered: bool) -> SearchPrinter {
        SearchPrinter {
            sink,
            dialect,
            is_draw_offered,
            chances: None,
            last_line: Vec::new(),
            last_remark: None,
        }
    }

    /// Writes the chances to win, draw and lose beside scores.
    pub fn show_chances(&mut self, chances: Chances) {
        self.chances = Some(chances);
    }

    /// Writes what a number does not say, once.
    fn remark_on(&mut self, score: Score) {
        let new = Meaning::of(score).remark();
        if let Some(text) = new.filter(|_| new != self.last_remark) {
            self.sink.write_line(remark(self.dialect, text));
        }
        self.last_remark = new;
    }
}

impl Listener<Move> for SearchPrinter {
    fn report(&mut self, report: &Report<Move>) {
        if report.line == 1 {
            self.last_line.clone_from(&report.variation);
            self.remark_on(report.score);
        }
        match self.dialect {
            Dialect::Uci => self.sink.write_line(uci_report(report, self.chances)),
            Dialect::Ucci { .. } if report.line == 1 => {
                let effort = ucci_effort(report.counters.visits, report.elapsed);
                self.sink.write_line(format!(
                    "{effort}\n{}",
                    ucci_line(report.depth, report.score, &report.variation)
                ));
            }
            Dialect::Ucci { .. } => {}
        }
    }

    fn answer(self, outcome: Outcome<Move>, elapsed: Duration) {
        let mut text = String::new();
        // A search that was stopped has visited more than its last line says.
        let is_more = outcome.is_stopped && self.dialect == Dialect::Uci;
        if outcome.best.is_none() || self.last_line != outcome.variation || is_more {
            text = match self.dialect {
                Dialect::Uci => uci_last(&outcome, elapsed),
                Dialect::Ucci { .. } => ucci_line(outcome.depth, outcome.score, &outcome.variation),
            };
            text.push('\n');
        }
        text.push_str(&match self.dialect {
            Dialect::Uci => uci_best(&outcome.variation),
            Dialect::Ucci { .. } => {
                let is_draw = self.is_draw_offered && outcome.best.is_some() && outcome.score <= 0;
                ucci_best(&outcome.variation, is_draw)
            }
        });
        self.sink.write_line(text);
    }
}

/// The answer to a `go` for which there is no move, or no position.
pub const fn no_move(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Uci => "bestmove (none)",
        Dialect::Ucci { .. } => "nobestmove",
    }
}

/// A remark that a user may read.
pub fn remark(dialect: Dialect, text: &str) -> String {
    match dialect {
        Dialect::Uci => format!("info string {text}"),
        Dialect::Ucci { .. } => format!("info message {text}"),
    }
}

/// A score as the protocol writes it.
pub fn score(dialect: Dialect, score: Score) -> String {
    match dialect {
        Dialect::Uci => uci_score(score),
        Dialect::Ucci { .. } => ucci_score(score).to_string(),
    }
}

fn uci_report(report: &Report<Move>, chances: Option<Chances>) -> String {
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{} {} hashfull {}{}",
        report.depth,
        report.reached,
        report.line,
        uci_score(report.score),
        wdl(chances, report.score),
        uci_effort(report.counters.visits, report.elapsed),
        report.per_mille_full,
        pv(&report.variation)
    )
}

/// The chances of a score, where they are to be shown.
fn wdl(chances: Option<Chances>, score: Score) -> String {
    chances.map_or_else(String::new, |chances| {
        let [win, draw, loss] = chances.win_draw_loss(score);
        format!(" wdl {win} {draw} {loss}")
    })
}

/// The last line of a search that was stopped in an iteration, or finished none.
fn uci_last(outcome: &Outcome<Move>, elapsed: Duration) -> String {
    if outcome.best.is_none() {
        return format!("info depth 0 score {}", uci_score(outcome.score));
    }
    let effort = uci_effort(outcome.counters.visits, elapsed);
    let line = pv(&outcome.variation);
    match outcome.depth {
        0 => format!("info {effort}{line}"),
        depth => format!("info depth {depth} multipv 1 score {} {effort}{line}", uci_score(outcome.score)),
    }
}

fn uci_effort(nodes: u64, elapsed: Duration) -> String {
    format!("nodes {nodes} nps {} time {}", per_second(nodes, elapsed), elapsed.as_millis().max(1))
}

fn ucci_effort(nodes: u64, elapsed: Duration) -> String {
    format!("info time {} nodes {nodes}", elapsed.as_millis())
}

fn ucci_line(depth: i16, score: Score, variation: &[Move]) -> String {
    format!("info depth {depth} score {}{}", ucci_score(score), pv(variation))
}

fn pv(variation: &[Move]) -> String {
    let mut text = if variation.is_empty() { String::new() } else { " pv".to_owned() };
    for mv in variation {
        // Writing to a string cannot fail.
        let _ = write!(text, " {mv}");
    }
    text
}

/// Nodes a second; a search takes at least a millisecond for this purpose.
pub fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1000);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

fn uci_score(score: Score) -> String {
    match Meaning::of(score) {
        Meaning::Mate { is_won: false, moves, .. } if moves > 0 => format!("mate -{moves}"),
        Meaning::Mate { moves, .. } => format!("mate {moves}"),
        Meaning::Ruling { score, .. } | Meaning::Evaluation(score) => format!("cp {score}"),
    }
}

fn ucci_score(score: Score) -> Score {
    match Meaning::of(score) {
        Meaning::Mate { plies, .. } => score.signum() * (UCCI_MATE - plies as Score),
        Meaning::Ruling { score, .. } => score,
        Meaning::Evaluation(score) => score / UCCI_SCALE,
    }
}

fn uci_best(variation: &[Move]) -> String {
    match variation {
        [] => no_move(Dialect::Uci).to_owned(),
        [best] => format!("bestmove {best}"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
    }
}

fn ucci_best(variation: &[Move], is_draw: bool) -> String {
    let draw = if is_draw { " draw" } else { "" };
    match variation {
        [] => "nobestmove".to_owned(),
        [best] => format!("bestmove {best}{draw}"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}{draw}"),
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use search_core::score::{mate_in, mated_in, ruling};

    use super::*;
    use crate::evaluator::Weights;

    #[test]
    fn mates_count_the_moves_of_the_side_that_mates() {
        assert_eq!(uci_score(37), "cp 37");
        assert_eq!(uci_score(ruling(Ordering::Less, 3)), "cp -9497");
        assert_eq!(uci_score(mate_in(1)), "mate 1");
        assert_eq!(uci_score(mate_in(3)), "mate 2");
        assert_eq!(uci_score(mated_in(0)), "mate 0");
        assert_eq!(uci_score(mated_in(2)), "mate -1");
        assert_eq!(uci_score(mated_in(4)), "mate -2");
    }

    #[test]
    fn ucci_mates_lie_beyond_every_evaluation() {
        assert_eq!(ucci_score(-120), -30);
        assert_eq!(ucci_score(mate_in(3)), 9997);
        assert_eq!(ucci_score(mated_in(4)), -9996);
        assert_eq!(ucci_score(ruling(Ordering::Greater, 4)), 9496);
    }

    #[test]
    fn the_answer_names_the_expected_reply() {
        let line: Vec<Move> = ["h2e2", "h9g7", "h0g2"].map(|text| Move::parse(text).unwrap()).to_vec();
        assert_eq!(uci_best(&line), "bestmove h2e2 ponder h9g7");
        assert_eq!(uci_best(&line[..1]), "bestmove h2e2");
        assert_eq!(uci_best(&[]), "bestmove (none)");
        assert_eq!(ucci_best(&line, true), "bestmove h2e2 ponder h9g7 draw");
        assert_eq!(ucci_best(&[], false), "nobestmove");
        assert_eq!(pv(&line), " pv h2e2 h9g7 h0g2");
    }

    #[test]
    fn chances_follow_the_score_where_they_are_shown() {
        let chances = Chances::of(Weights::embedded(), 32);
        let words: Vec<_> = wdl(Some(chances), 100).split(' ').map(str::to_owned).collect();
        let numbers: Vec<u16> = words[2..].iter().map(|word| word.parse().unwrap()).collect();
        assert_eq!((words[1].as_str(), numbers.len(), numbers.iter().sum::<u16>()), ("wdl", 3, 1000));
        assert_eq!(wdl(None, 100), "");
    }

    #[test]
    fn speed_needs_a_millisecond() {
        assert_eq!(per_second(500, Duration::ZERO), 500_000);
        assert_eq!(per_second(3_000_000, Duration::from_secs(2)), 1_500_000);
    }
}
