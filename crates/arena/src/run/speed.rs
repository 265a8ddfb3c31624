//! The speed of the machine, and time controls that allow for it: where many machines play one match, a slow one gets more time
//! for the same games.

use std::thread;
use std::time::Instant;

use game::any::AnyEngineOptions;
use game::{Limits, SearchRequest};
use search_core::Control;
use shuangqi_cli::Failure;

use crate::config::{EngineConfig, TimeControl};
use crate::games::Game;
use crate::internal::{self, STACK_BYTES};
use crate::match_config::MatchConfig;

/// Positions of the search that is timed: about a second. As many games as are played at a time make one each.
const NODES: u64 = 1_000_000;
/// The table of that search, in bytes.
const TABLE_BYTES: usize = 16 << 20;

/// The positions that the engine of a game in this process searches in a second of a thread, where so many threads do.
///
/// # Errors
/// No memory or no threads.
pub fn measured(game: Game, threads: usize) -> Result<f64, Failure> {
    let rates: Vec<Result<f64, Failure>> = thread::scope(|scope| {
        let search = || rate(game);
        let begun =
            (0..threads).map(|_| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search));
        let begun: Vec<_> = begun.collect();
        let none = |why: String| Failure::Internal(format!("the speed cannot be measured: {why}"));
        let end = |thread: thread::ScopedJoinHandle<'_, Result<f64, Failure>>| {
            thread.join().unwrap_or_else(|_| Err(none("a search has failed".to_owned())))
        };
        begun
            .into_iter()
            .map(|thread| thread.map_err(|error| none(error.to_string())).and_then(end))
            .collect()
    });
    let rates = rates.into_iter().collect::<Result<Vec<f64>, Failure>>()?;
    Ok(rates.iter().sum::<f64>() / rates.len().max(1) as f64)
}

/// The positions a second of one search.
fn rate(game: Game) -> Result<f64, Failure> {
    let options = AnyEngineOptions {
        hash_bytes: TABLE_BYTES,
        nodes: NODES,
        recipe: None,
        weights: None,
        solves: false,
    };
    let mut engine =
        internal::engine(game, &options).map_err(|large| Failure::Internal(large.to_string()))?;
    let session = game.session("", "")?;
    let limits = Limits { nodes: NODES.try_into().ok(), ..Limits::default() };
    let begun = Instant::now();
    let found = engine.think(&*session, &SearchRequest::within(limits), None, &Control::new(), &mut |_| {});
    Ok(found.nodes as f64 / begun.elapsed().as_secs_f64())
}

/// Whether an engine plays by a clock of this machine.
pub fn is_timed(engine: &EngineConfig) -> bool {
    let has_time = engine.clock.is_some() || engine.limits.move_time.is_some();
    has_time && engine.nodes_per_millisecond.is_none()
}

/// The match with the times of this machine's clocks multiplied by a factor. Margins stay: they are for the runner, not for thinking.
pub fn scaled(config: &MatchConfig, factor: f64) -> MatchConfig {
    let mut config = config.clone();
    for engine in config.engines.iter_mut().filter(|engine| is_timed(engine)) {
        engine.clock = engine.clock.map(|TimeControl { base, increment, moves }| TimeControl {
            base: base.mul_f64(factor),
            increment: increment.mul_f64(factor),
            moves,
        });
        engine.limits.move_time = engine.limits.move_time.map(|time| time.mul_f64(factor));
    }
    config
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::time::Duration;

    use super::*;
    use crate::samples;

    #[test]
    fn times_are_multiplied_and_nothing_else() {
        let mut config = samples::config();
        let times = |millis: u64| TimeControl {
            base: Duration::from_millis(10 * millis),
            increment: Duration::from_millis(millis),
            moves: None,
        };
        config.engines[0].clock = Some(times(100));
        config.engines[1].limits.move_time = Some(Duration::from_millis(40));
        let found = scaled(&config, 1.5);
        assert_eq!(found.engines[0].clock, Some(times(150)));
        assert_eq!(found.engines[1].limits.move_time, Some(Duration::from_millis(60)));
        assert_eq!(scaled(&found, 2.0 / 3.0).engines[0].clock, config.engines[0].clock);
        assert_eq!((found.engines[0].limits, found.engines[1].clock), (config.engines[0].limits, None));
        config.engines[0].nodes_per_millisecond = NonZero::new(500);
        assert_eq!(scaled(&config, 1.5).engines[0], config.engines[0], "nodes are as many on every machine");
    }

    #[test]
    fn every_game_has_a_speed() {
        for game in [Game::OTHELLO, Game::XIANGQI] {
            assert!(measured(game, 2).unwrap() > 0.0);
        }
    }
}
