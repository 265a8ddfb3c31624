//! Matches between engines of a game: played, refereed, counted and recorded.
//!
//! The layers, each of which uses only those above it:
//!
//! 1. [`config`]: what is to be played and how, as plain values; [`score`], [`fault`], [`player`] and [`record`]:
//!    moves asked for, answers, faults and finished games;
//! 2. [`referee`], [`internal`], [`openings`] and [`generator`]: what games are built from; the [list of games](crate::games), by which [`match_config`] names the one played;
//! 3. [`drivers`], [`process`] and [`supervisor`]: engines, each a [`Player`](player::Player) that answers one
//!    request at a time whatever protocol it uses, or fails with a [`Fault`](fault::Fault);
//! 4. [`clock`], [`adjudicate`] and [`game`]: one game, and its
//!    [`GameRecord`](record::GameRecord);
//! 5. [`run`]: the schedule, the workers and the journal, which holds those records, a line each. A game is known by its
//!    number in the schedule, so a match can be resumed at any point;
//! 6. [`running_games`], [`standings`], [`summary`], [`texts`], [`live`], [`export`] and [`page`]: results, all derived from the records;
//! 7. [`cli`] and [`command`]: the command line, and the match from its first word to its last result.

pub mod adjudicate;
pub mod calendar;
pub mod cli;
pub mod clock;
pub mod command;
pub mod config;
pub mod drivers;
pub mod export;
pub mod fault;
pub mod game;
pub mod generator;
pub mod internal;
pub mod live;
pub mod liveness;
mod log;
pub mod match_config;
pub mod names;
pub mod opening_book;
pub mod openings;
pub mod page;
pub mod player;
pub mod process;
pub mod record;
pub mod referee;
pub mod run;
pub mod running_games;
#[cfg(test)]
pub mod samples;
pub mod score;
pub mod standings;
pub mod summary;
pub mod supervisor;
pub mod texts;

pub use cli::MatchArgs;
pub use command::run as run_match;
