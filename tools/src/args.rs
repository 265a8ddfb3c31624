//! What the user typed. Each command turns its own part into a plan before it works.

use std::sync::LazyLock;

use clap::{Parser, Subcommand, ValueEnum};
use console::args::ColorArgs;
use console::{Exit, Failure, interrupt, version};

use crate::{bench, compare, perft, solve};

static VERSION: LazyLock<String> = LazyLock::new(|| version::text(&[]));

const EXAMPLES: &str = "\
Examples:
  shuangqi perft xiangqi --depth 4
  shuangqi compare othello --depth 4..5
  shuangqi solve problems.obf --check";

/// Tools for Othello and Xiangqi
#[derive(Debug, Parser)]
#[command(name = "shuangqi", version = version::SHORT, long_version = VERSION.as_str(), after_help = EXAMPLES)]
struct Cli {
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
    Bench(bench::Args),
}

/// One of the two games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
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

/// Reads the command line and does what it says.
pub fn run() -> Exit {
    match Cli::try_parse() {
        Ok(cli) => cli.run(),
        Err(answer) => tell(&answer),
    }
}

impl Cli {
    fn run(self) -> Exit {
        let outcome = interrupt::watch().and_then(|()| match self.command {
            Command::Perft(args) => perft::run(&args),
            Command::Solve(args) => solve::run(&args),
            Command::Compare(args) => compare::run(&args),
            Command::Bench(args) => bench::run(&args),
        });
        outcome.unwrap_or_else(|failure| {
            failure.report(self.color.is_on());
            failure.exit()
        })
    }
}

/// Prints what clap has to say: help or the version, which are answers, or what is wrong with the command line.
fn tell(answer: &clap::Error) -> Exit {
    match answer.print().map_err(Failure::from_write) {
        Err(failure) if !answer.use_stderr() => failure.exit(),
        _ if answer.use_stderr() => Exit::Usage,
        _ => Exit::Success,
    }
}
