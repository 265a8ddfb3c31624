#![doc = include_str!("../README.md")]

mod backend;
mod engines;
pub mod fields;
pub mod message;
mod search;
pub mod texts;

pub use backend::{Backend, Call, Cancellation};
pub use message::Problem;

use std::fmt::{self, Debug};
use std::num::NonZero;

use game::{Notation, Seat};
use serde::Deserialize;
use serde_json::{Value, json};
use shuangqi_arena::games::{Game, Games};
use shuangqi_book::Book;
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::version;

use engines::{EngineCache, EngineScheduler, HashSizes};
use fields::{GameFields, GameName};
use message::{REQUEST, language_of};
use search::Engines;

/// Engines that are kept for games that go on, for each thread; and the fewest.
const ENGINES_PER_THREAD: usize = 2;
const MIN_ENGINES: usize = 6;
/// The part of the available memory, as one of so many, that tables of the largest size may take in all searches at once.
const MEMORY_PART: usize = 2;
/// The largest table that a search may ask for, as of the engines' own options, in bytes.
const MAX_HASH_BYTES: u64 = 1 << 40;

/// Answers whatever needs no files and no processes: the games, and the engines of the program.
pub struct PageBackend {
    games: Games,
    engines: Engines,
    threads: usize,
    hash_sizes: HashSizes,
}

impl Debug for PageBackend {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("PageBackend").field("games", &self.games).finish_non_exhaustive()
    }
}

impl PageBackend {
    /// With engines for this number of threads that have tables of so many bytes.
    ///
    /// # Errors
    /// That there is no memory for the tables.
    pub fn new(games: Games, threads: NonZero<usize>, hash_bytes: usize) -> Result<PageBackend, TooLarge> {
        let scheduler = EngineScheduler::new(threads);
        let threads = threads.get();
        let kept = (ENGINES_PER_THREAD * threads).max(MIN_ENGINES);
        memory::check(hash_bytes.saturating_mul(kept + threads), 0)?;
        let hash_sizes = hash_sizes(hash_bytes, threads);
        let engines = Engines { scheduler, cache: EngineCache::new(kept, hash_sizes) };
        Ok(PageBackend { games, engines, threads, hash_sizes })
    }

    /// The games that pages know.
    pub const fn games(&self) -> &Games {
        &self.games
    }

    fn hello(&self) -> Value {
        json!({
            "version": version::SHORT,
            "games": self.games.all().map(described).collect::<Vec<_>>(),
            "threads": self.threads,
            "hash": {"usual": self.hash_sizes.usual >> 20, "max": self.hash_sizes.max >> 20},
            "has_folder": false,
        })
    }
}

/// A game as the page needs to know it.
fn described(game: Game) -> Value {
    let info = &game.info;
    let notation = |notation: Notation| json!({"name": notation.name(), "title": notation.example()});
    json!({
        "name": info.name,
        "title": info.title,
        "board": info.board,
        "start": game.start,
        "seats": Seat::BOTH.map(|seat| game.colour(seat)),
        "sides": info.sides,
        "notations": Notation::ALL.map(notation).iter().filter(|_| info.has_notations).collect::<Vec<_>>(),
        "scores": info.scores,
        "unit": {"name": info.unit.name, "size": info.unit.size},
        "has_solver": info.has_solver,
        "has_book": !Book::of_game(info.name).is_empty(),
        "has_puzzles": !shuangqi_puzzles::of_game(info.name).is_empty(),
        "has_explanation": info.has_explanation,
        "has_levels": info.levels.is_some(),
        "levels": info.levels,
        "strengths": info.strengths.map(|limits| limits.elo),
        "engines": [],
        "rules": info.rule_sets,
        "quiet_moves": info.quiet_moves,
        "formats": texts::forms(game),
        "tags": info.pgn.players.map(|names| names[0]),
    })
}

/// The sizes of tables: the usual one, and as large a one as all searches may have at once.
fn hash_sizes(usual: usize, threads: usize) -> HashSizes {
    let most = memory::available().map_or(usual, |bytes| bytes / MEMORY_PART / threads);
    let max = usize::try_from(MAX_HASH_BYTES).unwrap_or(usize::MAX);
    HashSizes { usual, max: most.clamp(usual, max.max(usual)) }
}

impl Backend for PageBackend {
    fn answer(&self, call: &Call) -> Result<Value, Problem> {
        match call.name.as_str() {
            "hello" => Ok(self.hello()),
            "position" => {
                let fields: GameFields = fields::read(call)?;
                let game = fields.game.among(&self.games)?;
                let session = fields.session(game)?;
                Ok(fields::state(game, &*session, fields.notation, language_of(&call.fields)))
            }
            "explain" => fields::explanation(&self.games, call),
            "read" => texts::read(&self.games, call),
            "write" => texts::write(&self.games, call),
            "search" => self.engines.search(&self.games, call),
            "explore" => search::explore(&self.games, call),
            "puzzles" => {
                let fields: PuzzleFields = fields::read(call)?;
                Ok(json!(shuangqi_puzzles::of_game(fields.game.among(&self.games)?.name())))
            }
            "analyze" => search::analyze(&self.games, &self.engines.scheduler, call),
            other => Err(Problem::new(REQUEST, format!("There is no request {other:?}."))),
        }
    }

    fn is_background(&self, call: &Call) -> bool {
        match call.name.as_str() {
            "analyze" => true,
            "search" => search::is_analysis(&call.fields),
            _ => false,
        }
    }
}

#[derive(Deserialize)]
struct PuzzleFields {
    game: GameName,
}
