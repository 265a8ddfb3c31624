//! A search in the background, as the terminal sees it.

use crossbeam_channel::{Receiver, Sender, unbounded};

/// A finished iteration of a search, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Which of the best moves, from 1.
    pub rank: usize,
    /// The score with its depth or certainty: `+0.31 at depth 8`.
    pub evaluation: String,
    /// The line, moves with blanks between them.
    pub line: String,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// The move to play; `None` if there is no legal one.
    pub mv: Option<M>,
    /// The remark that is printed, with the end of the line.
    pub remark: String,
}

/// What a search sends.
#[derive(Debug)]
pub(super) enum SearchEvent<M> {
    Report(Report),
    Answer(Answer<M>),
}

/// Sends what a search finds to the terminal that began it.
#[derive(Clone, Debug)]
pub struct Reporter<M>(Sender<SearchEvent<M>>);

impl<M> Reporter<M> {
    /// An iteration is finished.
    pub fn report(&self, report: Report) {
        // A closed channel is ignored: the search was aborted.
        let _ = self.0.send(SearchEvent::Report(report));
    }

    /// The search is over.
    pub fn answer(&self, answer: Answer<M>) {
        let _ = self.0.send(SearchEvent::Answer(answer));
    }
}

/// What is done with the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// The terminal plays it.
    Move,
    /// The terminal shows it.
    Hint,
}

/// A search that is running.
#[derive(Debug)]
pub(super) struct Search<M> {
    pub(super) events: Receiver<SearchEvent<M>>,
    pub(super) purpose: Purpose,
    pub(super) is_stopped: bool,
    /// The best lines of the last iteration, each with its end.
    pub(super) lines: Vec<String>,
}

impl<M> Search<M> {
    pub(super) fn new(purpose: Purpose) -> (Search<M>, Reporter<M>) {
        let (sender, events) = unbounded();
        (Search { events, purpose, is_stopped: false, lines: Vec::new() }, Reporter(sender))
    }

    /// Keeps a line; each iteration starts again with the best one.
    pub(super) fn take(&mut self, report: Report) {
        self.lines.truncate(report.rank - 1);
        self.lines.push(format!("{}. {}  {}\n", report.rank, report.evaluation, report.line));
    }
}
