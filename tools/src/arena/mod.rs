//! Matches: engines of either game against each other, refereed, counted, and never lost.
//!
//! The parts know each other by a few values only:
//!
//! * a [`Setup`](setup) says what is to be played: the contest, the engines, the openings, the schedule, the rules;
//! * a [`Player`](player::Player) answers one [`Question`](player::Question) at a time, whatever protocol it speaks, or
//!   fails with a [`Fault`](player::Fault) that is its own;
//! * the referee and the clocks of a game are ours, and what came of it is one [`GameRecord`](record::GameRecord);
//! * the journal holds those records, a line each, and everything else (tables, statistics, PGN, the page) is derived
//!   from it. A game is known by its number in the schedule, so a match can be taken up again at any point.

pub mod adjudicate;
pub mod clock;
pub mod command;
pub mod conduct;
pub mod drivers;
pub mod export;
pub mod game;
pub mod internal;
pub mod journal;
pub mod keeper;
pub mod live;
mod load;
mod log;
mod names;
mod notices;
pub mod openings;
pub mod page;
pub mod plan;
pub mod player;
pub mod preflight;
pub mod process;
pub mod processors;
pub mod record;
pub mod referee;
pub mod run;
#[cfg(test)]
pub mod samples;
pub mod schedule;
pub mod setup;
pub mod shelf;
pub mod standings;
pub mod summary;
pub mod texts;
pub mod verify;
pub mod watched;
pub mod words;

pub use command::{Args, run as run_match};
