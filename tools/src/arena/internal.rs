//! The engines of this project in this process, as players and to analyse games.
//!
//! The search runs in the calling thread, so a move costs the search alone. Tables and histories are cleared before each
//! game: under limits without time, a game does not depend on those before it.
//!
//! The search is recursive: the calling thread needs [`STACK_BYTES`] of stack.

pub mod analyst;
mod board;
pub mod live;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use search_core::recipe::{Recipe, RecipeSource};
use search_core::session::SearchJob;
use search_core::{ClockState, Control, Evaluator, Event, Outcome, Position, Score, Table, ThreadData};
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_lab::Game;
use xiangqi::engine::meaning::Meaning;
use xiangqi::evaluator::Chances;

pub use board::BoardGame;

use super::config::{EngineConfig, Limits, Notation, Opening};
use super::fault::Fault;
use super::player::{Answer, Choice, MoveRequest, Player, SearchInfo};
use super::score::EngineScore;
use super::seat::Seat;

/// The stack that a search may need.
pub const STACK_BYTES: usize = 16 << 20;

const KIND: &str = "engine option";
/// The size of the table for the shortest searches, in bytes.
const SMALLEST_DEFAULT: u128 = 1 << 17;
/// More positions than a search of this project visits in a microsecond.
const VISITS_PER_MICROSECOND: u128 = 4;
/// The largest table that an option can set, in mebibytes.
const LARGEST_HASH: u64 = 1 << 20;

/// A player for the engine of a game. Its options are `Hash` (mebibytes; by default as many as the engine takes by
/// itself, or as a game of so few positions a move can fill), `Recipe` (an algorithm as `shuangqi compare` names it, or `play` and parts, as in `play+null3`) and
/// those of the game. `play` is the recipe that the engine plays with.
pub fn open<G: InternalGame + 'static>(
    mut game: G,
    config: &EngineConfig,
    play: &Recipe,
) -> Result<Box<dyn Player>, BadInput> {
    if config.clock.is_none() && config.limits == Limits::default() {
        let remedy = "Give the engine a clock (tc=), a time (st=), a depth or a number of nodes";
        let found = format!("{} without any limit", quote(&config.name));
        return Err(BadInput::new("engine", None, found, "one", remedy));
    }
    let options = Options::read(config, &mut game, play)?;
    Ok(Box::new(Internal::new(game, options)?))
}

#[derive(Debug)]
struct Options {
    visits: u64,
    hash_bytes: usize,
    /// `None`: the engine's own, fixed at compile time.
    recipe: Option<Recipe>,
}

impl Options {
    fn read<G: InternalGame>(
        config: &EngineConfig,
        game: &mut G,
        play: &Recipe,
    ) -> Result<Options, BadInput> {
        let visits = config.limits.nodes.map_or(u64::MAX, std::num::NonZero::get);
        let mut options = Options { visits, hash_bytes: default_hash::<G>(&config.limits), recipe: None };
        for (name, value) in &config.options {
            match name.to_ascii_lowercase().as_str() {
                "hash" => options.hash_bytes = read_hash(value)?,
                "recipe" => options.recipe = Some(read_recipe(value, &G::Position::STRONGEST, play)?),
                other if game.set_option(other, value)? => {}
                _ => {
                    let remedy = "Leave it out, or run the engine as a process (cmd=) if it is an option of another program";
                    return Err(BadInput::new(KIND, None, quote(name), G::OPTIONS, remedy));
                }
            }
        }
        Ok(options)
    }
}

/// As large as the engine takes by itself, or as a game can fill: to clear more would cost short games their time.
fn default_hash<G: InternalGame>(limits: &Limits) -> usize {
    let by_nodes = limits.nodes.map(|nodes| nodes.get().into());
    let by_time = limits.move_time.map(|time| time.as_micros() * VISITS_PER_MICROSECOND);
    let by_depth = limits.depth.map(|depth| 1 << (depth + 8).min(64));
    let visits = [by_nodes, by_time, by_depth].into_iter().flatten().min();
    let bytes = visits.map_or(G::TABLE_BYTES as u128, |visits| 100 * visits);
    bytes.clamp(SMALLEST_DEFAULT, G::TABLE_BYTES as u128) as usize
}

