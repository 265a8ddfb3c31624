//! The games of a folder, found by their headers and by the positions that they reach.
//!
//! ```
//! use shuangqi_arena::games::{Game, Games};
//! use shuangqi_game_index::{GameIndex, Update, position_key};
//!
//! let folder = tempfile::tempdir()?;
//! std::fs::write(folder.path().join("games.pgn"), "[Black \"Tastet\"]\n[Date \"2004.12.28\"]\n\n1. f5 d6 2. c3 1-0\n")?;
//! let index = GameIndex::default().updated(folder.path(), &Update::of(&Games::built_in())).unwrap();
//! let found = index.find("othello", "tastet 2004");
//! assert_eq!(index.games()[found[0] as usize].players[0], "Tastet");
//! // Another of the four equal first moves, and its answer.
//! let mut session = Game::OTHELLO.session("", "")?;
//! session.play_text("d3").and_then(|()| session.play_text("c5"))?;
//! assert_eq!(index.results(position_key(&*session, 2)), [1, 0, 0, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod file;
mod folder;
mod index;
mod reader;
mod update;

pub use file::cache_path;
pub use index::{GameIndex, IndexedFile, IndexedGame, position_key};
pub use update::Update;

#[cfg(test)]
mod tests;
