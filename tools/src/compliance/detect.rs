//! Which protocol an engine speaks, where nobody says so.
//!
//! Each greeting goes to a new process: an engine may end when it reads a word that it does not know.

use std::time::Duration;

use shuangqi_cli::{Failure, stderr};

use super::bench::{Bench, Miss};
use super::course::interrupted;

/// The protocols that can be tested, by the names that `match` has for them, in the order in which they are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Protocol {
    /// Universal Chess Interface (Xiangqi)
    Uci,
    /// Universal Chinese Chess Protocol (Xiangqi)
    Ucci,
    /// Go Text Protocol (Othello)
    Gtp,
    /// Chess Engine Communication Protocol (Xiangqi)
    Xboard,
    /// NBoard's protocol (Othello)
    Nboard,
}

/// What came of a greeting.
enum Probe {
    /// The protocol's answer.
    Answered,
    /// Something else, or nothing: what.
    Unanswered(String),
}

impl Protocol {
    const ALL: [Protocol; 5] =
        [Protocol::Uci, Protocol::Ucci, Protocol::Gtp, Protocol::Xboard, Protocol::Nboard];

    /// Its name in commands and records.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Ucci => "ucci",
            Protocol::Gtp => "gtp",
            Protocol::Xboard => "xboard",
            Protocol::Nboard => "nboard",
        }
    }

    fn greeting(self) -> &'static [&'static str] {
        match self {
            Protocol::Uci => &["uci"],
            Protocol::Ucci => &["ucci"],
            Protocol::Gtp => &["protocol_version"],
            Protocol::Xboard => &["xboard", "protover 2"],
            Protocol::Nboard => &["nboard 2", "ping 1"],
        }
    }

    /// Whether no engine of another protocol writes this line in reply to the greeting.
    fn is_answer(self, line: &str) -> bool {
        match self {
            Protocol::Uci => line == "uciok",
            Protocol::Ucci => line == "ucciok",
            Protocol::Gtp => line.starts_with('='),
            Protocol::Xboard => line.starts_with("feature "),
            Protocol::Nboard => line == "pong 1",
        }
    }

    fn probe(self, bench: &mut Bench, limit: Duration) -> Result<Probe, Miss> {
        bench.start()?;
        for line in self.greeting() {
            bench.say(line)?;
        }
        let lines = bench.read_until(limit, |line| self.is_answer(line) || is_refusal(line))?;
        let last = lines.and_then(|mut lines| lines.pop());
        Ok(match last.map(|heard| heard.text.trim().to_owned()) {
            Some(line) if self.is_answer(&line) => Probe::Answered,
            Some(line) => Probe::Unanswered(format!("it answered \"{line}\"")),
            None => Probe::Unanswered(format!("no answer within {} ms", limit.as_millis())),
        })
    }
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
    let limit = bench.patience.start / Protocol::ALL.len() as u32;
    let mut reasons = Vec::new();
    for protocol in Protocol::ALL {
        let probe = protocol.probe(bench, limit);
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
    use clap::ValueEnum;

    use super::*;
    use crate::arena::config;

    #[test]
    fn match_has_the_same_names() {
        let ours: Vec<_> = Protocol::value_variants().iter().map(|protocol| protocol.name()).collect();
        let mut theirs: Vec<_> = config::Protocol::value_variants()
            .iter()
            .filter(|&&protocol| protocol != config::Protocol::Internal)
            .map(|protocol| protocol.to_possible_value().unwrap().get_name().to_owned())
            .collect();
        theirs.sort_by_key(|name| ours.iter().position(|own| own == name));
        assert_eq!(theirs, ours);
    }

    #[test]
    fn answers_belong_to_one_protocol() {
        for line in ["uciok", "ucciok", "= 2", "feature ping=1 done=1", "pong 1"] {
            assert_eq!(Protocol::ALL.iter().filter(|protocol| protocol.is_answer(line)).count(), 1);
        }
        assert!(is_refusal("? unknown command") && is_refusal("Error (unknown command): uci"));
    }
}
