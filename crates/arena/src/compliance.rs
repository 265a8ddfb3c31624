//! `shuangqi compliance`: whether an engine keeps its protocol, step by step.
//!
//! The steps come in two parts with a verdict each: the rules of the protocol, and robustness, which demands more. The
//! first part alone decides the exit code.
//!
//! Every step is independent: it begins with an idle engine, in a new process if the last step ended the old one or
//! failed. A feature that the engine does not offer is skipped, never failed.

pub(crate) mod session;
pub(crate) mod steps;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use shuangqi_cli::args::FormatArgs;
use shuangqi_cli::output::Output;
use shuangqi_cli::{Exit, Failure, failure, interrupt};

use crate::config::{EngineConfig, Protocol, Timeouts};
use crate::fault::Fault;
use crate::supervisor::EngineExit;
use session::Setup;
use steps::interrupted;

const EXAMPLES: &str = "\
Without --proto the handshakes of its possible values are tried in order, each in a new process and for an equal part \
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
    let setup = setup(args);
    args.format.deliver(|output| {
        let protocol = args.proto.map_or_else(|| detect(&setup), Ok)?;
        test(protocol, setup, output)
    })
}

fn setup(args: &Args) -> Setup {
    let mut words = args.command.iter().cloned();
    let command = words.next().unwrap_or_default();
    let config =
        EngineConfig { command, arguments: words.collect(), folder: args.dir.clone(), ..Default::default() };
    let timeouts = Timeouts {
        start: Duration::from_millis(args.startup),
        ready: Duration::from_secs(10),
        answer: Duration::from_secs(30),
        quit: Duration::from_secs(2),
    };
    Setup { config, timeouts, margin: Duration::from_millis(args.margin) }
}

/// Runs the steps of a protocol.
fn test(protocol: Protocol, mut setup: Setup, output: &mut Output<'_>) -> Result<Exit, Failure> {
    setup.config.protocol = protocol;
    (protocol.facts().test)(setup, output)
}

/// Reads the name of a protocol that processes speak.
fn external() -> impl TypedValueParser<Value = Protocol> {
    let values = Protocol::external().filter_map(|protocol| protocol.to_possible_value());
    PossibleValuesParser::new(values).try_map(|name| Protocol::from_str(&name, false))
}

/// The first protocol whose greeting the engine answers. Each greeting goes to a new process: an engine may end when it reads
/// an unknown command. No process is left.
///
/// # Errors
/// If there is none, and interruption.
fn detect(setup: &Setup) -> Result<Protocol, Failure> {
    let limit = setup.timeouts.start / Protocol::external().count() as u32;
    let (program, mut reasons) = (&setup.config.command, Vec::new());
    for protocol in Protocol::external() {
        let probe = probe(protocol, setup, limit);
        if interrupt::is_requested() {
            return Err(interrupted(0, 0));
        }
        match probe {
            Probe::Answered => {
                let name = protocol.name();
                failure::note(format_args!("the engine answers {name}; --proto tests another protocol"));
                return Ok(protocol);
            }
            Probe::NeverRan(why) => return Err(Failure::Engine(format!("{program}: {why}"))),
            Probe::Unanswered(why) => reasons.push(format!("{}: {why}", protocol.name())),
        }
    }
    let why = reasons.join("; ");
    let remedy = "Name its protocol with --proto (or --protocol), or give it more time with --startup";
    Err(Failure::Engine(format!("{program}: it answers the greeting of no protocol ({why}). {remedy}")))
}

/// The result of a greeting.
enum Probe {
    /// The answer of the protocol.
    Answered,
    /// Something else, or nothing, in words.
    Unanswered(String),
    /// The program could not be started, in words.
    NeverRan(String),
}

/// Greets a new process in this protocol.
fn probe(protocol: Protocol, setup: &Setup, limit: Duration) -> Probe {
    let facts = protocol.facts();
    let mut process = match setup.start() {
        Ok(process) => process,
        Err(fault) => return Probe::NeverRan(fault.to_string()),
    };
    let mut greet = || {
        process.send_all(facts.greeting)?;
        let until = Instant::now() + limit;
        process.read_until(until, |line| (facts.is_answer)(line) || is_refusal(line))
    };
    let lines: Result<_, Fault> = greet();
    match lines.map(|lines| lines.and_then(|mut lines| lines.pop())) {
        Ok(Some(line)) if (facts.is_answer)(line.text.trim()) => Probe::Answered,
        Ok(Some(line)) => Probe::Unanswered(format!("it answered \"{}\"", line.text.trim())),
        Ok(None) => Probe::Unanswered(format!("no answer within {} ms", limit.as_millis())),
        Err(fault) if matches!(process.known_exit(), Some(EngineExit::NotStarted(_))) => {
            Probe::NeverRan(fault.to_string())
        }
        Err(fault) => Probe::Unanswered(fault.to_string()),
    }
}

/// Whether a line refuses a command, in GTP or in XBoard's protocol: no other answer follows.
fn is_refusal(line: &str) -> bool {
    line.starts_with('?') || line.starts_with("Error (")
}
