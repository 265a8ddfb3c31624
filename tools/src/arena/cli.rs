//! The command line of a match, in the words that cutechess-cli and fastchess have made common.
//!
//! `-engine key=value …` is nothing that clap reads, so the words are read here, after one table that the help is made
//! from too. One dash or two are the same, and so are `-rounds 5` and `-rounds=5`.

mod engine;
mod help;
mod keys;
mod option;
mod read;
mod resolve;
mod split;
mod table;
mod write;

use std::path::PathBuf;
use std::time::Duration;

use shuangqi_cli::output::Format;
use shuangqi_cli::progress;

pub use help::text as help;
pub use read::read;
pub use resolve::{conduct, differences, setup};
pub use write::command;

use super::config::{Affinity, Book, Concurrency, DrawRule, Order, PgnFile, ResignRule, Style, Tournament};
use crate::args::Game;
use crate::rating::SprtParameters;

/// A key and its value, as they were given.
pub type Pair = (String, String);

/// What the words asked for.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// Tell how to ask.
    Help,
    /// Tell the version.
    Version,
    /// Play.
    Match(Box<MatchConfigBuilder>),
}

/// What was said of a match. Nothing is filled in yet: a match that goes on has the rest in its journal.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MatchConfigBuilder {
    game: Option<Game>,
    rules: Option<xiangqi::Rules>,
    quiet_moves: Option<u16>,
    each: Vec<Pair>,
    engines: Vec<Vec<Pair>>,
    book: Option<Book>,
    order: Option<Order>,
    first: Option<usize>,
    tournament: Option<Tournament>,
    seeds: Option<u32>,
    rounds: Option<u32>,
    games: Option<u32>,
    repeat: Option<u32>,
    swaps: Option<bool>,
    seed: Option<u64>,
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    most_moves: Option<u32>,
    solve: Option<u32>,
    test: Option<SprtParameters>,
    concurrency: Option<Concurrency>,
    affinity: Option<Affinity>,
    start: Option<Duration>,
    ready: Option<Duration>,
    answer: Option<Duration>,
    pause: Option<Duration>,
    recovers: Option<bool>,
    event: Option<String>,
    site: Option<String>,
    pgn: Option<PgnFile>,
    ggf: Option<PathBuf>,
    epd: Option<PathBuf>,
    folder: Option<PathBuf>,
    style: Option<Style>,
    rating_interval: Option<u32>,
    log: Option<PathBuf>,
    force: bool,
    state: Option<PathBuf>,
    resume: Option<PathBuf>,
    /// How results are written on stdout.
    pub format: Option<Format>,
    /// How progress is shown.
    pub progress: Option<progress::Mode>,
    /// When messages are coloured, as the option says it.
    pub color: Option<String>,
}

/// The file of a match's games, and what is expected of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalFile {
    /// Where it is.
    pub path: PathBuf,
    /// Whether it has to be there, with the match in it.
    pub is_resumed: bool,
}

impl MatchConfigBuilder {
    /// Whether files of others are to be replaced.
    pub fn is_forced(&self) -> bool {
        self.force
    }

    /// Where the games are kept; `None`: nowhere.
    pub fn journal(&self) -> Option<JournalFile> {
        let resumed = self.resume.clone().map(|path| JournalFile { path, is_resumed: true });
        let within = || self.folder.as_ref().map(|folder| folder.join("match.journal"));
        let begun = || self.state.clone().or_else(within).map(|path| JournalFile { path, is_resumed: false });
        resumed.or_else(begun)
    }
}

#[cfg(test)]
mod tests;
