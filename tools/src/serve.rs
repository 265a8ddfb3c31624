//! `shuangqi serve`: the page.

mod backend;
mod engine_cache;
mod engine_turns;
mod fields;
mod folder;
pub mod game_state;
mod review;
mod search;
mod texts;
mod watch;
