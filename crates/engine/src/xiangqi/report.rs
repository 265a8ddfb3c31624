//! The output of a search in the two protocols.

use std::sync::Arc;
use std::time::Duration;

use protocols::uci::{self, BestMove, Dialect, Info, Reply};
use search_core::session::Listener;
use search_core::{Bound, Outcome, Report, Score};
use shuangqi_cli::sink::Sink;

use game::ReportedScore;
use xiangqi::evaluator::Chances;
use xiangqi::moves::Move;

use crate::bench::per_second;

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
        let new = ReportedScore::of(score).remark();
        if let Some(text) = new.filter(|_| new != self.last_remark) {
            self.sink.write_line(Reply::remark(self.dialect, text));
        }
        self.last_remark = new;
    }
}

impl Listener<Move> for SearchPrinter {
    fn on_report(&mut self, report: &Report<Move>) {
        if report.line == 1 {
            self.last_line.clone_from(&report.variation);
            self.remark_on(report.score);
        }
        match self.dialect {
            Dialect::Uci => self.sink.write_line(Reply::Info(uci_report(report, self.chances))),
            Dialect::Ucci if report.line == 1 => {
                let effort = Info {
                    time: Some(milliseconds(report.elapsed)),
                    nodes: Some(report.counters.visits),
                    ..Info::default()
                };
                let line = line(self.dialect, report.depth, report.score, &report.variation);
                self.sink.write_line(format_args!("{}\n{}", Reply::Info(effort), Reply::Info(line)));
            }
            Dialect::Ucci => {}
        }
    }

    fn on_finished(self, outcome: Outcome<Move>, elapsed: Duration) {
        // A search that was stopped has visited more than its last line says.
        let is_more = outcome.is_stopped && self.dialect == Dialect::Uci;
        let best = best(self.dialect, &outcome.variation, self.is_draw_offered && outcome.score <= 0);
        if outcome.best.is_some() && self.last_line == outcome.variation && !is_more {
            return self.sink.write_line(best);
        }
        let last = match self.dialect {
            Dialect::Uci => uci_last(&outcome, elapsed),
            Dialect::Ucci => line(self.dialect, outcome.depth, outcome.score, &outcome.variation),
        };
        self.sink.write_line(format_args!("{}\n{best}", Reply::Info(last)));
    }
}

/// The result of a search with this line, which may accept a draw.
fn best(dialect: Dialect, variation: &[Move], is_draw: bool) -> Reply {
    let [mv, ponder] = [0, 1].map(|place| variation.get(place).map(Move::to_string));
    match mv {
        None => Reply::no_move(dialect),
        Some(_) => {
            let offers_draw = is_draw && dialect == Dialect::Ucci;
            Reply::BestMove(BestMove { mv, ponder, offers_draw, resigns: false })
        }
    }
}

/// A score as the dialect writes it: UCCI has no word for mate, and other units.
pub fn score(dialect: Dialect, score: Score) -> uci::Score {
    match (ReportedScore::of(score), dialect) {
        (ReportedScore::Mate { is_won, moves, .. }, Dialect::Uci) => {
            uci::Score::Mate(if is_won { moves as i32 } else { -(moves as i32) })
        }
        (ReportedScore::Mate { plies, .. }, Dialect::Ucci) => {
            uci::Score::Bare(score.signum() * (UCCI_MATE - plies as Score))
        }
        (ReportedScore::Ruling { score, .. } | ReportedScore::Evaluation(score), Dialect::Uci) => {
            uci::Score::Hundredths(score)
        }
        (ReportedScore::Ruling { score, .. }, Dialect::Ucci) => uci::Score::Bare(score),
        (ReportedScore::Evaluation(score), Dialect::Ucci) => uci::Score::Bare(score / UCCI_SCALE),
    }
}

/// A line with its depth and score.
fn line(dialect: Dialect, depth: i16, score_of_line: Score, variation: &[Move]) -> Info {
    Info {
        depth: Some(depth.unsigned_abs().into()),
        score: Some(score(dialect, score_of_line)),
        pv: variation.iter().map(|mv| mv.to_string().into()).collect(),
        ..Info::default()
    }
}

fn uci_report(report: &Report<Move>, chances: Option<Chances>) -> Info {
    Info {
        seldepth: Some(report.reached),
        multipv: Some(report.line as u32),
        bound: match report.bound {
            Bound::Exact => None,
            Bound::Lower => Some(uci::Bound::Lower),
            Bound::Upper => Some(uci::Bound::Upper),
        },
        wdl: chances.map(|chances| chances.win_draw_loss(report.score)),
        hashfull: Some(report.per_mille_full),
        ..with_effort(
            line(Dialect::Uci, report.depth, report.score, &report.variation),
            report.counters.visits,
            report.elapsed,
        )
    }
}

/// The last line of a search that was stopped in an iteration, or finished none.
fn uci_last(outcome: &Outcome<Move>, elapsed: Duration) -> Info {
    let last = line(Dialect::Uci, outcome.depth, outcome.score, &outcome.variation);
    if outcome.best.is_none() {
        return Info { depth: Some(0), ..last };
    }
    let last = with_effort(last, outcome.counters.visits, elapsed);
    match outcome.depth {
        0 => Info { depth: None, score: None, ..last },
        _ => Info { multipv: Some(1), ..last },
    }
}

fn with_effort(info: Info, nodes: u64, elapsed: Duration) -> Info {
    Info {
        nodes: Some(nodes),
        nps: Some(per_second(nodes, elapsed)),
        time: Some(milliseconds(elapsed).max(1)),
        ..info
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use search_core::score::{mate_in, mated_in, ruling};

    use super::*;

    #[test]
    fn mates_count_the_moves_of_the_side_that_mates() {
        let uci = |value| score(Dialect::Uci, value);
        assert_eq!(uci(37), uci::Score::Hundredths(37));
        assert_eq!(uci(ruling(Ordering::Less, 3)), uci::Score::Hundredths(-9497));
        for (value, moves) in
            [(mate_in(1), 1), (mate_in(3), 2), (mated_in(0), 0), (mated_in(2), -1), (mated_in(4), -2)]
        {
            assert_eq!(uci(value), uci::Score::Mate(moves));
        }
    }

    #[test]
    fn ucci_mates_lie_beyond_every_evaluation() {
        let ucci = |value| score(Dialect::Ucci, value);
        for (value, shown) in
            [(-120, -30), (mate_in(3), 9997), (mated_in(4), -9996), (ruling(Ordering::Greater, 4), 9496)]
        {
            assert_eq!(ucci(value), uci::Score::Bare(shown));
        }
    }

    #[test]
    fn the_answer_names_the_expected_reply() {
        let line: Vec<Move> = ["h2e2", "h9g7", "h0g2"].map(|text| Move::parse(text).unwrap()).to_vec();
        let text = |dialect, line, is_draw| best(dialect, line, is_draw).to_string();
        assert_eq!(text(Dialect::Uci, &line, true), "bestmove h2e2 ponder h9g7");
        assert_eq!(text(Dialect::Uci, &line[..1], false), "bestmove h2e2");
        assert_eq!(text(Dialect::Uci, &[], false), "bestmove (none)");
        assert_eq!(text(Dialect::Ucci, &line, true), "bestmove h2e2 ponder h9g7 draw");
        assert_eq!(text(Dialect::Ucci, &[], false), "nobestmove");
    }
}
