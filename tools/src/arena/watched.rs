//! Players that are looked at while they play.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Instant;

use shuangqi_cli::units::counted;

use super::config::ConfigProblem;
use super::config::{Opening, Protocol};
use super::fault::Fault;
use super::log::Channel;
use super::player::{Answer, Choice, MoveRequest, Player};
use super::score::EngineScore;
use super::seat::Seat;

/// How far the game at each worker's table has come.
#[derive(Debug)]
pub struct Tables(Vec<AtomicU32>);

impl Tables {
    /// So many tables.
    pub fn new(count: usize) -> Tables {
        Tables((0..count).map(|_| AtomicU32::new(0)).collect())
    }

    /// Plies played at a table.
    pub fn plies(&self, worker: usize) -> u32 {
        self.0.get(worker).map_or(0, |plies| plies.load(Relaxed))
    }

    fn set(&self, worker: usize, plies: usize) {
        if let Some(place) = self.0.get(worker) {
            place.store(u32::try_from(plies).unwrap_or(u32::MAX), Relaxed);
        }
    }
}

/// A player whose moves are seen.
pub struct Watched {
    inner: Box<dyn Player>,
    worker: usize,
    tables: Arc<Tables>,
    log: Channel,
    /// Whether it has no dialogue, so that its answers are logged instead.
    is_internal: bool,
}

impl Watched {
    /// A player of this protocol at a worker's table.
    pub fn new(
        mut inner: Box<dyn Player>,
        protocol: Protocol,
        worker: usize,
        tables: &Arc<Tables>,
        log: Channel,
    ) -> Watched {
        inner.log_to(&log);
        let is_internal = protocol.is_internal();
        Watched { inner, worker, tables: Arc::clone(tables), log, is_internal }
    }

    fn log_fault(&self, fault: &Fault) {
        self.log.remark(|| format!("fault: {fault}"));
    }
}

/// An answer of a player without a dialogue: `c3c4, +0.31, depth 8, 12000 nodes, 0.123 s`.
fn answer_text(answer: &Answer) -> String {
    let thoughts = &answer.thoughts;
    let chosen = match &answer.choice {
        Choice::Move(text) => text.clone(),
        Choice::Resign => "resigns".to_owned(),
        Choice::NoMove(text) => text.clone(),
    };
    let claim = thoughts.claim.map(|claim| match claim {
        EngineScore::Hundredths(score) => format!("{:+.2}", f64::from(score) / 100.0),
        EngineScore::Mate(moves) => format!("mate {moves}"),
    });
    let depth = thoughts.depth.map(|depth| format!("depth {depth}"));
    let nodes = thoughts.nodes.map(|nodes| counted(nodes, "node"));
    let line = Some(thoughts.line.join(" ")).filter(|line| !line.is_empty());
    let time = Some(format!("{:.3} s", answer.elapsed.as_secs_f64()));
    let parts = [Some(chosen), claim, depth, nodes, time, line.map(|line| format!("line {line}"))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl Player for Watched {
    fn begin(&mut self, opening: &Opening, seat: Seat) -> Result<(), Fault> {
        self.tables.set(self.worker, opening.moves.len());
        let place = if seat == Seat::First { "first" } else { "second" };
        self.log.remark(|| format!("a game from opening {} begins, as {place} player", opening.name));
        self.inner.begin(opening, seat).inspect_err(|fault| self.log_fault(fault))
    }

    fn problems(&self) -> Vec<ConfigProblem> {
        self.inner.problems()
    }

    fn set_up(&mut self, question: &MoveRequest<'_>) -> Result<(), Fault> {
        self.inner.set_up(question).inspect_err(|fault| self.log_fault(fault))
    }

    fn answer(&mut self, question: &MoveRequest<'_>) -> Result<Answer, Fault> {
        self.tables.set(self.worker, question.moves.len());
        let answer = self.inner.answer(question).inspect_err(|fault| self.log_fault(fault))?;
        if self.is_internal {
            self.log.write(Instant::now(), '<', &answer_text(&answer));
        }
        Ok(answer)
    }

    fn end(&mut self, result: &str, why: &str) {
        self.inner.end(result, why);
        self.log.remark(|| format!("the game is over: {result}, {why}"));
    }

    fn dialogue(&self) -> Vec<String> {
        self.inner.dialogue()
    }

    fn title(&self) -> Option<String> {
        self.inner.title()
    }

    fn dismiss(&mut self) {
        self.inner.dismiss();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::arena::player::SearchInfo;

    #[test]
    fn answers_are_logged_in_plain_words() {
        let thoughts = SearchInfo {
            claim: Some(EngineScore::Hundredths(-31)),
            depth: Some(8),
            nodes: Some(1),
            line: vec!["c3c4".to_owned()],
        };
        let elapsed = Duration::from_millis(123);
        let choice = Choice::Move("c3c4".to_owned());
        let mut answer = Answer { choice, offers_draw: false, elapsed, thoughts };
        assert_eq!(answer_text(&answer), "c3c4, -0.31, depth 8, 1 node, 0.123 s, line c3c4");
        answer.thoughts = SearchInfo { claim: Some(EngineScore::Mate(-2)), ..SearchInfo::default() };
        answer.choice = Choice::Resign;
        assert_eq!(answer_text(&answer), "resigns, mate -2, 0.123 s");
    }
}
