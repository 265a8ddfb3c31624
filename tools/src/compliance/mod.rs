//! `shuangqi compliance`: does an engine keep the protocol? Step by step, with what was found.
//!
//! Every step stands by itself: it begins with an engine that waits, in a new process if the last step ended or upset
//! it. What the engine does not offer is skipped, never failed.

mod course;
mod gtp;
mod nboard;
mod othello;
mod record;
#[cfg(test)]
mod tests;
mod uci;
mod xboard;
mod xiangqi;

use std::io;
use std::time::Duration;

use console::args::FormatArgs;
use console::output::deliver;
use console::{Exit, Failure};

use crate::arena::process::Launch;
use crate::arena::setup::{Patience, Protocol};
use course::{Bench, examine};

const EXAMPLES: &str = "\
Exit code 0: every step passed or was skipped; 1: a step failed; 4: the engine does not start.

Examples:
  shuangqi compliance xiangqi --proto uci
  shuangqi compliance --proto xboard --format md /usr/games/hoixiangqi
  shuangqi compliance --proto gtp -- gtp-rhino -l 2";

/// Test step by step whether an engine keeps its protocol
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The protocol
    #[arg(long, value_enum, value_name = "NAME")]
    proto: Protocol,
    /// Where the engine runs
    #[arg(long, value_name = "FOLDER")]
    dir: Option<String>,
    /// How much later than its limits an answer may arrive
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// How long the engine may take to start
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    startup: u64,
    /// The engine and its arguments; options of its own go behind --
    #[arg(required = true, value_name = "COMMAND")]
    command: Vec<String>,
    #[command(flatten)]
    format: FormatArgs,
}

/// Does what the command line says.
///
/// # Errors
/// An engine that does not start, output that cannot be written, and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let bench = Bench::new(launch(args), patience(args), Duration::from_millis(args.margin));
    deliver(args.format.format(), &mut io::stdout(), |output| match args.proto {
        Protocol::Uci => examine(uci::Uci::new(uci::Dialect::Uci), bench, output),
        Protocol::Ucci => examine(uci::Uci::new(uci::Dialect::Ucci), bench, output),
        Protocol::Gtp => examine(gtp::Gtp::default(), bench, output),
        Protocol::Nboard => examine(nboard::Nboard::default(), bench, output),
        Protocol::Xboard => examine(xboard::Xboard::default(), bench, output),
        Protocol::Internal => {
            let why = "--proto internal speaks no protocol. Choose uci, ucci, gtp, nboard or xboard";
            Err(Failure::Usage(why.to_owned()))
        }
    })
}

fn launch(args: &Args) -> Launch {
    let mut words = args.command.iter().cloned();
    Launch {
        command: words.next().unwrap_or_default(),
        arguments: words.collect(),
        folder: args.dir.clone(),
        processors: Vec::new(),
        stderr: None,
    }
}

fn patience(args: &Args) -> Patience {
    let start = Duration::from_millis(args.startup);
    Patience {
        start,
        ready: Duration::from_secs(10),
        answer: Duration::from_secs(30),
        quit: Duration::from_secs(2),
    }
}
