//! The requests of the pages. The layers, each of which uses only those above it: `fields`, what requests say, and a game as
//! the page shows it; `engines`, whose turn it is to search and with what; `search`, `external`, `texts`,
//! `folder` and `collection`, the requests.

mod collection;
mod engines;
mod external;
mod fields;
mod folder;
mod search;
mod texts;

use std::fmt::{self, Debug};
use std::num::NonZero;

use crate::message::{REQUEST, Request, language_of};
use crate::{Backend, Call, Problem};
use serde::Deserialize;
use serde_json::{Value, json};
use shuangqi_cli::memory::{self, TooLarge};
use shuangqi_cli::version;

use collection::Collection;
use engines::{EngineCache, EngineScheduler, HashSizes};
use external::ExternalEngines;
use fields::{GameFields, GameName};
use folder::Folder;
use game::Seat;
use search::Engines;
use shuangqi_arena::external_engine::ExternalEngine;
use shuangqi_arena::games::{Game, Games};
use shuangqi_book::Book;

/// Engines that are kept for games that go on, for each thread; and the fewest.
const ENGINES_PER_THREAD: usize = 2;
const MIN_ENGINES: usize = 6;
/// The part of the available memory, as one of so many, that tables of the largest size may take in all searches at once.
const MEMORY_PART: usize = 2;
/// The largest table that a search may ask for, as of the engines' own options, in bytes.
const MAX_HASH_BYTES: usize = 1 << 40;

/// The games, the engines, and the folder.
pub struct GameBackend {
    games: Games,
    engines: Engines,
    folder: Folder,
    collection: Collection,
    external_engines: ExternalEngines,
    threads: usize,
    hash_sizes: HashSizes,
}

impl Debug for GameBackend {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("GameBackend").field("games", &self.games).finish_non_exhaustive()
    }
}

impl GameBackend {
    /// With engines for this number of threads that have tables of so many bytes, with a folder whose matches and games can be
    /// opened, and with engines of others.
    ///
    /// # Errors
    /// That there is no memory for the tables.
    pub fn new(
        games: Games,
        threads: NonZero<usize>,
        hash_bytes: usize,
        folder: Option<crate::Folder>,
        external_engines: Vec<ExternalEngine>,
    ) -> Result<GameBackend, TooLarge> {
        let scheduler = EngineScheduler::new(threads);
        let threads = threads.get();
        let kept = (ENGINES_PER_THREAD * threads).max(MIN_ENGINES);
        memory::check(hash_bytes.saturating_mul(kept + threads), 0)?;
        let hash_sizes = hash_sizes(hash_bytes, threads);
        let cache = EngineCache::new(kept, hash_sizes);
        let folder = Folder(folder);
        let collection = Collection::new(folder.clone());
        let external_engines = ExternalEngines::new(external_engines);
        Ok(GameBackend {
            games,
            engines: Engines { scheduler, cache },
            folder,
            collection,
            external_engines,
            threads,
            hash_sizes,
        })
    }

    fn hello(&self) -> Value {
        json!({
            "version": version::SHORT,
            "games": self.games.all().map(|game| self.described(game)).collect::<Vec<_>>(),
            "threads": self.threads,
            "hash": {"usual": self.hash_sizes.usual >> 20, "max": self.hash_sizes.max >> 20},
            "has_folder": self.folder.is_given(),
        })
    }

    /// A game as the page needs to know it.
    fn described(&self, game: Game) -> Value {
        let info = &game.info;
        let notation = |(name, title)| json!({"name": name, "title": title});
        let notations = [("chinese", "中文"), ("wxf", "WXF"), ("iccs", "ICCS")];
        json!({
            "name": info.name,
            "title": info.title,
            "board": info.board,
            "start": game.start,
            "seats": Seat::BOTH.map(|seat| game.colour(seat)),
            "sides": info.sides,
            "notations": notations.map(notation).iter().filter(|_| info.has_notations).collect::<Vec<_>>(),
            "scores": info.scores,
            "unit": {"name": info.unit.name, "size": info.unit.size},
            "has_solver": info.has_solver,
            "has_book": !Book::of_game(info.name).is_empty(),
            "has_puzzles": !shuangqi_puzzles::of_game(info.name).is_empty(),
            "has_explanation": info.has_explanation,
            "has_levels": info.levels.is_some(),
            "levels": info.levels,
            "strengths": info.strengths.map(|limits| limits.elo),
            "engines": self.external_engines.of_game(info.name),
            "rules": info.rule_sets,
            "quiet_moves": info.quiet_moves,
            "formats": texts::forms(game),
            "tags": info.pgn.players.map(|names| names[0]),
        })
    }
}

/// The sizes of tables: the usual one, and as large a one as all searches may have at once.
fn hash_sizes(usual: usize, threads: usize) -> HashSizes {
    let most = memory::available().map_or(usual, |bytes| bytes / MEMORY_PART / threads);
    HashSizes { usual, max: most.clamp(usual, MAX_HASH_BYTES.max(usual)) }
}

impl Backend for GameBackend {
    fn answer(&self, call: &Call) -> Result<Value, Problem> {
        match call.name.as_str() {
            "hello" => Ok(self.hello()),
            "position" => {
                let fields: GameFields = fields::read(call)?;
                let game = fields.game.among(&self.games)?;
                let session = fields.session(game)?;
                let language = language_of(&call.fields);
                Ok(fields::state(game, &*session, fields.notation, language))
            }
            "explain" => fields::explanation(&self.games, call),
            "read" => texts::read(&self.games, call),
            "write" => texts::write(&self.games, call),
            "search" => self.engines.search(&self.games, call),
            "external" => self.external_engines.analyze(&self.games, call),
            "explore" => search::explore(&self.games, &self.collection, call),
            "puzzles" => {
                let fields: PuzzleFields = fields::read(call)?;
                Ok(json!(shuangqi_puzzles::of_game(fields.game.among(&self.games)?.name())))
            }
            "analyze" => search::analyze(&self.games, &self.engines.scheduler, call),
            "files" => Ok(self.folder.list()),
            "open" => self.folder.open(&self.games, call),
            "collection" => self.collection.update(&self.games, call),
            "find_games" => self.collection.find(call),
            "open_game" => self.collection.open(&self.games, call),
            "watch" => self.folder.watch(&self.games, call),
            other => Err(Problem::new(REQUEST, format!("There is no request {other:?}."))),
        }
    }

    fn is_background(&self, request: &Request) -> bool {
        match request.name.as_str() {
            "analyze" | "external" | "collection" => true,
            "search" => search::is_analysis(&request.fields),
            _ => false,
        }
    }
}

#[derive(Deserialize)]
struct PuzzleFields {
    game: GameName,
}
