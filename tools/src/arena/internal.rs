//! Our own engines as players in this process.
//!
//! The search runs in the thread that asks, so a move costs nothing but the search. Everything learnt is forgotten
//! before each game: under limits without time, a game depends on nothing that was played before.
//!
//! The search follows deep lines by recursion: the asking thread should have [`STACK_BYTES`] of stack.

mod othello;
#[cfg(test)]
mod tests;
mod xiangqi;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use search_core::recipe::{Recipe, RecipeSource};
use search_core::score::plies_to_mate;
use search_core::session::SearchJob;
use search_core::{Control, Evaluator, Event, Outcome, Position, Score, Table, ThreadData};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::{BadInput, memory};

use super::config::{EngineConfig, Game, Opening};
use super::fault::Fault;
use super::player::{Answer, Choice, MoveRequest, Player, SearchInfo};
use super::score::EngineScore;
use super::seat::Seat;

/// The stack that a search may need.
pub const STACK_BYTES: usize = 16 << 20;

const KIND: &str = "engine option";
/// The size of the table for the shortest searches, in bytes.
const SMALLEST_DEFAULT: u64 = 1 << 17;
/// The same for long searches.
const LARGEST_DEFAULT: u64 = 16 << 20;
/// The largest table that may be asked for, in mebibytes.
const LARGEST_HASH: u64 = 1 << 20;

/// A player for our own engine of the game. Its options are `Hash` (mebibytes, by default no more than a game of so few
/// nodes a move can fill), `Recipe` (an algorithm as `shuangqi compare` names it, or `play` and parts, as in
/// `play+null3`) and in Xiangqi `Rules` (those by which the search judges repetitions).
///
/// # Errors
/// An option that there is not, a value that will not do, or no limit to the search.
pub fn open(setup: &EngineConfig, game: Game) -> Result<Box<dyn Player>, BadInput> {
    let has_limit = setup.clock.is_some() || setup.limits != super::config::Limits::default();
    if !has_limit {
        let remedy = "Give the engine a clock (tc=), a time (st=), a depth or a number of nodes";
        return Err(BadInput::new(
            "engine",
            None,
            format!("{} without any limit", quote(&setup.name)),
            "one",
            remedy,
        ));
    }
    match game {
        Game::Othello => {
            let options = Options::read(setup, &::othello::recipe::STRONGEST, &::othello::recipe::PLAY)?;
            Ok(Box::new(Internal::new(othello::Othello::default(), options)?))
        }
        Game::Xiangqi => {
            let play = search_core::recipe::PLAY;
            let options = Options::read(setup, &::xiangqi::recipe::STRONGEST, &play)?;
            let rules = options.rules.unwrap_or_default();
            Ok(Box::new(Internal::new(xiangqi::Xiangqi::new(rules)?, options)?))
        }
    }
}

/// What the options say.
#[derive(Debug)]
struct Options {
    visits: u64,
    hash_bytes: usize,
    /// `None`: the engine's own, fixed at compile time.
    recipe: Option<Recipe>,
    rules: Option<::xiangqi::Rules>,
}

impl Options {
    fn read(setup: &EngineConfig, strongest: &Recipe, play: &Recipe) -> Result<Options, BadInput> {
        let mut options =
            Options { visits: visits(setup), hash_bytes: usual_hash(setup), recipe: None, rules: None };
        for (name, value) in &setup.options {
            match name.to_ascii_lowercase().as_str() {
                "hash" => options.hash_bytes = read_hash(value)?,
                "recipe" => options.recipe = Some(read_recipe(value, strongest, play)?),
                "rules" => options.rules = Some(super::referee::rules_named(value)?),
                _ => {
                    let remedy = "Leave it out, or run the engine as a process (cmd=) if it is one of another program's";
                    return Err(BadInput::new(KIND, None, quote(name), "Hash, Recipe or Rules", remedy));
                }
            }
        }
        Ok(options)
    }
}

/// The most positions that a search may visit.
fn visits(setup: &EngineConfig) -> u64 {
    setup.limits.nodes.map_or(u64::MAX, std::num::NonZero::get)
}

/// As large as a game of so many nodes a move can fill: to clear more would cost short games their time.
fn usual_hash(setup: &EngineConfig) -> usize {
    visits(setup).saturating_mul(100).clamp(SMALLEST_DEFAULT, LARGEST_DEFAULT) as usize
}

fn read_hash(value: &str) -> Result<usize, BadInput> {
    let mebibytes: Option<u64> = value.parse().ok().filter(|size| (1..=LARGEST_HASH).contains(size));
    mebibytes.map(|size| (size << 20) as usize).ok_or_else(|| {
        let expected = format!("mebibytes, a number from 1 to {LARGEST_HASH}");
        BadInput::new(KIND, None, format!("Hash {}", quote(value)), expected, "Write it as in option.Hash=16")
    })
}

/// An algorithm by name: `play` and parts change what the engine plays with, every other preset what it is compared with.
fn read_recipe(value: &str, strongest: &Recipe, play: &Recipe) -> Result<Recipe, BadInput> {
    let parts = value.strip_prefix("play").filter(|rest| rest.is_empty() || rest.starts_with(['+', '-']));
    let parsed = match parts {
        Some(parts) => Recipe::parse_with(&format!("strongest{parts}"), play),
        None => Recipe::parse_with(value, strongest),
    };
    let recipe = parsed.map_err(|unknown| {
        let expected = format!("one of {}", unknown.known.join(", "));
        let remedy =
            "Write a preset, or play, and the parts to switch on or off, as in option.Recipe=play+null3";
        BadInput::new(KIND, None, format!("Recipe {}", quote(&unknown.found)), expected, remedy)
    })?;
    // Whatever is compared, a game is played under the eyes of its referee.
    Ok(Recipe { rulings: play.rulings, ..recipe })
}

