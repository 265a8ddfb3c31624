//! What the workspace's programs share with the terminal, the user and the operating system: errors about bad input,
//! exit codes, the check for missing instructions, versions, output formats, progress.
//!
//! Nothing here knows a game or a search.

pub mod bad_input;
pub mod exit;

pub use bad_input::{BadInput, Reason};
pub use exit::Exit;
