//! Matches between engines of a game: played, refereed, counted and recorded; ratings and sequential tests; tuning; and whether
//! engines keep their protocols.
//!
//! The layers, each of which uses only those above it:
//!
//! 1. `config`: what is to be played and how, as options give it (`segment`) and journals hold it; `fault`, `player` and
//!    `record`: moves asked for, answers, faults and finished games;
//! 2. [`games`], the list of games, by which `match_config` names the one played; [`internal`], [`openings`] and
//!    `generator`: what games are built from;
//! 3. `drivers`, `process` and [`supervisor`]: engines, each a player that answers one request at a time whatever protocol it
//!    uses, or fails with a fault;
//! 4. `clock`, `adjudicate` and `played_game`: one game, and its record;
//! 5. `run`: the schedule, the workers and the journal, which holds those records, a line each. A game is known by its
//!    number in the schedule, so a match can be resumed at any point;
//! 6. `rating`: the statistics; [`running_games`], `standings`, `summary`, `texts`, `live`, `export`, `page` and [`watched_match`]:
//!    results, all derived from the records;
//! 7. `recipe_match`, [`queue`] and [`tune`]: many games of the engine in this process against itself; [`shared_test`]: a sequential
//!    test that many machines play;
//! 8. `cli` and `command`: the command line, and the match from its first word to its last result;
//! 9. [`compliance`]: scripts of what is sent and expected, for any engine; [`external_engine`]: engines that are asked about positions.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

mod adjudicate;
pub mod calendar;
mod cli;
mod clock;
mod command;
pub mod compliance;
mod config;
mod drivers;
mod export;
pub mod external_engine;
mod fault;
pub mod games;
mod generator;
pub mod inputs;
pub mod internal;
mod live;
mod log;
mod match_config;
mod names;
mod opening_book;
pub mod openings;
mod page;
mod played_game;
mod player;
mod process;
pub mod queue;
mod rating;
mod recipe_match;
mod record;
pub mod replies;
mod run;
pub mod running_games;
#[cfg(test)]
mod samples;
mod segment;
pub mod shared_test;
mod standings;
mod summary;
pub mod supervisor;
mod texts;
pub mod tune;
pub mod watched_match;

pub use cli::{MatchArgs, help as match_help, normalised as normalised_words};
pub use command::run as run_match;
pub use config::{Opening, notation_parser};
pub use rating::{EloArgs, SprtArgs, elo, sprt};
pub use run::journal::SHARED as SHARED_JOURNAL;
