//! Engines that were used, with what they found: a limited number of them, for each has a table.

use std::sync::{Mutex, PoisonError};

use game::any::{AnyEngine, AnyEngineOptions};
use shuangqi_cli::Failure;
use shuangqi_cli::memory::TooLarge;

use shuangqi_arena::games::Game;
use shuangqi_arena::internal;

/// The engines that nobody uses at the moment, the one that was used last at the end.
pub struct EngineCache {
    kept: Mutex<Vec<CachedEngine>>,
    most: usize,
    hash_bytes: usize,
}

/// An engine, and the game that it has followed.
pub struct CachedEngine {
    game: Game,
    start: String,
    /// The engine itself.
    pub engine: Box<dyn AnyEngine>,
}

impl EngineCache {
    /// At most this number of engines, with tables of so many bytes.
    pub fn new(most: usize, hash_bytes: usize) -> EngineCache {
        EngineCache { kept: Mutex::default(), most, hash_bytes }
    }

    /// An engine for a game that begins so: the one that has followed it, if there is one, with what it knows of it.
    ///
    /// # Errors
    /// If there is no memory for a table.
    pub fn take(&self, game: Game, start: &str) -> Result<CachedEngine, Failure> {
        if let Some(known) = self.remove(|kept| kept.game == game && kept.start == start) {
            return Ok(known);
        }
        let is_full = self.kept.lock().unwrap_or_else(PoisonError::into_inner).len() >= self.most;
        if is_full && let Some(mut other) = self.remove(|kept| kept.game == game) {
            other.engine.clear();
            return Ok(CachedEngine { start: start.to_owned(), ..other });
        }
        let hash_bytes = self.hash_bytes;
        let options =
            AnyEngineOptions { hash_bytes, nodes: u64::MAX, recipe: None, weights: None, solves: false };
        let engine = internal::engine(game, &options).map_err(TooLarge::in_option)?;
        Ok(CachedEngine { game, start: start.to_owned(), engine })
    }

    /// Gives an engine back; the one that was not used for the longest time may have to go.
    pub fn put(&self, engine: CachedEngine) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push(engine);
        if kept.len() > self.most {
            kept.remove(0);
        }
    }

    /// The one of these that was used last.
    fn remove(&self, is_wanted: impl Fn(&CachedEngine) -> bool) -> Option<CachedEngine> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().rposition(is_wanted).map(|index| kept.remove(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_kept_by_their_game_and_no_more_than_allowed() {
        let cache = EngineCache::new(2, 1 << 17);
        for start in ["a", "b", "c"] {
            let engine = cache.take(Game::OTHELLO, start).unwrap();
            assert_eq!(engine.start, start);
            cache.put(engine);
        }
        let starts =
            || -> Vec<String> { cache.kept.lock().unwrap().iter().map(|kept| kept.start.clone()).collect() };
        assert_eq!(starts(), ["a", "c"]);
        let again = cache.take(Game::OTHELLO, "a").unwrap();
        assert_eq!(starts(), ["c"]);
        cache.put(again);
        assert_eq!(starts(), ["c", "a"]);
    }
}
