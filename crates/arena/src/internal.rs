//! The engines of this project in this process, as players.
//!
//! The search runs in the calling thread, so a move costs the search alone. Tables and histories are cleared before each
//! game: under limits without time, a game does not depend on those before it.
//!
//! The search is recursive: the calling thread needs [`STACK_BYTES`] of stack.

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

#[cfg(test)]
mod tests;

use std::num::NonZero;
use std::time::Instant;

use game::any::{AnyEngine, AnyEngineOptions, AnySession};
use game::{EngineScore, Limits, SearchRequest, Seat, Strength};
pub use search_core::session::STACK_BYTES;
use search_core::{Control, NodeClock};
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::units::counted;

use super::config::{EngineConfig, Opening};
use super::fault::Fault;
use super::log::Channel;
use super::player::{Answer, Choice, MoveRequest, Player, SearchInfo};
use crate::games::Game;

const KIND: &str = "engine option";
/// The size of the table for the shortest searches, in bytes.
const MIN_DEFAULT: u128 = 1 << 17;
/// More positions than a search of this project visits in a microsecond.
const VISITS_PER_MICROSECOND: u128 = 4;
/// The largest table that an option can set, in mebibytes.
const MAX_HASH: u64 = 1 << 20;

/// A player for the engine of a game, under these rules. Its options are `Hash` (mebibytes; by default as many as the
/// engine takes by itself, or as a game of so few positions a move can fill), `Recipe` (an algorithm as `shuangqi compare`
/// names it, or `play` and parts, as in `play+null3`), `EvalFile`, `Evaluation`, `Strength` (1 to 20) and, in games with several sets of rules, `Rules`.
///
/// # Errors
/// An unknown option, an invalid value, or no limit to the search.
pub(crate) fn open(
    game: Game,
    config: &EngineConfig,
    rules: &str,
    log: &Channel,
) -> Result<Box<dyn Player>, BadInput> {
    let strength = read_strength(config)?;
    if config.clock.is_none() && config.limits == Limits::default() && strength == Strength::FULL {
        let remedy =
            "Give the engine a clock (tc=), a time (st=), a depth, a number of nodes or option.Strength";
        let found = format!("{} without any limit", quote(&config.name));
        return Err(BadInput::new("engine", None, found, "one", remedy));
    }
    let (options, rules) = read_options(game, config, rules)?;
    let session = begin(game, "", &rules)?;
    let engine = engine(game, &options)
        .map_err(|large| large.in_line(KIND, "Give it a smaller table, as in option.Hash=16"))?;
    let node_clock = config.nodes_per_millisecond;
    Ok(Box::new(InternalPlayer { game, rules, engine, session, strength, node_clock, log: log.clone() }))
}

/// An engine, if there is memory for its tables.
///
/// # Errors
/// That there is none.
pub fn engine(game: Game, options: &AnyEngineOptions) -> Result<Box<dyn AnyEngine>, TooLarge> {
    let tables = if options.solves && game.info.has_solver { 2 } else { 1 };
    memory::take(options.hash_bytes.saturating_mul(tables), 0, || game.any.engine(options))
}

/// The options of the engine; and the rules of the match and those of the option, in games with several sets of rules.
fn read_options(
    game: Game,
    config: &EngineConfig,
    rules: &str,
) -> Result<(AnyEngineOptions, Vec<String>), BadInput> {
    let mut options = AnyEngineOptions {
        hash_bytes: default_hash(game.info.table_bytes, &config.limits),
        nodes: config.limits.nodes.map_or(u64::MAX, NonZero::get),
        recipe: None,
        weights: None,
        solves: false,
    };
    let mut rules: Vec<String> = game.info.rules.map(|_| rules.to_owned()).into_iter().collect();
    let has_rules = !rules.is_empty();
    for (name, value) in &config.options {
        match name.to_ascii_lowercase().as_str() {
            "hash" => options.hash_bytes = read_hash(value)?,
            "recipe" => options.recipe = Some(game.any.parse_recipe(value)?),
            "evalfile" if value.is_empty() => options.weights = None,
            "evalfile" => options.weights = Some(game.read_weights(value)?.1),
            "strength" => {}
            "evaluation" => options.weights = Some(game.any.weights_named(value)?),
            "rules" if has_rules => rules.push(value.clone()),
            _ => return Err(unknown_option(name, has_rules)),
        }
    }
    Ok((options, rules))
}

/// A game that begins with this board.
fn begin(game: Game, board: &str, rules: &[String]) -> Result<Box<dyn AnySession>, BadInput> {
    game.any.session(board, &rules.iter().map(String::as_str).collect::<Vec<_>>())
}