fn read_hash(value: &str) -> Result<usize, BadInput> {
    let mebibytes: Option<u64> = value.parse().ok().filter(|size| (1..=LARGEST_HASH).contains(size));
    mebibytes.map(|size| (size << 20) as usize).ok_or_else(|| {
        let expected = format!("mebibytes, a number from 1 to {LARGEST_HASH}");
        BadInput::new(KIND, None, format!("Hash {}", quote(value)), expected, "Write it as in option.Hash=16")
    })
}

/// An algorithm by name: `play` and parts change what the engine plays with, every other preset what it is compared with.
pub fn read_recipe(value: &str, strongest: &Recipe, play: &Recipe) -> Result<Recipe, BadInput> {
    let parts = value.strip_prefix("play").filter(|rest| rest.is_empty() || rest.starts_with(['+', '-']));
    let parsed = match parts {
        Some(parts) => Recipe::parse_with(&format!("strongest{parts}"), play),
        None => Recipe::parse_with(value, strongest),
    };
    let recipe = parsed.map_err(|unknown| {
        let expected = format!("one of {}", unknown.known.join(", "));
        let remedy = "Write a preset, or play, and the parts to switch on or off, as in play+null3";
        BadInput::new(KIND, None, format!("Recipe {}", quote(&unknown.found)), expected, remedy)
    })?;
    // A recipe of the laboratory too plays by the rulings of the referee.
    Ok(Recipe { rulings: play.rulings, ..recipe })
}

/// A game in progress, and how its engine searches it.
pub trait InternalGame: Send {
    type Position: Game;
    type Evaluator: Evaluator<Self::Position> + Send;
    type RecipeSource: RecipeSource;

    /// The recipe that the engine plays with.
    const RECIPE: Self::RecipeSource;
    /// The size of the table that the engine takes by itself.
    const TABLE_BYTES: usize;
    /// Whether the scores of odd and of even depths differ so much that the mean of two is the better estimate.
    const AVERAGES_DEPTHS: bool = false;
    /// The names of all options, for messages.
    const OPTIONS: &'static str = "Hash or Recipe";

    /// Sets an option of the game, its name in lower case; whether there is one of this name.
    fn set_option(&mut self, _name: &str, _value: &str) -> Result<bool, BadInput> {
        Ok(false)
    }

    /// The evaluator for searches of at most this many visits.
    fn evaluator(&self, visits: u64) -> Self::Evaluator;

    /// The position now.
    fn position(&self) -> &Self::Position;

    /// Begins a game from this board.
    fn begin(&mut self, start: &str) -> Result<(), BadInput>;

    /// Plays a move in the game's own coordinates; `None` if it cannot be played.
    fn advance(&mut self, text: &str) -> Option<()>;

    /// The search for a move: the position, and what ends the search; the clocks are by seat.
    fn job(&self, limits: Limits, clocks: [Option<ClockState>; 2]) -> SearchJob<Self::Position>;

    /// The search at a level of strength; a depth in plies, in games without such levels.
    fn job_of_level(&self, level: u8) -> SearchJob<Self::Position> {
        self.job(Limits { depth: Some(level.into()), ..Limits::default() }, [None; 2])
    }

    /// The search that nothing ends but a stop, or a result that nothing can change.
    fn job_without_end(&self) -> SearchJob<Self::Position> {
        self.job(Limits::default(), [None; 2])
    }

    /// How certain the score of a search of this depth is, in per cent, if it is one of the whole rest of the game; 100:
    /// exact.
    fn certainty(&self, _depth: i16) -> Option<u32> {
        None
    }

    /// How scores of the position turn into the chances to win, draw and lose, where the evaluator has a model of it.
    fn chances(&self) -> Option<Chances> {
        None
    }

    /// The moves of a line from the position on, in a notation for people, if the game has one beside its coordinates.
    fn names(
        &self,
        _line: &[<Self::Position as Position>::Move],
        _notation: Notation,
    ) -> Option<Vec<String>> {
        None
    }
}

/// An engine at work on a game, and what its searches keep from one to the next.
struct Engine<G: InternalGame> {
    game: G,
    data: ThreadData<G::Position, G::Evaluator>,
    table: Table<<G::Position as Position>::Signature>,
}

impl<G: InternalGame> Engine<G> {
    /// An engine for searches of at most this many visits, with a table of so many bytes.
    fn new(game: G, visits: u64, bytes: usize) -> Result<Self, TooLarge> {
        let table = memory::take(bytes, 0, || Table::allocate(bytes))?;
        let data = ThreadData::new(game.evaluator(visits));
        Ok(Engine { game, data, table })
    }

