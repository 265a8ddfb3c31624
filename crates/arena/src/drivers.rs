//! Players that are engine processes: a driver for each protocol, and the table of protocols.
//!
//! A [`ProtocolState`] reads and writes one protocol; an [`Engine`] works with any of them: it starts
//! the process, takes the time, and sorts every failure by its kind.

mod coordinates;
mod engine;
mod gtp;
pub mod nboard;
mod options;
pub mod state;
#[cfg(test)]
mod tests;
mod uci;
pub mod xboard;

use clap::ValueEnum;
use protocols::uci::Dialect;
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::output::Output;
use shuangqi_cli::{BadInput, Exit, Failure};

use crate::compliance::session::Setup;
use crate::compliance::steps::{Step, run_steps};
use crate::config::{EngineConfig, Protocol, Timeouts};
use crate::games::Game;
use crate::internal;
use crate::log::Channel;
use crate::player::Player;
use engine::Engine;
use state::ProtocolState;
use uci::Uci;
use uci::compliance::{UCCI_STEPS, UCI_STEPS};

/// The abilities of a protocol, and what speaks and tests it: a row of the table.
#[derive(Clone, Copy, Debug)]
pub struct ProtocolFacts {
    /// The name in options and records.
    pub name: &'static str,
    /// The name in sentences.
    pub title: &'static str,
    /// The names of the games whose engines speak it.
    pub games: &'static [&'static str],
    /// A search can be limited to a number of nodes.
    pub limits_nodes: bool,
    /// A search can be limited by a clock or by a time for each move.
    pub limits_time: bool,
    /// Engines report the scores of their positions.
    pub reports_scores: bool,
    /// The lines that open a session; none: there is no process to talk to.
    pub greeting: &'static [&'static str],
    /// Whether no engine of another protocol writes this line in reply to the greeting.
    pub is_answer: fn(&str) -> bool,
    /// The state of a new session with an engine; `None`: it is in this process.
    pub open: fn(&EngineConfig) -> Option<Box<dyn ProtocolState>>,
    /// Runs the steps of its compliance with an engine.
    pub test: fn(Setup, &mut Output<'_>) -> Result<Exit, Failure>,
}

const UCI: ProtocolFacts = ProtocolFacts {
    name: "uci",
    title: "UCI",
    games: &["xiangqi"],
    limits_nodes: true,
    limits_time: true,
    reports_scores: true,
    greeting: &["uci"],
    is_answer: |line| line == "uciok",
    open: |config| Some(Box::new(Uci::new(Dialect::Uci, config))),
    test: |setup, output| run_steps(UCI_STEPS, |config| Uci::new(Dialect::Uci, config), setup, output),
};

const UCCI: ProtocolFacts = ProtocolFacts {
    name: "ucci",
    title: "UCCI",
    greeting: &["ucci"],
    is_answer: |line| line == "ucciok",
    open: |config| Some(Box::new(Uci::new(Dialect::Ucci, config))),
    test: |setup, output| run_steps(UCCI_STEPS, |config| Uci::new(Dialect::Ucci, config), setup, output),
    ..UCI
};

const GTP: ProtocolFacts = ProtocolFacts {
    name: "gtp",
    title: "GTP",
    games: &["othello"],
    limits_nodes: false,
    limits_time: true,
    reports_scores: false,
    greeting: &["protocol_version"],
    is_answer: |line| line.starts_with('='),
    open: |config| Some(Box::new(gtp::Gtp::new(config))),
    test: |setup, output| run_steps(&[gtp::compliance::STEPS, Step::ENDINGS], gtp::Gtp::new, setup, output),
};

const XBOARD: ProtocolFacts = ProtocolFacts {
    name: "xboard",
    title: "XBoard",
    limits_nodes: false,
    greeting: &["xboard", "protover 2"],
    is_answer: |line| line.starts_with("feature "),
    open: |config| Some(Box::new(xboard::Xboard::new(config))),
    test: |setup, output| {
        run_steps(&[xboard::compliance::STEPS, Step::ENDINGS], xboard::Xboard::new, setup, output)
    },
    ..UCI
};