fn unknown_option(name: &str, has_rules: bool) -> BadInput {
    let known = if has_rules {
        "Hash, Recipe, Rules, Strength, EvalFile or Evaluation"
    } else {
        "Hash, Recipe, Strength, EvalFile or Evaluation"
    };
    let remedy = "Leave it out, or run the engine as a process (cmd=) if it is an option of another program";
    BadInput::new(KIND, None, quote(name), known, remedy)
}

/// As large as the engine takes by itself, or as a game can fill: to clear more would cost short games their time.
fn default_hash(table_bytes: usize, limits: &Limits) -> usize {
    let by_nodes = limits.nodes.map(|nodes| nodes.get().into());
    let by_time = limits.move_time.map(|time| time.as_micros() * VISITS_PER_MICROSECOND);
    let by_depth = limits.depth.map(|depth| 1 << (depth + 8).min(64));
    let visits = [by_nodes, by_time, by_depth].into_iter().flatten().min();
    let bytes = visits.map_or(table_bytes as u128, |visits| 100 * visits);
    bytes.clamp(MIN_DEFAULT, table_bytes as u128) as usize
}

/// The strength that the options ask for.
fn read_strength(config: &EngineConfig) -> Result<Strength, BadInput> {
    let set = config.options.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case("strength"));
    set.map_or(Ok(Strength::FULL), |(_, value)| {
        value.parse().map_err(|_| {
            let (found, expected) =
                (format!("Strength {}", quote(value)), format!("a number from 1 to {}", Strength::FULL));
            BadInput::new(KIND, None, found, expected, "Write it as in option.Strength=5")
        })
    })
}

fn read_hash(value: &str) -> Result<usize, BadInput> {
    let mebibytes: Option<u64> = value.parse().ok().filter(|size| (1..=MAX_HASH).contains(size));
    mebibytes.map(|size| (size << 20) as usize).ok_or_else(|| {
        let expected = format!("mebibytes, a number from 1 to {MAX_HASH}");
        BadInput::new(KIND, None, format!("Hash {}", quote(value)), expected, "Write it as in option.Hash=16")
    })
}

/// An engine as a player.
struct InternalPlayer {
    game: Game,
    rules: Vec<String>,
    engine: Box<dyn AnyEngine>,
    session: Box<dyn AnySession>,
    strength: Strength,
    /// Positions visited that take a millisecond by its clock; `None`: the clock is the system's.
    node_clock: Option<NonZero<u64>>,
    log: Channel,
}

impl InternalPlayer {
    fn ask(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Fault> {
        let start = Instant::now();
        for text in request.moves.iter().skip(self.session.plies()) {
            let broken = || Fault::Crash { how: format!("the engine cannot play the move {text}") };
            self.session.advance(text).ok_or_else(broken)?;
        }
        let (clocks, strength) = (request.clocks, self.strength);
        let search = SearchRequest { clocks, strength, ..SearchRequest::within(request.limits) };
        let control = match self.node_clock {
            None => Control::new(),
            Some(rate) => Control::with_clock(NodeClock::new(rate)),
        };
        let control = control.cancelled_by(request.is_cancelled);
        // Lines are not kept, and to write them costs as much as the runner does.
        let found = self.engine.think(&*self.session, &search, None, &control, &mut |_| {});
        let info = SearchInfo {
            score: (found.depth > 0).then(|| EngineScore::of(found.score)),
            depth: Some(found.depth),
            nodes: Some(found.nodes),
            pv: Vec::new(),
        };
        let elapsed = if self.node_clock.is_some() { control.elapsed() } else { start.elapsed() };
        let choice = found.best.map_or(Choice::Resign, |mv| Choice::Move(mv.text));
        Ok(Answer { choice, offers_draw: false, elapsed, info })
    }
}

impl Player for InternalPlayer {
    fn begin(&mut self, opening: &Opening, seat: Seat) -> Result<(), Fault> {
        self.log.begin(opening, seat);
        self.engine.clear();
        let session = begin(self.game, &opening.start, &self.rules);
        let session = session.map_err(|bad| Fault::Crash { how: bad.to_string() });
        self.session = session.inspect_err(|fault| self.log.fault(fault))?;
        Ok(())
    }

    fn answer(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Fault> {
        let answer = self.ask(request).inspect_err(|fault| self.log.fault(fault))?;
        // There is no dialogue to log.
        self.log.add('<', || answer_text(&answer));
        Ok(answer)
    }

    fn end(&mut self, result: &str, reason: &str) {
        self.log.end(result, reason);
    }

    fn engine_name(&self) -> Option<String> {
        Some(format!("Shuangqi {} {}", self.game.info.title, env!("CARGO_PKG_VERSION")))
    }
}
