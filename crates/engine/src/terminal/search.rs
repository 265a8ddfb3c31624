//! A search in the background, as the terminal sees it.

use std::num::NonZero;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use game::{Game, GameEngine, GameSession, Notation, ReportedScore, SearchRequest};
use search_core::session::Listener;
use search_core::{Outcome, Score};
use shuangqi_cli::Failure;

/// What searches for a game at a terminal: its engine.
pub(crate) trait Searcher<G: Game> {
    /// Starts a search of the last position in the background.
    fn search(
        &mut self,
        session: &GameSession<G>,
        request: &SearchRequest,
        listener: SearchListener<G>,
    ) -> Result<(), Failure>;
    /// Requests the end of the search, whose answer follows.
    fn stop(&mut self);
    /// Forgets what was found before.
    fn clear(&mut self);
    /// Sets how many threads search.
    fn set_threads(&mut self, threads: NonZero<usize>);
}

impl<G: Game> Searcher<G> for GameEngine<G> {
    fn search(
        &mut self,
        session: &GameSession<G>,
        request: &SearchRequest,
        listener: SearchListener<G>,
    ) -> Result<(), Failure> {
        let started = self.start(session, request, listener);
        started.map_err(|error| Failure::Internal(format!("no thread to search on: {error}")))
    }

    fn stop(&mut self) {
        GameEngine::stop(self);
    }

    fn clear(&mut self) {
        GameEngine::clear(self);
    }

    fn set_threads(&mut self, threads: NonZero<usize>) {
        GameEngine::set_threads(self, threads);
    }
}

/// A finished iteration of a search, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Report {
    /// Which of the best moves, from 1.
    pub(super) rank: usize,
    /// The score with its depth or certainty: `+0.31 at depth 8`.
    pub(super) evaluation: String,
    /// The line, moves with blanks between them.
    pub(super) line: String,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Answer<M> {
    /// The move to play; `None` if there is no legal one.
    pub(super) mv: Option<M>,
    /// The remark that is printed, with the end of the line.
    pub(super) remark: String,
}

/// What a search sends.
#[derive(Debug)]
pub(super) enum SearchEvent<M> {
    Report(Report),
    Answer(Answer<M>),
}

/// Sends what a search finds to the terminal that began it.
#[derive(Clone, Debug)]
pub(super) struct Reporter<M>(Sender<SearchEvent<M>>);

impl<M> Reporter<M> {
    /// An iteration is finished.
    pub(super) fn report(&self, report: Report) {
        // A closed channel is ignored: the search was aborted.
        let _ = self.0.send(SearchEvent::Report(report));
    }

    /// The search is over.
    pub(super) fn answer(&self, answer: Answer<M>) {
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
    /// The terminal has shown all that was found.
    Analysis,
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

/// Passes on what a search of a position finds.
#[derive(Debug)]
pub(crate) struct SearchListener<G: Game> {
    root: G,
    notation: Notation,
    pub(super) reporter: Reporter<G::Move>,
}

impl<G: Game> SearchListener<G> {
    pub(super) fn new(root: G, notation: Notation, reporter: Reporter<G::Move>) -> Self {
        SearchListener { root, notation, reporter }
    }

    fn line(&self, moves: &[G::Move]) -> String {
        self.root.line_texts(moves, self.notation).join(" ")
    }

    /// A score with its depth or certainty, or how the game ends.
    fn evaluation(&self, score: Score, depth: i16) -> String {
        match (ReportedScore::of(score), self.root.certainty(depth)) {
            (ReportedScore::Mate { is_won: true, moves, .. }, _) => format!("mate in {moves}"),
            (ReportedScore::Mate { is_won: false, moves, .. }, _) => format!("mated in {moves}"),
            (ReportedScore::Ruling { is_won: true, .. }, _) => "wins by repetition".to_owned(),
            (ReportedScore::Ruling { is_won: false, .. }, _) => "loses by repetition".to_owned(),
            (ReportedScore::Evaluation(score), Some(100)) => format!("{:+} exactly", score / 100),
            (ReportedScore::Evaluation(score), certainty) => {
                let score = format!("{:+.2}", f64::from(score) / 100.0);
                match certainty {
                    Some(per_cent) => format!("{score} with {per_cent} % certainty"),
                    None => format!("{score} at depth {depth}"),
                }
            }
        }
    }
}

impl<G: Game> Listener<G::Move> for SearchListener<G> {
    fn on_report(&mut self, report: &search_core::Report<G::Move>) {
        self.reporter.report(Report {
            rank: report.line,
            evaluation: self.evaluation(report.score, report.depth),
            line: self.line(&report.variation),
        });
    }

    fn on_finished(self, outcome: Outcome<G::Move>, elapsed: Duration) {
        let remark = outcome.best.map_or_else(String::new, |mv| {
            let (name, text) = (self.root.move_text(mv, self.notation), mv.to_string());
            let move_name = if name == text { name } else { format!("{name}, {text}") };
            let evaluation = self.evaluation(outcome.score, outcome.depth);
            let (nodes, seconds) = (outcome.counters.visits, elapsed.as_secs_f64());
            format!("The engine plays {move_name} ({evaluation}, {nodes} nodes, {seconds:.2} s).\n")
        });
        self.reporter.answer(Answer { mv: outcome.best, remark });
    }
}

#[cfg(test)]
mod tests {
    use search_core::score::{mate_in, mated_in};

    use super::super::tests::Adding;
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let reporter = Search::new(Purpose::Hint).1;
        let listener = SearchListener::new(Adding::default(), Notation::default(), reporter);
        let texts = [mate_in(1), mate_in(3), mated_in(2), -131].map(|score| listener.evaluation(score, 3));
        assert_eq!(texts, ["mate in 1", "mate in 2", "mated in 1", "-1.31 at depth 3"]);
    }
}