/// What a game adds to the search for it to be played.
trait Craft: Send {
    type Position: Position;
    type Evaluator: Evaluator<Self::Position>;
    type RecipeSource: RecipeSource;

    /// The name of the engine.
    const TITLE: &'static str;
    /// The recipe that it plays with, fixed at compile time.
    const PLAN: Self::RecipeSource;

    /// The judgement for searches of at most so many visits.
    fn evaluator(visits: u64) -> Self::Evaluator;

    /// Begins a game from this board.
    fn begin(&mut self, start: &str) -> Result<(), BadInput>;

    /// Plays a move in the game's own coordinates; `None` if it cannot be played.
    fn advance(&mut self, text: &str) -> Option<()>;

    /// What to search, and how long.
    fn task(&self, request: &MoveRequest<'_>) -> SearchJob<Self::Position>;
}

/// An engine, and what its searches leave behind for those to come.
struct Internal<C: Craft> {
    craft: C,
    kit: ThreadData<C::Position, C::Evaluator>,
    table: Table<<C::Position as Position>::Signature>,
    recipe: Option<Recipe>,
    /// How many of the game's moves have been taken in.
    played: usize,
}

impl<C: Craft> Internal<C>
where
    <C::Position as Position>::Move: std::fmt::Display,
{
    fn new(craft: C, options: Options) -> Result<Self, BadInput> {
        let bytes = options.hash_bytes;
        let table = memory::take(bytes, 0, || Table::allocate(bytes));
        let table =
            table.map_err(|large| large.in_line(KIND, "Give it a smaller table, as in option.Hash=16"))?;
        let kit = ThreadData::new(C::evaluator(options.visits));
        Ok(Internal { craft, kit, table, recipe: options.recipe, played: 0 })
    }

    fn catch_up(&mut self, moves: &[String]) -> Result<(), Fault> {
        for text in moves.iter().skip(self.played) {
            let broken = || Fault::Crash { how: format!("it cannot follow the move {text}") };
            self.craft.advance(text).ok_or_else(broken)?;
            self.played += 1;
        }
        Ok(())
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Outcome<<C::Position as Position>::Move> {
        let task = self.craft.task(request);
        let control = Control::new();
        if let Some(budget) = task.budget {
            control.allow(budget);
        }
        let heed = Heed { control: &control, is_cancelled: request.is_cancelled };
        match self.recipe {
            Some(recipe) => self.search(&task, heed.to(&recipe)),
            None => self.search(&task, heed.to(C::PLAN)),
        }
    }

    fn search<L: RecipeSource>(
        &mut self,
        task: &SearchJob<C::Position>,
        plan: Heeding<'_, L>,
    ) -> Outcome<<C::Position as Position>::Move> {
        let root = search_core::Root { position: &task.root, history: &task.history };
        search_core::think(root, &mut self.kit, &self.table, plan, &task.options, plan.heed.control, |_| {})
    }
}

impl<C: Craft> Player for Internal<C>
where
    C: Send,
    C::Evaluator: Send,
    <C::Position as Position>::Move: std::fmt::Display + Send,
    ThreadData<C::Position, C::Evaluator>: Send,
    Table<<C::Position as Position>::Signature>: Send,
{
    fn begin(&mut self, opening: &Opening, _seat: Seat) -> Result<(), Fault> {
        self.kit.clear();
        self.table.clear();
        self.played = 0;
        self.craft.begin(&opening.start).map_err(|bad| Fault::Crash { how: bad.to_string() })
    }

    fn answer(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Fault> {
        let start = Instant::now();
        self.catch_up(request.moves)?;
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
        Some(format!("{} {}", C::TITLE, env!("CARGO_PKG_VERSION")))
    }
}

/// A score as players tell it: mates in moves of the side to move.
fn engine_score(score: Score) -> EngineScore {
    match plies_to_mate(score) {
        Some(plies) if score > 0 => EngineScore::Mate(plies.div_ceil(2) as i32),
        Some(plies) => EngineScore::Mate(-(plies.div_ceil(2) as i32)),
        None => EngineScore::Hundredths(score),
    }
}

/// What a search looks at to know whether it is still wanted.
#[derive(Clone, Copy, Debug)]
struct Heed<'a> {
    control: &'a Control,
    is_cancelled: &'a AtomicBool,
}

impl<'a> Heed<'a> {
    fn to<L: RecipeSource>(self, plan: L) -> Heeding<'a, L> {
        Heeding { heed: self, plan }
    }
}

/// A plan under which the search ends soon after nobody wants it any more.
#[derive(Clone, Copy, Debug)]
struct Heeding<'a, L> {
    heed: Heed<'a>,
    plan: L,
}

impl<L: RecipeSource> RecipeSource for Heeding<'_, L> {
    #[inline(always)]
    fn recipe(&self) -> &Recipe {
        self.plan.recipe()
    }

    #[inline(always)]
    fn observe(&self, event: Event) {
        if matches!(event, Event::NodeEntered(_)) && self.heed.is_cancelled.load(Relaxed) {
            self.heed.control.stop();
        }
        self.plan.observe(event);
    }
}
