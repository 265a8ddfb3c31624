//! Games between two recipes of the engine in this process, in pairs from the same opening with colours swapped, at a fixed
//! number of nodes a move or on a clock that counts nodes: the same program plays the same games again.

use std::collections::BTreeSet;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::{ControlFlow, Range};
use std::time::Duration;

use shuangqi_cli::Failure;
use shuangqi_cli::worker_pool::InOrder;

use crate::config::{Book, EngineConfig, Layout, Limits, Order, TimeControl};
use crate::games::Game;
use crate::internal;
use crate::log::Channel;
use crate::match_config::MatchConfig;
use crate::opening_book::OpeningBook;
use crate::played_game;
use crate::rating::Outcome;
use crate::record::ScheduledGame;
use crate::run::schedule::Schedule;
use crate::run::workers::{self, GameWorkers, MatchEnd, MatchEvent, Play};
use crate::running_games::RunningGames;

/// The recipe that the engine plays with, as [`Entry`](crate::games::Entry) reads it.
pub const PLAY: &str = "play";

/// The conditions of all games.
#[derive(Clone, Debug)]
pub struct Conditions {
    pub game: Game,
    /// The end of each search.
    pub limit: MoveLimit,
    /// The file of openings; `None`: they are generated.
    pub openings: Option<String>,
    /// Decides the order of the file's openings, or generates them.
    pub seed: u64,
    /// Pairs of games at most.
    pub pairs: u32,
}

/// The end of each search. Both are the same on every run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MoveLimit {
    /// A number of nodes.
    Nodes(NonZeroU64),
    /// A clock that counts nodes in place of time, and the number of nodes that is a millisecond.
    NodeClock(TimeControl, NonZeroU64),
}

/// The outcomes of both games of a pair for the first recipe.
pub type PairOutcome = [Outcome; 2];

/// Plays the games.
pub struct RecipeMatch {
    /// The match, without its engines.
    config: MatchConfig,
    limit: MoveLimit,
    openings: OpeningBook,
    threads: NonZeroUsize,
}

impl RecipeMatch {
    /// The games of these conditions, as many at a time as there are threads.
    ///
    /// # Errors
    /// A file of openings that cannot be used.
    pub fn new(conditions: Conditions, threads: NonZeroUsize) -> Result<RecipeMatch, Failure> {
        let Conditions { game, limit, openings: file, seed, pairs } = conditions;
        let order = if file.is_some() { Order::Random } else { Order::Sequential };
        let layout = Layout { rounds: pairs, order, seed, ..Layout::default() };
        let mut config = MatchConfig {
            game,
            rules: game.default_rules().to_owned(),
            engines: Vec::new(),
            openings: String::new(),
            openings_hash: 0,
            layout,
            adjudication: game.adjudication,
        };
        let openings = OpeningBook::new(&Book { file, ..Book::default() }, &config)?;
        config.openings_hash = openings.hash(&layout);
        Ok(RecipeMatch { config, limit, openings, threads })
    }

    /// A hash of the openings in order.
    pub fn openings_hash(&self) -> u64 {
        self.config.openings_hash
    }

    /// The engine with a recipe. The one that it plays with is fixed at compile time, which is faster.
    fn engine(&self, name: &str, recipe: &str) -> EngineConfig {
        let recipe = Some(recipe).filter(|recipe| *recipe != PLAY);
        let (clock, nodes_per_millisecond, nodes) = match self.limit {
            MoveLimit::Nodes(nodes) => (None, None, Some(nodes)),
            MoveLimit::NodeClock(control, rate) => (Some(control), Some(rate), None),
        };
        EngineConfig {
            name: name.to_owned(),
            clock,
            nodes_per_millisecond,
            options: recipe.map(|recipe| ("Recipe".to_owned(), recipe.to_owned())).into_iter().collect(),
            limits: Limits { nodes, ..Limits::default() },
            ..EngineConfig::default()
        }
    }

