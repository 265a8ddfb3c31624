//! The options that take keys with values, apart from engines.

use std::path::PathBuf;

use clap::Parser;

use super::segment::Segment;
use super::values::{number, rules};
use crate::config::{Book, DrawRule, Order, PgnFile, ResignRule};
use crate::rating::SprtParameters;

/// `-rules`
#[derive(Clone, Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct RulesArgs {
    /// The rules; NAME alone is the same
    #[arg(long, value_parser = rules)]
    pub name: Option<String>,
    /// A draw after N full moves without a capture (60)
    #[arg(long, value_name = "N", value_parser = number(1..=1000_u16))]
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
    #[command(flatten)]
    pub book: Book,
    /// sequential, or random by the seed (sequential)
    #[arg(long, ignore_case = true, hide_possible_values = true)]
    pub order: Option<Order>,
    /// Begin with the Nth opening (1)
    #[arg(long, value_name = "N", value_parser = number(1..=1_000_000_000_usize))]
    pub start: Option<usize>,
}

impl Segment for OpeningArgs {}

impl Segment for SprtSegment {}

/// `-sprt`
#[derive(Clone, Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct SprtSegment {
    #[command(flatten)]
    parameters: SprtParameters,
}

impl SprtSegment {
    pub fn parameters(&self) -> SprtParameters {
        self.parameters
    }
}

impl Segment for ResignRule {}

impl Segment for DrawRule {}

impl Segment for PgnFile {
    fn bare(word: &str) -> Option<String> {
        Some(if word == "min" { "--min=true".to_owned() } else { format!("--file={word}") })
    }
}

/// `-log`
#[derive(Clone, Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct LogArgs {
    /// The file; FILE alone is the same
    #[arg(long)]
    pub file: PathBuf,
}

impl Segment for LogArgs {
    fn bare(word: &str) -> Option<String> {
        Some(format!("--file={word}"))
    }
}
