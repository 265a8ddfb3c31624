//! What the workspace's programs share with the terminal, the user and the operating system: errors about bad input,
//! exit codes, the check for missing instructions, versions, output formats, progress.
//!
//! Nothing here knows a game or a search.

pub mod args;
pub mod bad_input;
pub mod cpu;
pub mod exit;
pub mod failure;
pub mod interrupt;
pub mod lines;
pub mod output;
pub mod progress;
pub mod version;

pub use bad_input::{BadInput, Reason};
pub use exit::Exit;
pub use failure::Failure;
