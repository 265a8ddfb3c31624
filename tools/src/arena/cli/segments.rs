//! The options that take keys with values, apart from engines.

use std::path::PathBuf;

use clap::builder::BoolishValueParser;
use clap::{ArgAction, Parser};

use super::segment::Segment;
use super::values::{MOST, number, opening_format, rules};
use crate::arena::config::{Book, DrawRule, Notation, Order, PgnFile, ResignRule, Style};
use crate::rating::command::SprtParameterArgs;

/// The largest score an adjudication can ask for.
const MOST_SCORE: i32 = 1_000_000;

/// `-rules`
#[derive(Clone, Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct RulesArgs {
    /// The rules; NAME alone is the same
    #[arg(long, value_parser = rules)]
    pub name: Option<xiangqi::Rules>,
    /// A draw after N full moves without a capture (60)
    #[arg(long, value_name = "N", value_parser = number(1..=xiangqi::GameRules::MOST_MOVES))]
    pub moves: Option<u16>,
}

impl Segment for RulesArgs {
    fn bare(word: &str) -> Option<String> {
        Some(format!("--name={word}"))
    }
}

/// `-openings`
#[derive(Clone, Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct OpeningArgs {
    /// The file (without one, openings are generated)
    #[arg(long, value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub file: Option<String>,
    /// epd, obf, xot, pgn, ggf or lines (otherwise recognised by its content)
    #[arg(long, value_name = "FORM", value_parser = opening_format)]
    pub format: Option<String>,
    /// sequential, or random by the seed (sequential)
    #[arg(long, ignore_case = true, hide_possible_values = true)]
    pub order: Option<Order>,
    /// Take no more than N plies of each game in the file
    #[arg(long, value_name = "N", value_parser = number(0..=200_usize))]
    pub plies: Option<usize>,
    /// Begin with the Nth opening (1)
    #[arg(long, value_name = "N", value_parser = number(1..=1_000_000_000_usize))]
    pub start: Option<usize>,
}

impl Segment for OpeningArgs {}

impl OpeningArgs {
    /// Where openings come from.
    pub fn book(&self) -> Book {
        Book { file: self.file.clone(), format: self.format.clone(), plies: self.plies }
    }
}

impl Segment for SprtSegment {}

/// `-sprt`
#[derive(Clone, Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct SprtSegment {
    #[command(flatten)]
    parameters: SprtParameterArgs,
}

impl SprtSegment {
    /// The test.
    pub fn parameters(&self) -> crate::rating::SprtParameters {
        self.parameters.parameters()
    }
}

/// `-resign`
#[derive(Clone, Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct ResignArgs {
    /// For so many moves of the player in a row
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number(1..=10_000_u32))]
    movecount: u32,
    /// At least so far behind, in hundredths of a soldier or disc
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = number(1..=MOST_SCORE))]
    score: i32,
    /// The opponent has to agree
    #[arg(long, value_name = "BOOL", action = ArgAction::Set, default_value_t = false,
          hide_possible_values = true, value_parser = BoolishValueParser::new())]
    twosided: bool,
}

impl Segment for ResignArgs {}

impl From<ResignArgs> for ResignRule {
    fn from(args: ResignArgs) -> ResignRule {
        ResignRule { moves: args.movecount, score: args.score, is_two_sided: args.twosided }
    }
}

/// `-draw`
#[derive(Clone, Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct DrawArgs {
    /// From this full move on
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number(0..=MOST))]
    movenumber: u32,
    /// For so many moves of each player in a row
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number(1..=10_000_u32))]
    movecount: u32,
    /// Neither side further ahead, in hundredths
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number(0..=MOST_SCORE))]
    score: i32,
}

impl Segment for DrawArgs {}

impl From<DrawArgs> for DrawRule {
    fn from(args: DrawArgs) -> DrawRule {
        DrawRule { from_move: args.movenumber, moves: args.movecount, score: args.score }
    }
}

/// `-pgnout`
#[derive(Clone, Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct PgnArgs {
    /// The file; FILE alone is the same
    #[arg(long)]
    pub file: Option<PathBuf>,
    /// Moves of Xiangqi
    #[arg(long, value_name = "FORM", default_value = "iccs", ignore_case = true)]
    notation: Notation,
    /// No comments after moves; min alone is the same
    #[arg(long, value_name = "BOOL", action = ArgAction::Set, default_value_t = false,
          hide_possible_values = true, value_parser = BoolishValueParser::new())]
    min: bool,
}

impl Segment for PgnArgs {
    fn bare(word: &str) -> Option<String> {
        Some(if word == "min" { "--min=true".to_owned() } else { format!("--file={word}") })
    }
}

impl From<PgnArgs> for PgnFile {
    fn from(args: PgnArgs) -> PgnFile {
        PgnFile { file: args.file.unwrap_or_default(), notation: args.notation, is_bare: args.min }
    }
}

/// `-log`
#[derive(Clone, Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct LogArgs {
    /// The file; FILE alone is the same
    #[arg(long)]
    pub file: Option<PathBuf>,
}

impl Segment for LogArgs {
    fn bare(word: &str) -> Option<String> {
        Some(format!("--file={word}"))
    }
}

/// `-output`
#[derive(Clone, Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct OutputArgs {
    /// Lines in the form of this match runner (plain)
    #[arg(long, value_name = "STYLE", ignore_case = true)]
    pub format: Option<Style>,
}

impl Segment for OutputArgs {}
