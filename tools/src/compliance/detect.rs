//! Which protocol an engine speaks, where nobody says so.
//!
//! Each greeting goes to a new process: an engine may end when it reads a word that it does not know.

use std::time::Duration;

use shuangqi_cli::{Failure, stderr};

use super::bench::{Bench, Miss};
use super::course::interrupted;
use crate::arena::config::Protocol;

/// What came of a greeting.
enum Probe {
    /// The protocol's answer.
    Answered,
    /// Something else, or nothing: what.
    Unanswered(String),
}

/// Greets a new process in this protocol.
fn probe(protocol: Protocol, bench: &mut Bench, limit: Duration) -> Result<Probe, Miss> {
    let facts = protocol.facts();
    bench.start()?;
    for line in facts.greeting {
        bench.say(line)?;
    }
    let lines = bench.read_until(limit, |line| (facts.is_answer)(line) || is_refusal(line))?;
    let last = lines.and_then(|mut lines| lines.pop());
    Ok(match last.map(|heard| heard.text.trim().to_owned()) {
        Some(line) if (facts.is_answer)(&line) => Probe::Answered,
        Some(line) => Probe::Unanswered(format!("it answered \"{line}\"")),
        None => Probe::Unanswered(format!("no answer within {} ms", limit.as_millis())),
    })
}

/// Whether a line refuses a command, in the words of GTP or of xboard's protocol: nothing else will come.
fn is_refusal(line: &str) -> bool {
    line.starts_with('?') || line.starts_with("Error (")
}

/// The first protocol whose greeting the engine answers. The bench is empty afterwards.
///
/// # Errors
/// If there is none, and interruption.
pub fn detect(bench: &mut Bench) -> Result<Protocol, Failure> {
    let limit = bench.patience.start / Protocol::EXTERNAL.len() as u32;
    let mut reasons = Vec::new();
    for protocol in Protocol::EXTERNAL {
        let probe = probe(protocol, bench, limit);
        let never_ran = bench.never_ran();
        bench.clear();
        match probe {
            Ok(Probe::Answered) => return Ok(found(protocol)),
            Err(Miss::Interrupted) => return Err(interrupted(0, 0)),
            Err(Miss::Failed(why) | Miss::Skipped(why)) if never_ran => {
                return Err(Failure::Engine(format!("{}: {why}", bench.program())));
            }
            Ok(Probe::Unanswered(why)) | Err(Miss::Failed(why) | Miss::Skipped(why)) => {
                reasons.push(format!("{}: {why}", protocol.name()));
            }
        }
    }
    Err(not_found(bench.program(), &reasons))
}

fn found(protocol: Protocol) -> Protocol {
    stderr::note(format_args!("the engine answers {}; --proto tests another protocol", protocol.name()));
    protocol
}

fn not_found(program: &str, reasons: &[String]) -> Failure {
    let why = reasons.join("; ");
    let remedy = "Name its protocol with --proto (or --protocol), or give it more time with --startup";
    Failure::Engine(format!("{program}: it answers the greeting of no protocol ({why}). {remedy}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_end_the_wait_for_an_answer() {
        assert!(is_refusal("? unknown command") && is_refusal("Error (unknown command): uci"));
    }
}