    /// Begins a game from this board, as if no other had been searched before.
    fn begin(&mut self, start: &str) -> Result<(), BadInput> {
        self.data.clear();
        self.table.clear();
        self.game.begin(start)
    }

    fn search(
        &mut self,
        job: &SearchJob<G::Position>,
        control: &Control,
        recipe: impl RecipeSource,
    ) -> Outcome<<G::Position as Position>::Move> {
        let root = search_core::Root { position: &job.root, history: &job.history };
        search_core::think(root, &mut self.data, &self.table, recipe, &job.options, control, |_| {})
    }
}

/// An engine as a player.
struct Internal<G: InternalGame> {
    engine: Engine<G>,
    recipe: Option<Recipe>,
    /// The number of moves made so far.
    played: usize,
}

impl<G: InternalGame> Internal<G> {
    fn new(game: G, options: Options) -> Result<Self, BadInput> {
        let engine = Engine::new(game, options.visits, options.hash_bytes);
        let engine =
            engine.map_err(|large| large.in_line(KIND, "Give it a smaller table, as in option.Hash=16"))?;
        Ok(Internal { engine, recipe: options.recipe, played: 0 })
    }

    fn play_missing(&mut self, moves: &[String]) -> Result<(), Fault> {
        for text in moves.iter().skip(self.played) {
            let broken = || Fault::Crash { how: format!("the engine cannot play the move {text}") };
            self.engine.game.advance(text).ok_or_else(broken)?;
            self.played += 1;
        }
        Ok(())
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Outcome<<G::Position as Position>::Move> {
        let is_cancelled = request.is_cancelled;
        let job = self.engine.game.job(request.limits, request.clocks);
        let control = Control::new();
        if let Some(budget) = job.budget {
            control.allow(budget);
        }
        match self.recipe {
            Some(recipe) => {
                let recipe = Cancellation { recipe: &recipe, control: &control, is_cancelled };
                self.engine.search(&job, &control, recipe)
            }
            None => self.engine.search(
                &job,
                &control,
                Cancellation { recipe: G::RECIPE, control: &control, is_cancelled },
            ),
        }
    }
}

impl<G: InternalGame> Player for Internal<G> {
    fn begin(&mut self, opening: &Opening, _seat: Seat) -> Result<(), Fault> {
        self.played = 0;
        self.engine.begin(&opening.start).map_err(|bad| Fault::Crash { how: bad.to_string() })
    }

    fn answer(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Fault> {
        let start = Instant::now();
        self.play_missing(request.moves)?;
        let outcome = self.think(request);
        let info = SearchInfo {
            score: (outcome.depth > 0).then(|| engine_score(outcome.score)),
            depth: u32::try_from(outcome.depth).ok(),
            nodes: Some(outcome.counters.visits),
            pv: Vec::new(), // it is not kept, and to write it costs as much as the runner does
        };
        let choice = outcome.best.map_or(Choice::Resign, |mv| Choice::Move(mv.to_string()));
        Ok(Answer { choice, offers_draw: false, elapsed: start.elapsed(), info })
    }

    fn engine_name(&self) -> Option<String> {
        Some(format!("Shuangqi {} {}", G::Position::INFO.title, env!("CARGO_PKG_VERSION")))
    }
}

/// A score as the engines report it in their protocols: mates in moves of the side to move, and a win by the referee's ruling as
/// a number beyond every evaluation, so that games are adjudicated by it, but not as a mate.
pub fn engine_score(score: Score) -> EngineScore {
    match Meaning::of(score) {
        Meaning::Mate { is_won: true, moves, .. } => EngineScore::Mate(moves as i32),
        Meaning::Mate { is_won: false, moves, .. } => EngineScore::Mate(-(moves as i32)),
        Meaning::Ruling { score, .. } | Meaning::Evaluation(score) => EngineScore::Hundredths(score),
    }
}

/// A recipe whose searches end soon after their request is cancelled.
#[derive(Clone, Copy, Debug)]
struct Cancellation<'a, R> {
    recipe: R,
    control: &'a Control,
    is_cancelled: &'a AtomicBool,
}

impl<R: RecipeSource> RecipeSource for Cancellation<'_, R> {
    #[inline(always)]
    fn recipe(&self) -> &Recipe {
        self.recipe.recipe()
    }

    #[inline(always)]
    fn observe(&self, event: Event) {
        if matches!(event, Event::NodeEntered(_)) && self.is_cancelled.load(Relaxed) {
            self.control.stop();
        }
        self.recipe.observe(event);
    }
}
