//! The purposes and the output of searches for xboard.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam_channel::Sender;
use protocols::xboard::{Reply, Status, Thinking};
use search_core::session::Listener;
use search_core::{Outcome, Report};
use shuangqi_cli::sink::Sink;

use game::ReportedScore;
use xiangqi::moves::Move;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A move of the engine.
    Move,
    /// `hint`: a move for the user.
    Hint,
    /// `analyze`: lines until something changes.
    Analysis,
}

/// The number of a search, and its best move.
pub type FoundMove = (u64, Option<Move>);

/// The last finished iteration of an analysis.
#[derive(Debug, Default)]
pub struct Progress {
    iteration: Option<Iteration>,
    /// How many `hint`s came before the first iteration was finished.
    hints_due: usize,
}

#[derive(Clone, Copy, Debug)]
struct Iteration {
    depth: i16,
    nodes: u64,
    elapsed: Duration,
    best: Option<Move>,
}

/// What an analysis has found, shared with the thread that reads commands.
#[derive(Clone, Debug, Default)]
pub struct SharedProgress(Arc<Mutex<Progress>>);

impl SharedProgress {
    /// Answers `hint` with the first move of the current line, as soon as there is one.
    pub fn hint(&self, sink: &Sink) {
        let mut progress = self.lock();
        match progress.iteration.and_then(|iteration| iteration.best) {
            Some(best) => sink.write_line(hint(best)),
            None => progress.hints_due += 1,
        }
    }

    /// The state of the analysis; no move is left at its depth.
    pub fn status(&self, moves: usize) -> Status {
        let done = self.lock().iteration.map_or_else(Status::default, |last| Status {
            time: centiseconds(last.elapsed),
            nodes: last.nodes,
            depth: last.depth.unsigned_abs().into(),
            ..Status::default()
        });
        Status { moves: moves as u32, ..done }
    }

    fn record(&self, iteration: Iteration, sink: &Sink) {
        let mut progress = self.lock();
        progress.iteration = Some(iteration);
        if let Some(best) = iteration.best {
            (0..std::mem::take(&mut progress.hints_due)).for_each(|_| sink.write_line(hint(best)));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Prints what one search finds.
pub struct SearchListener {
    /// Where to.
    pub sink: Arc<Sink>,
    /// What the search is for.
    pub purpose: Purpose,
    /// The number of the search.
    pub number: u64,
    /// Whether lines of thinking are printed; `post` and `nopost` change it at any time.
    pub shows_thinking: Arc<AtomicBool>,
    /// What an analysis has found.
    pub progress: SharedProgress,
    /// Where the best move goes.
    pub found: Sender<FoundMove>,
}

impl Listener<Move> for SearchListener {
    fn on_report(&mut self, report: &Report<Move>) {
        let is_printed = match self.purpose {
            Purpose::Move => self.shows_thinking.load(Relaxed),
            Purpose::Hint => false,
            Purpose::Analysis => true,
        };
        if is_printed {
            self.sink.write_line(Reply::Thinking(thinking(report)));
        }
        let (depth, nodes, elapsed) = (report.depth, report.counters.visits, report.elapsed);
        let iteration = Iteration { depth, nodes, elapsed, best: report.variation.first().copied() };
        self.progress.record(iteration, &self.sink);
    }

    fn on_finished(self, outcome: Outcome<Move>, elapsed: Duration) {
        let Outcome { best, depth, counters: tally, .. } = outcome;
        self.progress.record(Iteration { depth, nodes: tally.visits, elapsed, best }, &self.sink);
        // After `quit` the receiver is gone.
        let _ = self.found.send((self.number, best));
    }
}

/// The answer to `hint`.
fn hint(mv: Move) -> Reply {
    Reply::Hint(mv.to_string().into())
}

fn centiseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis() / 10).unwrap_or(u64::MAX)
}

fn thinking(report: &Report<Move>) -> Thinking {
    let score = match ReportedScore::of(report.score) {
        ReportedScore::Mate { is_won: true, moves, .. } => Thinking::MATE + i64::from(moves),
        ReportedScore::Mate { is_won: false, moves, .. } => -Thinking::MATE - i64::from(moves),
        ReportedScore::Ruling { score, .. } | ReportedScore::Evaluation(score) => i64::from(score),
    };
    Thinking {
        depth: report.depth.into(),
        score,
        time: centiseconds(report.elapsed) as i64,
        nodes: report.counters.visits as i64,
        pv: report.variation.iter().map(|mv| mv.to_string().into()).collect(),
    }
}
