//! Detection of the protocol that an engine speaks.
//!
//! Each greeting goes to a new process: an engine may end when it reads an unknown command.

use std::time::Duration;

use shuangqi_cli::{Failure, failure};

use super::harness::{Harness, StepFailure};
use super::step_list::interrupted;
use crate::config::Protocol;

/// The result of a greeting.
enum Probe {
    /// The answer of the protocol.
    Answered,
    /// Something else, or nothing, in words.
    Unanswered(String),
}

/// Greets a new process in this protocol.
fn probe(protocol: Protocol, harness: &mut Harness, limit: Duration) -> Result<Probe, StepFailure> {
    let facts = protocol.facts();
    harness.start()?;
    harness.send_all(facts.greeting.iter().copied())?;
    let lines = harness.read_until(limit, |line| (facts.is_answer)(line) || is_refusal(line))?;
    let last = lines.and_then(|mut lines| lines.pop());
    Ok(match last.map(|output| output.text.trim().to_owned()) {
        Some(line) if (facts.is_answer)(&line) => Probe::Answered,
        Some(line) => Probe::Unanswered(format!("it answered \"{line}\"")),
        None => Probe::Unanswered(format!("no answer within {} ms", limit.as_millis())),
    })
}

/// Whether a line refuses a command, in GTP or in XBoard's protocol: no other answer follows.
fn is_refusal(line: &str) -> bool {
    line.starts_with('?') || line.starts_with("Error (")
}

/// The first protocol whose greeting the engine answers. No process is left.
///
/// # Errors
/// If there is none, and interruption.
pub fn detect(harness: &mut Harness) -> Result<Protocol, Failure> {
    let limit = harness.timeouts.start / Protocol::EXTERNAL.len() as u32;
    let mut reasons = Vec::new();
    for protocol in Protocol::EXTERNAL {
        let probe = probe(protocol, harness, limit);
        let never_ran = harness.never_ran();
        harness.end_process();
        match probe {
            Ok(Probe::Answered) => return Ok(found(protocol)),
            Err(StepFailure::Interrupted) => return Err(interrupted(0, 0)),
            Err(StepFailure::Failed(why) | StepFailure::Skipped(why)) if never_ran => {
                return Err(Failure::Engine(format!("{}: {why}", harness.program())));
            }
            Ok(Probe::Unanswered(why)) | Err(StepFailure::Failed(why) | StepFailure::Skipped(why)) => {
                reasons.push(format!("{}: {why}", protocol.name()));
            }
        }
    }
    Err(not_found(harness.program(), &reasons))
}

fn found(protocol: Protocol) -> Protocol {
    failure::note(format_args!("the engine answers {}; --proto tests another protocol", protocol.name()));
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
