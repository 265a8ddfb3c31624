//! How a match is carried out: what may change from one run to the next of the same match.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{
    BoolishValueParser, NonEmptyStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser,
};
use clap::{ArgAction, Args};
use game::Notation;
use serde::{Deserialize, Serialize};
use shuangqi_game_files::FileKind;

use crate::rating::SprtParameters;
use crate::segment::{KEYS, Segment, milliseconds, number, parse};

/// The source of openings. Their content is in [`MatchConfig`](crate::match_config::MatchConfig), as a hash.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Args)]
pub struct Book {
    /// The file (without one, openings are generated)
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    pub file: Option<String>,
    /// The form of the file (otherwise recognised by its content)
    #[arg(long, value_name = "FORM", ignore_case = true,
          value_parser = PossibleValuesParser::new(FileKind::names()))]
    pub format: Option<String>,
    /// Take no more than N plies of each game in the file
    #[arg(long, value_name = "N", value_parser = number(0..=200_u32))]
    pub plies: Option<u32>,
}

/// The number of games at the same time.
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

/// `auto`, a number of games, or 0 and less: all processors but this number.
fn concurrency(text: &str) -> Result<Concurrency, String> {
    if text == "auto" {
        return Ok(Concurrency::Auto);
    }
    let count: i32 = number(-1024..=1024)(text)?;
    let magnitude = count.unsigned_abs() as usize;
    Ok(if count > 0 { Concurrency::Games(magnitude) } else { Concurrency::AllBut(magnitude) })
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

/// `all`, or a list of processors as in `0-3,8`.
fn processors(text: &str) -> Result<Affinity, String> {
    if text == "all" {
        return Ok(Affinity::All);
    }
    let mut all = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let bounds = first.parse::<usize>().ok().zip(last.parse::<usize>().ok());
        let bounds = bounds.filter(|(first, last)| first <= last && *last < 4096);
        let (first, last) = bounds.ok_or("expected numbers of processors, as in 0-3,8")?;
        all.extend((first..=last).filter(|one| !all.contains(one)).collect::<Vec<_>>());
    }
    Ok(Affinity::Of(all))
}

/// The longest silences of an engine where no clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Args)]
pub struct Timeouts {
    /// How long an engine may take to start (10000)
    #[arg(long = "startup-ms", value_name = "MS", value_parser = milliseconds)]
    pub start: Duration,
    /// How long an engine may take to be ready for a game (60000)
    #[arg(long = "ucinewgame-ms", visible_alias = "ping-ms", value_name = "MS", value_parser = milliseconds)]
    pub ready: Duration,
    /// How long a move may take where no clock runs (600000)
    #[arg(long = "answer-ms", value_name = "MS", value_parser = milliseconds)]
    pub answer: Duration,
    /// For its exit after `quit`.
    #[arg(skip)]
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let seconds = Duration::from_secs;
        Timeouts { start: seconds(10), ready: seconds(60), answer: seconds(600), quit: seconds(2) }
    }
}

/// Reads the name of a notation.
pub fn notation_parser() -> impl TypedValueParser<Value = Notation> {
    let value =
        |notation: Notation| PossibleValue::new(notation.name()).help(format!("`{}`", notation.example()));
    PossibleValuesParser::new(Notation::ALL.map(value))
        .try_map(|name| Notation::named(&name).ok_or("no such notation"))
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Args)]
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

impl Segment for PgnFile {
    fn bare(word: &str) -> Option<String> {
        Some(if word == "min" { "--min=true".to_owned() } else { format!("--file={word}") })
    }
}

/// The files that are derived from the journal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Args)]
#[command(next_help_heading = "What is kept and written")]
pub struct Outputs {
    /// Everything in a folder: the journal if -state names no other, games.pgn, games.ggf (Othello), games.json,
    /// final.epd, summary.json, report.html; and run.json, which says whose results they are
    #[arg(long = "out", value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Every game as PGN, added to the file as soon as it ends; what the file holds already stays. Keys:
    #[arg(long = "pgnout", value_name = KEYS, value_parser = parse::<PgnFile>)]
    pub pgn: Option<PgnFile>,
    /// The same as GGF (Othello)
    #[arg(long = "ggfout", value_name = "FILE")]
    pub ggf: Option<PathBuf>,
    /// All final positions, written at the end of the match
    #[arg(long = "epdout", value_name = "FILE")]
    pub epd: Option<PathBuf>,
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

/// `-log`
#[derive(Clone, Debug, Args)]
pub struct LogFile {
    /// The file; FILE alone is the same
    #[arg(long)]
    file: PathBuf,
}

impl Segment for LogFile {
    fn bare(word: &str) -> Option<String> {
        Some(format!("--file={word}"))
    }
}

impl Segment for SprtParameters {}

/// The execution of a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, Args)]
#[command(next_help_heading = "How it is carried out")]
pub struct RunOptions {
    #[arg(skip)]
    pub book: Book,
    /// Stop the match once a sequential test between two engines is decided; it counts finished pairs. Keys:
    #[arg(long = "sprt", value_name = KEYS, value_parser = parse::<SprtParameters>,
          help_heading = "What ends games and the match")]
    pub test: Option<SprtParameters>,
    /// Games at the same time; 0: as many as processors, -1: all but one (auto: the physical cores but one, over the
    /// largest Threads option)
    #[arg(long, value_name = "N", value_parser = concurrency)]
    pub concurrency: Concurrency,
    /// Pin each game's engines to processors of their own: of all, or of these, as in 0-3,8
    #[arg(long = "use-affinity", visible_alias = "affinity", value_name = "CPUS", num_args = 0..=1,
          default_missing_value = "all", value_parser = processors)]
    pub affinity: Affinity,
    /// Begin even if an engine cannot be started: its games are lost
    #[arg(long = "recover", num_args = 0, default_missing_value = "true", action = ArgAction::Set)]
    pub recovers: bool,
    /// Pause before each game
    #[arg(long = "wait", value_name = "MS", value_parser = milliseconds)]
    pub pause: Duration,
    /// Multiply all times by N over the nodes a second that our engine makes here, as many threads as games at a time: N is the
    /// speed for which the time controls are meant, so that slow and fast machines play the same match
    #[arg(long = "speed", value_name = "N", value_parser = number(1_000..=1_000_000_000_u64))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_speed: Option<u64>,
    #[serde(rename = "patience")]
    #[command(flatten)]
    pub timeouts: Timeouts,
    #[command(flatten)]
    pub outputs: Outputs,
    /// The event, for game files
    #[arg(long, value_name = "TEXT")]
    pub event: Option<String>,
    /// The site, for game files
    #[arg(long, value_name = "TEXT")]
    pub site: Option<String>,
    /// What is sent to engines (>) and what they answer (<), with the seconds since the start; log= of -engine: of that
    /// engine alone. Keys:
    #[arg(long, value_name = KEYS, value_parser = |text: &str| parse::<LogFile>(text).map(|log| log.file))]
    pub log: Option<PathBuf>,
    /// Figures after every N games among plain lines; 0: only at the end (10)
    #[arg(long = "ratinginterval", value_name = "N", value_parser = number(0..=super::MAX_COUNT),
          help_heading = "Common options")]
    pub rating_interval: Option<u32>,
}
