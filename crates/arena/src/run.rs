//! A match as a whole: which games there are, who plays them and when, and the file in which they are kept.

pub mod journal;
pub mod notices;
pub mod plan;
pub mod preflight;
pub mod processors;
pub mod schedule;
pub mod verify;
pub mod workers;
