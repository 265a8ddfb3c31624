//! The output of UCI and UCCI: searches, the board.

use std::fmt::{Display, Write};
use std::time::Duration;

use game::ReportedScore;
use protocols::uci::{self, BestMove, Dialect, Info, Reply};
use search_core::{Bound, Outcome, Position as _, Report, Score};
use shuangqi_cli::units::{milliseconds, per_second};
use xiangqi::evaluator::Chances;
use xiangqi::moves::Move;
use xiangqi::piece::Piece;
use xiangqi::position::Position;
use xiangqi::square::{File, Rank, Square};

/// The score of a mate on the board, as UCCI has no word for mate; one less for each ply before the mate.
const UCCI_MATE: Score = 10_000;
/// In UCCI a horse or a cannon is worth about 100; in this engine this many times as much.
const UCCI_SCALE: Score = 4;

/// Words what one search finds.
#[derive(Debug, Default)]
pub struct Printer {
    dialect: Dialect,
    is_draw_offered: bool,
    /// If chances are to be shown: how scores turn into them.
    chances: Option<Chances>,
    /// The best line as last written.
    last_line: Vec<Move>,
    /// The remark on the last score.
    last_remark: Option<&'static str>,
}

impl Printer {
    /// For one search, in which the opponent may have offered a draw.
    pub fn new(dialect: Dialect, is_draw_offered: bool, chances: Option<Chances>) -> Printer {
        Printer { dialect, is_draw_offered, chances, ..Printer::default() }
    }

    /// Writes a line that was found, and once what its score does not say.
    pub fn report(&mut self, report: &Report<Move>, write: impl Fn(&dyn Display)) {
        if report.line == 1 {
            self.last_line.clone_from(&report.variation);
            let remark = ReportedScore::of(report.score).remark();
            if let Some(text) = remark.filter(|_| remark != self.last_remark) {
                write(&Reply::remark(self.dialect, text));
            }
            self.last_remark = remark;
        }
        match self.dialect {
            Dialect::Uci => write(&Reply::Info(uci_report(report, self.chances))),
            Dialect::Ucci if report.line == 1 => {
                let time = Some(milliseconds(report.elapsed));
                let nodes = Some(report.counters.visits);
                write(&Reply::Info(Info { time, nodes, ..Info::default() }));
                write(&Reply::Info(line(self.dialect, report.depth, report.score, &report.variation)));
            }
            Dialect::Ucci => {}
        }
    }

    /// The answer, and before it the last line if it was not written yet.
    pub fn answer(&self, outcome: &Outcome<Move>, elapsed: Duration) -> String {
        let best = best(self.dialect, &outcome.variation, self.is_draw_offered && outcome.score <= 0);
        // A search that was stopped has visited more than its last line says.
        let is_more = outcome.is_stopped && self.dialect == Dialect::Uci;
        if outcome.best.is_some() && self.last_line == outcome.variation && !is_more {
            return best.to_string();
        }
        let last = match self.dialect {
            Dialect::Uci => uci_last(outcome, elapsed, self.last_line.first().copied()),
            Dialect::Ucci => line(self.dialect, outcome.depth, outcome.score, &outcome.variation),
        };
        format!("{}\n{best}", Reply::Info(last))
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
    let line = line(Dialect::Uci, report.depth, report.score, &report.variation);
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
        ..with_effort(line, report.counters.visits, report.elapsed)
    }
}

/// The last line of a search that was stopped in an iteration, or finished none. If the unfinished iteration has found
/// another best move, the score is left out, as it belongs to the move reported before.
fn uci_last(outcome: &Outcome<Move>, elapsed: Duration, reported: Option<Move>) -> Info {
    let last = line(Dialect::Uci, outcome.depth, outcome.score, &outcome.variation);
    if outcome.best.is_none() {
        return Info { depth: Some(0), ..last };
    }
    let last = with_effort(last, outcome.counters.visits, elapsed);
    match outcome.best == reported {
        true => Info { multipv: Some(1), ..last },
        false => Info { depth: None, score: None, ..last },
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

const FRAME: &str = " +---+---+---+---+---+---+---+---+---+\n";

/// The board in the layout that the UCI command `d` has among Xiangqi engines, its FEN, its key and the pieces that give check.
pub fn board(position: &Position) -> String {
    let mut text = format!("\n{FRAME}");
    for (index, &rank) in Rank::ALL.iter().enumerate().rev() {
        for &file in File::ALL {
            let letter = position.board().at(Square::new(file, rank)).map_or(' ', Piece::letter);
            text.push_str(" | ");
            text.push(letter);
        }
        // Writing to a string cannot fail.
        let _ = write!(text, " | {index}\n{FRAME}");
    }
    let checkers: Vec<String> =
        position.board().checkers().into_iter().map(|square| square.to_string()).collect();
    let _ = write!(
        text,
        "   a   b   c   d   e   f   g   h   i\n\nFen: {position}\nKey: {:016X}\nCheckers: {}",
        position.key(),
        checkers.join(" ")
    );
    text
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use search_core::score::{mate_in, mated_in, ruling};

    use super::*;

    #[test]
    fn scores_are_in_the_units_of_the_dialect() {
        use uci::Score::{Bare, Hundredths, Mate};
        for (value, in_uci, in_ucci) in [
            (37, Hundredths(37), Bare(9)),
            (-120, Hundredths(-120), Bare(-30)),
            (mate_in(1), Mate(1), Bare(9999)),
            (mate_in(3), Mate(2), Bare(9997)),
            (mated_in(0), Mate(0), Bare(-10_000)),
            (mated_in(4), Mate(-2), Bare(-9996)),
            (ruling(Ordering::Less, 3), Hundredths(-9497), Bare(-9497)),
            (ruling(Ordering::Greater, 4), Hundredths(9496), Bare(9496)),
        ] {
            assert_eq!([score(Dialect::Uci, value), score(Dialect::Ucci, value)], [in_uci, in_ucci]);
        }
    }
}
