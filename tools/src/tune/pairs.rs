//! The games of an iteration: pairs from the same opening with colours swapped, between two settings of the parameters.

use std::collections::BTreeSet;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shuangqi_cli::Failure;

use super::journal::Tuning;
use super::parameters::recipe_text;
use super::spsa::Trial;
use crate::arena::config::{Book, EngineConfig, Layout, Limits, Order};
use crate::arena::game;
use crate::arena::match_config::MatchConfig;
use crate::arena::opening_book::OpeningBook;
use crate::arena::player::Player;
use crate::arena::record::Fixture;
use crate::arena::run::schedule::Schedule;
use crate::arena::run::workers::{self, GameWorkers, MatchEvent};
use crate::games::Game;
use crate::rating::Trinomial;

/// What plays the games.
pub struct Pairs<'a> {
    tuning: &'a Tuning,
    openings: &'a OpeningBook,
    threads: NonZeroUsize,
}

impl<'a> Pairs<'a> {
    /// The games of a run, as many at a time as there are threads.
    pub fn new(tuning: &'a Tuning, openings: &'a OpeningBook, threads: NonZeroUsize) -> Pairs<'a> {
        Pairs { tuning, openings, threads }
    }

    /// Plays an iteration, counted from 0: the results of the trial's first side. `None`: it was interrupted.
    ///
    /// # Errors
    /// [`Failure::Internal`] for a game that cannot be played to its end.
    pub fn play(&self, iteration: u32, trial: &Trial) -> Result<Option<Trinomial>, Failure> {
        let config = self.config(iteration, trial);
        let schedule = Schedule::new(&config.layout, config.engines.len(), self.openings.len());
        let open = |engine: usize, _: usize, _: &[usize]| self.player(&config.engines[engine]);
        let play = |fixture: Fixture, players: [&mut dyn Player; 2], is_stopped: &AtomicBool| {
            game::play(&config, fixture, &self.openings.opening(fixture.opening)?, players, is_stopped)
        };
        let processors = vec![Vec::new(); self.threads.get().min(schedule.len() as usize)];
        let engines = config.engines.len();
        let workers = GameWorkers { open: &open, play: &play, engines, processors, pause: Duration::ZERO };
        let mut results = Trinomial::default();
        workers::run(&workers, &schedule, &BTreeSet::new(), &mut |event| {
            count(event, &mut results).map(ControlFlow::Continue)
        })?;
        Ok((results.games() == schedule.len()).then_some(results))
    }

    fn config(&self, iteration: u32, trial: &Trial) -> MatchConfig {
        let Tuning { recipe, parameters, nodes, .. } = self.tuning;
        let engine = |name: &str, values: &[i32]| EngineConfig {
            name: name.to_owned(),
            options: vec![("Recipe".to_owned(), recipe_text(recipe, parameters, values))],
            limits: Limits { nodes: NonZeroU64::new(*nodes), ..Limits::default() },
            ..EngineConfig::default()
        };
        let [one, other] = &trial.values;
        let first = iteration as usize * self.tuning.pairs as usize;
        let layout = Layout { first, rounds: self.tuning.pairs, ..layout(self.tuning) };
        MatchConfig {
            layout,
            engines: vec![engine("one", one), engine("other", other)],
            ..conditions(self.tuning)
        }
    }

    fn player(&self, engine: &EngineConfig) -> Result<Box<dyn Player>, Failure> {
        (self.tuning.game.player)(engine).map_err(|bad| Failure::Usage(bad.to_string()))
    }
}

/// The openings of a run: those of a file in an order that the seed decides, or generated ones.
///
/// # Errors
/// A file that cannot be used.
pub fn openings(tuning: &Tuning) -> Result<(OpeningBook, u64), Failure> {
    let (book, config) = (Book { file: tuning.openings.clone(), ..Book::default() }, conditions(tuning));
    let openings = OpeningBook::new(&book, &config)?;
    let hash = openings.hash(&config.layout);
    Ok((openings, hash))
}

/// What does not change from iteration to iteration.
fn conditions(tuning: &Tuning) -> MatchConfig {
    let game: Game = tuning.game;
    MatchConfig {
        game,
        rules: game.match_info.default_rules.unwrap_or_default().to_owned(),
        engines: Vec::new(),
        openings: String::new(),
        openings_hash: tuning.openings_hash,
        layout: layout(tuning),
        adjudication: game.match_info.adjudication,
    }
}

fn layout(tuning: &Tuning) -> Layout {
    let order = if tuning.openings.is_some() { Order::Random } else { Order::Sequential };
    let rounds = tuning.gains.iterations.saturating_mul(tuning.pairs);
    Layout { rounds, order, seed: tuning.seed, ..Layout::default() }
}

/// Counts a game for the first engine. One that fails or that an engine loses by a fault is a bug: no value is learned from
/// it.
fn count(event: MatchEvent, results: &mut Trinomial) -> Result<(), Failure> {
    match event {
        MatchEvent::Finished(_, game) => match (&game.fault, game.seat_of(0)) {
            (None, Some(seat)) => results.add(game.result.outcome(seat)),
            _ => return Err(failed(game.fixture, &game.explanation)),
        },
        MatchEvent::GivenUp(_, fixture, why) => return Err(failed(fixture, &why)),
        MatchEvent::Started(..) | MatchEvent::Dropped(_) | MatchEvent::Quiet => {}
    }
    Ok(())
}

fn failed(fixture: Fixture, why: &str) -> Failure {
    Failure::Internal(format!("a game from opening {} failed: {why}", fixture.opening + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::fault::Fault;
    use crate::arena::samples;

    #[test]
    fn games_are_counted_for_the_first_engine_and_faults_are_failures() {
        let mut results = Trinomial::default();
        for number in 0..4 {
            let mut game = samples::game(number);
            game.result = crate::arena::record::GameResult::First;
            count(MatchEvent::Finished(0, Box::new(game)), &mut results).unwrap();
        }
        assert_eq!(results, Trinomial { losses: 2, draws: 0, wins: 2 });
        let faulty = samples::faulty(0, Fault::Crash { how: "it ended".to_owned() });
        assert!(count(MatchEvent::Finished(0, Box::new(faulty)), &mut results).is_err());
    }
}
