//! How a match is carried out: what may change from one run to the next of the same match.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{
    BoolishValueParser, NonEmptyStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser,
};
use clap::{ArgAction, Parser};
use game::Notation;
use serde::{Deserialize, Serialize};

use super::engine::Timeouts;
use crate::rating::SprtParameters;

/// Where openings come from. Their content is in [`MatchConfig`](super::MatchConfig), as a hash.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::Args)]
pub struct Book {
    /// The file (without one, openings are generated)
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    pub file: Option<String>,
    /// The form of the file (otherwise recognised by its content)
    #[arg(long, value_name = "FORM", ignore_case = true,
          value_parser = ["lines", "epd", "fen", "obf", "scr", "xot", "txt", "pgn", "ggf"])]
    pub format: Option<String>,
    /// Take no more than N plies of each game in the file
    #[arg(long, value_name = "N", value_parser = plies)]
    pub plies: Option<usize>,
}

fn plies(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|plies| *plies <= 200)
        .ok_or_else(|| "expected a number from 0 to 200".to_owned())
}

/// How many games run at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Concurrency {
    /// As many as there are physical cores but one, by the threads of an engine.
    #[default]
    Auto,
    Games(usize),
    /// As many as there are processors but this number.
    AllBut(usize),
}

/// The processors on which engines run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Affinity {
    /// Chosen by the operating system.
    #[default]
    Free,
    /// Each game on processors of its own, of all.
    All,
    /// Each game on processors of its own, of these.
    Of(Vec<usize>),
}

/// Reads the name of a notation.
pub fn notation_parser() -> impl TypedValueParser<Value = Notation> {
    const NAMES: [(&str, Notation, &str); 3] = [
        ("iccs", Notation::Iccs, "`H2-E2`"),
        ("chinese", Notation::Chinese, "`炮二平五`"),
        ("wxf", Notation::Wxf, "`C2=5`"),
    ];
    let values = NAMES.map(|(name, _, help)| PossibleValue::new(name).help(help));
    let named = |name: String| NAMES.into_iter().find(|(known, ..)| name.eq_ignore_ascii_case(known));
    PossibleValuesParser::new(values)
        .try_map(move |name| named(name).map(|(_, notation, _)| notation).ok_or("no such notation"))
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct PgnFile {
    /// The file; FILE alone is the same
    #[arg(long)]
    pub file: PathBuf,
    /// Moves of Xiangqi
    #[arg(long, value_name = "FORM", default_value = "iccs", ignore_case = true, value_parser = notation_parser())]
    pub notation: Notation,
    /// No comments after moves; min alone is the same
    #[arg(long = "min", value_name = "BOOL", action = ArgAction::Set, default_value_t = false,
          hide_possible_values = true, value_parser = BoolishValueParser::new())]
    pub is_bare: bool,
}

/// The files that are derived from the journal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Outputs {
    pub pgn: Option<PgnFile>,
    /// Othello.
    pub ggf: Option<PathBuf>,
    pub epd: Option<PathBuf>,
    /// A folder with all of them.
    pub folder: Option<PathBuf>,
}

impl Outputs {
    /// The files of the folder.
    pub const NAMES: [&str; 6] =
        ["games.pgn", "games.json", "games.ggf", "final.epd", "summary.json", "report.html"];

    /// The files that will be replaced. Files of games are not: games are added to them.
    pub fn files(&self) -> Vec<PathBuf> {
        let within = self.folder.iter().flat_map(|folder| Outputs::NAMES.map(|name| folder.join(name)));
        self.epd.iter().cloned().chain(within).collect()
    }
}

/// How a match is carried out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunOptions {
    pub book: Book,
    pub concurrency: Concurrency,
    pub affinity: Affinity,
    #[serde(rename = "patience")]
    pub timeouts: Timeouts,
    /// The test that ends the match early.
    pub test: Option<SprtParameters>,
    /// The time before each game.
    pub pause: Duration,
    /// Whether the match begins even if an engine cannot be started.
    pub recovers: bool,
    pub event: Option<String>,
    pub site: Option<String>,
    pub outputs: Outputs,
    /// Games between two blocks of figures; `None`: ten.
    pub rating_interval: Option<u32>,
    /// The log of all engines.
    pub log: Option<PathBuf>,
}
