//! The requests of the pages of this server: those of [`PageBackend`], and with them what needs files (`folder`, and
//! `collection`, its games) or processes (`external`, the engines of others).

mod collection;
mod external;
mod folder;

use std::fmt::{self, Debug};
use std::num::NonZero;

use serde_json::{Value, json};
use shuangqi_arena::external_engine::ExternalEngine;
use shuangqi_arena::games::Games;
use shuangqi_cli::memory::TooLarge;
use shuangqi_page::{Backend, Call, PageBackend, Problem};

use collection::Collection;
use external::ExternalEngines;
use folder::Folder;

/// The games and the engines, the folder, and the engines of others.
pub struct GameBackend {
    page: PageBackend,
    folder: Folder,
    collection: Collection,
    external_engines: ExternalEngines,
}

impl Debug for GameBackend {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("GameBackend").field("page", &self.page).finish_non_exhaustive()
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
        let folder = Folder(folder);
        Ok(GameBackend {
            page: PageBackend::new(games, threads, hash_bytes)?,
            collection: Collection::new(folder.clone()),
            folder,
            external_engines: ExternalEngines::new(external_engines),
        })
    }

    fn hello(&self, call: &Call) -> Result<Value, Problem> {
        let mut hello = self.page.answer(call)?;
        hello["has_folder"] = json!(self.folder.is_given());
        for game in hello["games"].as_array_mut().into_iter().flatten() {
            game["engines"] = json!(self.external_engines.of_game(game["name"].as_str().unwrap_or_default()));
        }
        Ok(hello)
    }

    fn explore(&self, call: &Call) -> Result<Value, Problem> {
        let mut explored = self.page.answer(call)?;
        explored["played"] = json!(self.collection.explore(self.page.games(), call)?);
        Ok(explored)
    }
}

impl Backend for GameBackend {
    fn answer(&self, call: &Call) -> Result<Value, Problem> {
        let games = self.page.games();
        match call.name.as_str() {
            "hello" => self.hello(call),
            "explore" => self.explore(call),
            "external" => self.external_engines.analyze(games, call),
            "files" => Ok(self.folder.list()),
            "open" => self.folder.open(games, call),
            "collection" => self.collection.update(games, call),
            "find_games" => self.collection.find(call),
            "open_game" => self.collection.open(games, call),
            "watch" => self.folder.watch(games, call),
            _ => self.page.answer(call),
        }
    }

    fn is_background(&self, call: &Call) -> bool {
        matches!(call.name.as_str(), "external" | "collection") || self.page.is_background(call)
    }
}
