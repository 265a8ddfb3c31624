//! `shuangqi compliance`: whether an engine keeps its protocol, step by step.
//!
//! The steps come in two parts with a verdict each: the rules of the protocol, and robustness, which demands more. The
//! first part alone decides the exit code.
//!
//! Every step is independent: it begins with an idle engine, in a new process if the last step ended the old one or
//! failed. A feature that the engine does not offer is skipped, never failed.

mod detect;
mod gtp;
mod harness;
mod nboard;
mod othello;
mod record;
mod script;
mod step_list;
#[cfg(test)]
mod tests;
mod uci;
mod xboard;
mod xiangqi;

use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use protocols::uci::Dialect;
use shuangqi_cli::args::FormatArgs;
use shuangqi_cli::output::Output;
use shuangqi_cli::{Exit, Failure};

use crate::config::{Protocol, Timeouts};
use crate::process::Launch;
use detect::detect;
use harness::Harness;
use step_list::run_steps;

const EXAMPLES: &str = "\
Without --proto the handshakes of uci, ucci, gtp, xboard and nboard are tried, each in a new process and for a fifth \
of --startup; the first that the engine answers is its protocol.

The steps come in two parts. \"protocol\" tests the rules of the protocol. \"robustness\" demands more (invalid \
positions, illegal moves, very long games, the end of input) and does not change the exit code.

Exit code 0: every step of the protocol passed or was skipped; 1: one failed; 4: the engine does not start, or \
answers no handshake; 130: interrupted, with the steps so far reported.

Examples:
  shuangqi compliance xiangqi
  shuangqi compliance --proto xboard --format md /usr/games/hoixiangqi
  shuangqi compliance --proto gtp -- gtp-rhino -l 2";

/// Test step by step whether an engine keeps its protocol
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The protocol; detected if not given
    #[arg(long, visible_alias = "protocol", value_parser = external(), value_name = "NAME")]
    proto: Option<Protocol>,
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

/// Tests an engine.
///
/// # Errors
/// An engine that does not start or speaks no known protocol, output that cannot be written, and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let mut harness = Harness::new(launch(args), timeouts(args), Duration::from_millis(args.margin));
    args.format.deliver(|output| {
        let protocol = args.proto.map_or_else(|| detect(&mut harness), Ok)?;
        test(protocol, harness, output)
    })
}

/// Runs the steps of a protocol.
fn test(protocol: Protocol, harness: Harness, output: &mut Output<'_>) -> Result<Exit, Failure> {
    let name = protocol.name();
    match protocol {
        Protocol::Uci => run_steps(name, uci::Uci::new(Dialect::Uci), harness, output),
        Protocol::Ucci => run_steps(name, uci::Uci::new(Dialect::Ucci), harness, output),
        Protocol::Gtp => run_steps(name, gtp::Gtp::default(), harness, output),
        Protocol::Nboard => run_steps(name, nboard::Nboard::default(), harness, output),
        Protocol::Xboard => run_steps(name, xboard::Xboard::default(), harness, output),
        Protocol::Internal => Err(Failure::Usage("proto=internal has no process to test".to_owned())),
    }
}

/// Reads the name of a protocol that processes speak.
fn external() -> impl TypedValueParser<Value = Protocol> {
    let values = Protocol::EXTERNAL.iter().filter_map(Protocol::to_possible_value);
    PossibleValuesParser::new(values).try_map(|name| Protocol::from_str(&name, false))
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

fn timeouts(args: &Args) -> Timeouts {
    let start = Duration::from_millis(args.startup);
    Timeouts {
        start,
        ready: Duration::from_secs(10),
        answer: Duration::from_secs(30),
        quit: Duration::from_secs(2),
    }
}
