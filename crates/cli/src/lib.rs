//! The dealings of the workspace's programs with the terminal, the user and the operating system: errors about bad input,
//! exit codes, the checks for missing instructions and memory, versions, input, output formats, progress, threads for
//! many items.
//!
//! Nothing here names a game.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

pub mod args;
pub mod cpu;
pub mod failure;
pub mod file_lock;
pub mod files;
pub mod interrupt;
pub mod journal;
pub mod lines;
pub mod memory;
pub mod output;
pub mod position;
pub mod program;
pub mod progress;
pub mod reader;
pub mod run_folder;
pub mod run_journal;
pub mod shard;
pub mod sink;
pub mod source;
pub mod units;
pub mod version;
pub mod weights;
pub mod worker_pool;

pub use failure::{Exit, Failure};
pub use search_core::bad_input;
pub use search_core::{BadInput, Reason};
