//! How a match is carried out: whatever may change from one run to the next without another match coming of it.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::engine::Timeouts;
use crate::rating::SprtParameters;

/// Where openings come from. What they are is in the setup, as a hash.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Book {
    /// The file; `None`: they are generated.
    pub file: Option<String>,
    /// Its form, as `-openings format=` names it; `None`: by its name.
    pub format: Option<String>,
    /// Cut after so many plies; of generated openings, their length.
    pub plies: Option<usize>,
}

/// How many games run at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Concurrency {
    /// As many as the physical cores but one can carry.
    #[default]
    Auto,
    /// Just as many.
    Games(usize),
    /// As many as there are processors, but for so many.
    AllBut(usize),
}

/// On which processors engines run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Affinity {
    /// Wherever the operating system puts them.
    #[default]
    Free,
    /// Each game on processors of its own, of all that there are.
    All,
    /// Each game on processors of its own, of these.
    Of(Vec<usize>),
}

/// The moves in a PGN file of Xiangqi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Notation {
    /// `H2-E2`
    #[default]
    Iccs,
    /// `炮二平五`
    Chinese,
    /// `C2=5`
    Wxf,
}

/// A PGN file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PgnFile {
    /// Where it is.
    pub file: PathBuf,
    /// How moves are written in Xiangqi.
    pub notation: Notation,
    /// Without a comment after each move.
    pub is_bare: bool,
}

/// The files that are derived from the journal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Outputs {
    /// All games as PGN.
    pub pgn: Option<PgnFile>,
    /// All games as GGF (Othello).
    pub ggf: Option<PathBuf>,
    /// The last positions.
    pub epd: Option<PathBuf>,
    /// Everything, in a folder.
    pub folder: Option<PathBuf>,
}

impl Outputs {
    /// The files that will be replaced. Those of games alone are not: games are added to what they hold.
    pub fn files(&self) -> Vec<PathBuf> {
        const NAMES: [&str; 6] =
            ["games.pgn", "games.json", "games.ggf", "final.epd", "summary.json", "report.html"];
        let within = self.folder.iter().flat_map(|folder| NAMES.map(|name| folder.join(name)));
        self.epd.iter().cloned().chain(within).collect()
    }
}

/// The words in which plain lines speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// Our own: a line a game, a block of figures now and then
    #[default]
    Plain,
    /// The lines of cutechess-cli
    Cutechess,
    /// The lines of fastchess
    Fastchess,
}

/// How a match is carried out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunOptions {
    /// Where the openings come from.
    pub book: Book,
    /// Games at the same time.
    pub concurrency: Concurrency,
    /// Processors of the games.
    pub affinity: Affinity,
    /// How long engines may be silent.
    #[serde(rename = "patience")]
    pub timeouts: Timeouts,
    /// What ends the match early.
    pub test: Option<SprtParameters>,
    /// Between two games of the same worker.
    pub pause: Duration,
    /// Whether an engine that cannot be started is no reason to give up.
    pub recovers: bool,
    /// The event, for game files.
    pub event: Option<String>,
    /// The site, for game files.
    pub site: Option<String>,
    /// Files to write.
    pub outputs: Outputs,
    /// The words of plain lines.
    pub style: Style,
    /// Games between two blocks of figures; `None`: ten.
    pub rating_interval: Option<u32>,
    /// Where games are logged as they are played.
    pub log: Option<PathBuf>,
}
