//! A fixed amount of work: the node count distinguishes builds, the time machines.

use std::time::Duration;

use game::{Game, GameEngine, GameSession, SearchRequest};
use search_core::Control;
use search_core::session::SearchState;
use shuangqi_cli::sink::Sink;

/// Searches every position with an empty table, and writes the counts; `false`: stopped before the end.
pub fn run<G: Game>(
    positions: &[&str],
    request: &SearchRequest,
    state: &mut SearchState<G, G::Evaluator>,
    control: &Control,
    sink: &Sink,
) -> bool {
    let mut nodes = 0;
    for (index, text) in positions.iter().enumerate() {
        let Ok(position) = G::parse_board(text) else { continue };
        state.clear();
        let job = GameEngine::job(&GameSession::new(position, G::Rules::default()), request);
        let outcome = state.think(G::PLAY, &job, control, |_| {});
        if control.is_stopped() {
            return false;
        }
        let Some(best) = outcome.best else { continue };
        let (score, spent) = (outcome.score, outcome.counters.visits);
        sink.write_line(format_args!("{}/{}: {best} {score} {spent}", index + 1, positions.len()));
        nodes += spent;
    }
    let elapsed = control.elapsed();
    let (total, speed) = (elapsed.as_millis(), per_second(nodes, elapsed));
    // Testing frameworks look for these words, some on stdout, some on stderr.
    eprintln!("Total time (ms) : {total}\nNodes searched  : {nodes}\nNodes/second    : {speed}");
    sink.write_line(format_args!("{nodes} nodes {speed} nps"));
    true
}

/// Nodes a second; a search takes at least a millisecond for this purpose.
pub fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1000);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_needs_a_millisecond() {
        assert_eq!(per_second(500, Duration::ZERO), 500_000);
        assert_eq!(per_second(3_000_000, Duration::from_secs(2)), 1_500_000);
    }
}