    /// Plays these pairs between two recipes. `take` receives them in the order of their openings, whatever the order in which
    /// games end, and breaks when enough has been played.
    ///
    /// # Errors
    /// What `take` fails with, and [`Failure::Internal`] for a game that cannot be played to its end.
    pub fn play(
        &self,
        recipes: [&str; 2],
        pairs: Range<u32>,
        take: &mut dyn FnMut(PairOutcome) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<MatchEnd, Failure> {
        self.play_some(recipes, pairs, &|_| true, &mut |_, pair| take(pair))
    }

    /// The same for those of the pairs that are wanted, each named by its number, which counts from the first of all.
    pub fn play_some(
        &self,
        recipes: [&str; 2],
        pairs: Range<u32>,
        is_wanted: &dyn Fn(u32) -> bool,
        take: &mut dyn FnMut(u32, PairOutcome) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<MatchEnd, Failure> {
        let [one, other] = recipes;
        let (first, rounds) = (pairs.start as usize, pairs.len() as u32);
        let config = MatchConfig {
            engines: vec![self.engine("one", one), self.engine("other", other)],
            layout: Layout { first, rounds, ..self.config.layout },
            ..self.config.clone()
        };
        let schedule = Schedule::new(&config.layout, config.engines.len(), self.openings.len());
        let open = |engine: usize, _: usize, _: &[usize]| {
            let opened =
                internal::open(config.game, &config.engines[engine], &config.rules, &Channel::default());
            opened.map_err(|bad| Failure::Usage(bad.to_string()))
        };
        let running = RunningGames::new(0);
        let play: &Play<'_> = &|worker, scheduled, players, is_stopped| {
            let opening = self.openings.opening(scheduled.opening)?;
            played_game::play(&config, scheduled, &opening, players, is_stopped, running.of_worker(worker))
        };
        let processors = vec![Vec::new(); self.threads.get().min(schedule.len() as usize)];
        let engines = config.engines.len();
        let workers = GameWorkers { open: &open, play, engines, processors, pause: Duration::ZERO };
        let pair_of = |game: usize| pairs.start + game as u32 / 2;
        let unwanted = (0..schedule.len() as usize).filter(|&game| !is_wanted(pair_of(game)));
        let (mut order, mut first, mut flow) = (InOrder::default(), None, ControlFlow::Continue(()));
        unwanted.clone().for_each(|game| order.put(game, None));
        let skipped: BTreeSet<u64> = unwanted.map(|game| game as u64).collect();
        workers::run(&workers, &schedule, &skipped, &mut |event| {
            if let Some((number, outcome)) = finished(event)? {
                order.put(number, Some(outcome));
            }
            // What ends after enough has been played is left out, so that the number of threads changes nothing.
            while flow.is_continue()
                && let Some((game, outcome)) = order.take()
            {
                match (first.take(), outcome) {
                    (_, None) => {}
                    (None, outcome) => first = outcome,
                    (Some(first), Some(outcome)) => flow = take(pair_of(game), [first, outcome])?,
                }
            }
            Ok(flow)
        })
    }
}

/// The number of the game that has ended with this event, and the outcome for the first recipe. A game that fails or that an
/// engine loses by a fault is a bug: nothing is learned from it.
fn finished(event: MatchEvent) -> Result<Option<(usize, Outcome)>, Failure> {
    match event {
        MatchEvent::Finished(_, game) => match (&game.fault, game.seat_of(0)) {
            (None, Some(seat)) => Ok(Some((game.scheduled.number as usize, Outcome::of(game.result, seat)))),
            _ => Err(failed(game.scheduled, &game.explanation)),
        },
        MatchEvent::GivenUp(_, scheduled, why) => Err(failed(scheduled, &why)),
        MatchEvent::Started(..) | MatchEvent::Dropped(_) | MatchEvent::Tick => Ok(None),
    }
}

fn failed(scheduled: ScheduledGame, why: &str) -> Failure {
    Failure::Internal(format!("a game from opening {} failed: {why}", scheduled.opening + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Fault;
    use crate::samples;

    #[test]
    fn games_are_counted_for_the_first_engine_and_faults_are_failures() {
        for (number, outcome) in [(0, Outcome::Win), (1, Outcome::Loss), (2, Outcome::Win)] {
            let mut game = samples::game(number);
            game.result = crate::record::GameResult::First;
            let taken = finished(MatchEvent::Finished(0, Box::new(game))).unwrap();
            assert_eq!(taken, Some((number as usize, outcome)));
        }
        let faulty = samples::faulty(0, Fault::Crash { how: "it ended".to_owned() });
        assert!(finished(MatchEvent::Finished(0, Box::new(faulty))).is_err());
    }

    #[test]
    fn a_pair_is_the_same_whether_or_not_others_were_played_before() {
        let conditions = Conditions {
            game: Game::XIANGQI,
            limit: MoveLimit::Nodes(NonZeroU64::new(60).unwrap()),
            openings: None,
            seed: 1,
            pairs: 6,
        };
        let games = RecipeMatch::new(conditions, NonZeroUsize::MIN).unwrap();
        let played = |pairs: Range<u32>| {
            let mut all = Vec::new();
            let end = games.play([PLAY, "play-quiescence-checks"], pairs, &mut |pair| {
                all.push(pair);
                Ok(ControlFlow::Continue(()))
            });
            assert_eq!(end.unwrap(), MatchEnd::Complete);
            all
        };
        let whole = played(0..6);
        assert_eq!(whole.len(), 6);
        assert_eq!([played(0..2), played(2..6)].concat(), whole);
    }
}
