//! Players that are engine processes: a driver for each protocol.
//!
//! A [`ProtocolState`] reads and writes one protocol; an [`Engine`] works with any of them: it starts
//! the process, takes the time, and sorts every failure by its kind.

pub mod coordinates;
mod engine;
pub mod gtp;
pub mod info;
mod nboard;
pub mod options;
mod state;
mod uci;
pub mod xboard;

use super::internal;
use protocols::uci::Dialect;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use super::config::{EngineConfig, Protocol, Timeouts};
use super::player::Player;
use crate::games::Game;
use engine::Engine;
use state::ProtocolState;

/// A player for this engine under the rules of a game, whose process starts at its first game and runs on these
/// processors only, if any are given.
///
/// # Errors
/// If the protocol is not one of the game, or cannot express the limits of the engine's searches.
pub fn open(
    config: &EngineConfig,
    (game, rules): (Game, &str),
    timeouts: Timeouts,
    processors: &[usize],
) -> Result<Box<dyn Player>, BadInput> {
    check(config, game)?;
    match state(config) {
        Some(state) => Ok(Box::new(Engine::new(state, config, timeouts, processors))),
        None => internal::open(game, config, rules),
    }
}

/// The state of a new session in the protocol of this engine; `None`: it is in this process.
pub fn state(config: &EngineConfig) -> Option<Box<dyn ProtocolState>> {
    Some(match config.protocol {
        Protocol::Uci => Box::new(uci::Uci::new(Dialect::Uci, config)),
        Protocol::Ucci => Box::new(uci::Uci::new(Dialect::Ucci, config)),
        Protocol::Gtp => Box::new(gtp::Gtp::new(config)),
        Protocol::Nboard => Box::new(nboard::Nboard::new(config)),
        Protocol::Xboard => Box::new(xboard::Xboard::new(config)),
        Protocol::Internal => return None,
    })
}

fn check(config: &EngineConfig, game: Game) -> Result<(), BadInput> {
    let bad = |found: &str, expected: &str, remedy: &str| {
        let found = format!("{} with {found}", quote(&config.name));
        Err(BadInput::new("engine", None, found, expected, remedy))
    };
    let facts = config.protocol.facts();
    if !game.is_played_over(config.protocol) {
        let remedy = format!("Choose proto={}", game.protocol_names());
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

#[cfg(test)]
mod tests;