const NBOARD: ProtocolFacts = ProtocolFacts {
    name: "nboard",
    title: "NBoard",
    games: &["othello"],
    limits_nodes: false,
    limits_time: false,
    reports_scores: true,
    greeting: &["nboard 2", "ping 1"],
    is_answer: |line| line == "pong 1",
    open: |config| Some(Box::new(nboard::Nboard::new(config))),
    test: |mut setup, output| {
        // The protocol has no other limit.
        setup.config.limits.depth = Some(4);
        run_steps(&[nboard::compliance::STEPS, Step::ENDINGS], nboard::Nboard::new, setup, output)
    },
};

const INTERNAL: ProtocolFacts = ProtocolFacts {
    name: "internal",
    title: "in this process",
    games: &[],
    greeting: &[],
    is_answer: |_| false,
    open: |_| None,
    test: |_, _| Err(Failure::Usage("proto=internal has no process to test".to_owned())),
    ..UCI
};

impl Protocol {
    pub const fn facts(self) -> &'static ProtocolFacts {
        match self {
            Protocol::Uci => &UCI,
            Protocol::Ucci => &UCCI,
            Protocol::Gtp => &GTP,
            Protocol::Xboard => &XBOARD,
            Protocol::Nboard => &NBOARD,
            Protocol::Internal => &INTERNAL,
        }
    }

    /// The protocols of separate processes, in the order in which they are tried on an unknown engine.
    pub fn external() -> impl Iterator<Item = Protocol> {
        Protocol::value_variants().iter().copied().filter(|protocol| !protocol.is_internal())
    }

    /// The protocols of a game's engines, the usual one first; the engine in this process is the last.
    pub fn all_of(game: Game) -> impl Iterator<Item = Protocol> {
        Protocol::value_variants().iter().copied().filter(move |protocol| protocol.is_of(game))
    }

    /// The protocol of an engine of which none is given.
    pub fn usual_of(game: Game) -> Protocol {
        Protocol::all_of(game).next().unwrap_or_default()
    }

    /// The names of a game's protocols, as sentences list them: `uci, ucci, xboard or internal`.
    pub fn names_of(game: Game) -> String {
        let external: Vec<&str> =
            Protocol::all_of(game).filter(|own| !own.is_internal()).map(Protocol::name).collect();
        let or = if external.is_empty() { "" } else { " or " };
        format!("{}{or}{}", external.join(", "), Protocol::Internal.name())
    }

    /// Whether engines of a game are played over it.
    pub fn is_of(self, game: Game) -> bool {
        self.is_internal() || self.facts().games.contains(&game.name())
    }

    /// The name in options and records.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }
}

/// A player for this engine under the rules of a game, whose process starts at its first game and runs on these
/// processors only, if any are given. Its dialogue is logged.
///
/// # Errors
/// If the protocol is not one of the game, or cannot express the limits of the engine's searches.
pub fn open(
    config: &EngineConfig,
    (game, rules): (Game, &str),
    timeouts: Timeouts,
    processors: &[usize],
    log: &Channel,
) -> Result<Box<dyn Player>, BadInput> {
    check(config, game)?;
    match (config.protocol.facts().open)(config) {
        Some(state) => Ok(Box::new(Engine::new(state, config, timeouts, processors, log))),
        None => internal::open(game, config, rules, log),
    }
}

fn check(config: &EngineConfig, game: Game) -> Result<(), BadInput> {
    let bad = |found: &str, expected: &str, remedy: &str| {
        let found = format!("{} with {found}", quote(&config.name));
        Err(BadInput::new("engine", None, found, expected, remedy))
    };
    let facts = config.protocol.facts();
    if !config.protocol.is_of(game) {
        let remedy = format!("Choose proto={}", Protocol::names_of(game));
        return bad(&format!("proto={}", facts.name), &format!("a protocol of {}", game.name()), &remedy);
    }
    if config.limits.nodes.is_some() && !facts.limits_nodes {
        let remedy = "Use st= or depth=, or another protocol";
        return bad("nodes=", "a limit that its protocol can express", remedy);
    }
    let has_time = config.clock.is_some() || config.limits.move_time.is_some();
    if !facts.limits_time && has_time && config.limits.depth.is_none() {
        let remedy = "Add depth=, which ends its searches while the clock is only measured; or use proto=gtp";
        let expected = format!("depth=, as the protocol {} has no clocks", facts.title);
        return bad("tc= or st= alone", &expected, remedy);
    }
    Ok(())
}
