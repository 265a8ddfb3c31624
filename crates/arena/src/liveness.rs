//! Players under observation: the progress of their games is shown, and their faults are logged.

use std::sync::Arc;
use std::time::Instant;

use shuangqi_cli::units::counted;

use super::config::{ConfigProblem, Opening, Protocol};
use super::fault::Fault;
use super::log::Channel;
use super::player::{Answer, Choice, MoveRequest, Player};
use super::running_games::RunningGames;
use super::score::EngineScore;
use game::Seat;

/// A player whose progress and faults are recorded.
pub struct MonitoredPlayer {
    inner: Box<dyn Player>,
    worker: usize,
    games: Arc<RunningGames>,
    log: Channel,
    /// Whether it has no dialogue, so that its answers are logged instead.
    is_internal: bool,
}

impl MonitoredPlayer {
    /// A player of this protocol in the games of a worker.
    pub fn new(
        inner: Box<dyn Player>,
        protocol: Protocol,
        worker: usize,
        games: &Arc<RunningGames>,
        log: Channel,
    ) -> MonitoredPlayer {
        let is_internal = protocol.is_internal();
        MonitoredPlayer { inner, worker, games: Arc::clone(games), log, is_internal }
    }

    fn log_fault(&self, fault: &Fault) {
        self.log.remark(|| format!("fault: {fault}"));
    }
}

/// An answer of a player without a dialogue: `c3c4, +0.31, depth 8, 12000 nodes, 0.123 s`.
fn answer_text(answer: &Answer) -> String {
    let info = &answer.info;
    let chosen = match &answer.choice {
        Choice::Move(text) | Choice::NoMove(text) => text.clone(),
        Choice::Resign => "resigns".to_owned(),
    };
    let score = info.score.map(|score| match score {
        EngineScore::Hundredths(score) => format!("{:+.2}", f64::from(score) / 100.0),
        EngineScore::Mate(moves) => format!("mate {moves}"),
    });
    let depth = info.depth.map(|depth| format!("depth {depth}"));
    let nodes = info.nodes.map(|nodes| counted(nodes, "node"));
    let time = Some(format!("{:.3} s", answer.elapsed.as_secs_f64()));
    let pv = (!info.pv.is_empty()).then(|| format!("line {}", info.pv.join(" ")));
    [Some(chosen), score, depth, nodes, time, pv].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl Player for MonitoredPlayer {
    fn begin(&mut self, opening: &Opening, seat: Seat) -> Result<(), Fault> {
        self.games.begin(self.worker, opening);
        let place = if seat == Seat::First { "first" } else { "second" };
        self.log.remark(|| format!("a game from opening {} begins, as {place} player", opening.name));
        self.inner.begin(opening, seat).inspect_err(|fault| self.log_fault(fault))
    }

    fn problems(&self) -> Vec<ConfigProblem> {
        self.inner.problems()
    }

    fn set_position(&mut self, request: &MoveRequest<'_>) -> Result<(), Fault> {
        self.inner.set_position(request).inspect_err(|fault| self.log_fault(fault))
    }

    fn answer(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Fault> {
        self.games.ask(self.worker, request);
        let answer = self.inner.answer(request).inspect_err(|fault| self.log_fault(fault))?;
        self.games.answer(self.worker, request.seat(), &answer.info);
        if self.is_internal {
            self.log.write(Instant::now(), '<', &answer_text(&answer));
        }
        Ok(answer)
    }

    fn end(&mut self, result: &str, reason: &str) {
        self.inner.end(result, reason);
        self.log.remark(|| format!("the game is over: {result}, {reason}"));
    }

    fn dialogue(&self) -> Vec<String> {
        self.inner.dialogue()
    }

    fn engine_name(&self) -> Option<String> {
        self.inner.engine_name()
    }

    fn quit(&mut self) {
        self.inner.quit();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::player::SearchInfo;

    #[test]
    fn answers_are_logged_in_plain_words() {
        let score = Some(EngineScore::Hundredths(-31));
        let info = SearchInfo { score, depth: Some(8), nodes: Some(1), pv: vec!["c3c4".to_owned()] };
        let elapsed = Duration::from_millis(123);
        let choice = Choice::Move("c3c4".to_owned());
        let mut answer = Answer { choice, offers_draw: false, elapsed, info };
        assert_eq!(answer_text(&answer), "c3c4, -0.31, depth 8, 1 node, 0.123 s, line c3c4");
        answer.info = SearchInfo { score: Some(EngineScore::Mate(-2)), ..SearchInfo::default() };
        answer.choice = Choice::Resign;
        assert_eq!(answer_text(&answer), "resigns, mate -2, 0.123 s");
    }
}
