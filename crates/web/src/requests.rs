//! What the page can ask for. The layers, each of which uses only those above it: `game_state`, a game as the page shows it;
//! `fields`, what requests say; `engine_scheduler` and `engine_cache`, whose turn it is to search and with what; `search`,
//! `review`, `texts`, `folder` and `watch`, the requests; `backend`, all of them.

mod backend;
mod engine_cache;
mod engine_scheduler;
mod fields;
mod folder;
mod game_state;
mod review;
mod search;
mod texts;
mod watch;

pub use backend::GameBackend;
