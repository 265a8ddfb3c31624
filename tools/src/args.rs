//! What the user typed. Each command turns its own part into a plan before it works.

use std::sync::LazyLock;

use clap::{Parser, Subcommand, ValueEnum};
use othello::command::solve;
use serde::{Deserialize, Serialize};
use shuangqi_cli::args::ColorArgs;
use shuangqi_cli::program::Program;
use shuangqi_cli::{Exit, Failure, version};
use xiangqi::command::judge;

use crate::arena::supervisor;
use crate::rating::command as rating;
use crate::{arena, bench, compare, compliance, perft, tree};

static VERSION: LazyLock<String> = LazyLock::new(|| version::text(&[]));

const EXAMPLES: &str = "\
Examples:
  shuangqi perft xiangqi --depth 4
  shuangqi compare othello --depth 4..5
  shuangqi solve problems.obf --check";

/// Tools for Othello and Xiangqi
#[derive(Debug, Parser)]
#[command(name = "shuangqi", version = version::SHORT, long_version = VERSION.as_str(), after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    color: ColorArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Perft(perft::Args),
    Solve(solve::Args),
    Compare(compare::Args),
    Tree(tree::Args),
    Bench(bench::Args),
    Compliance(compliance::Args),
    Keep(supervisor::Args),
    Match(arena::Args),
    Judge(judge::Args),
    Elo(rating::EloArgs),
    Sprt(rating::SprtArgs),
}

/// One of the two games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Game {
    /// 8 × 8, discs that turn
    Othello,
    /// Chinese chess
    Xiangqi,
}

impl Game {
    /// The name as options and records spell it.
    pub fn name(self) -> &'static str {
        match self {
            Game::Othello => "othello",
            Game::Xiangqi => "xiangqi",
        }
    }
}

impl Program for Cli {
    fn color(&self) -> ColorArgs {
        match &self.command {
            Command::Match(args) => args.color().unwrap_or(self.color),
            _ => self.color,
        }
    }

    fn run(self) -> Result<Exit, Failure> {
        match self.command {
            Command::Perft(args) => perft::run(&args),
            Command::Solve(args) => solve::run(&args),
            Command::Compare(args) => compare::run(&args),
            Command::Tree(args) => tree::run(&args),
            Command::Bench(args) => bench::run(&args),
            Command::Compliance(args) => compliance::run(&args),
            Command::Keep(args) => supervisor::run(&args),
            Command::Match(args) => arena::run_match(&args),
            Command::Judge(args) => judge::run(&args),
            Command::Elo(args) => rating::elo(&args),
            Command::Sprt(args) => rating::sprt(&args),
        }
    }
}
