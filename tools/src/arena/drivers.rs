//! Players that are engine processes: a driver for each protocol.
//!
//! A [`ProtocolState`](state::ProtocolState) reads and writes one protocol; an [`Engine`] works with any of them: it starts
//! the process, takes the time, and sorts every failure by its kind.

mod connection;
pub mod coordinates;
mod engine;
pub mod gtp;
pub mod info;
mod nboard;
pub mod options;
mod state;
mod uci;
pub mod xboard;

use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use super::config::{EngineConfig, Game, Protocol, Timeouts};
use super::internal;
use super::player::Player;
use engine::Engine;
use info::Dialect;

/// A player for this engine, whose process starts at its first game and runs on these processors only, if any are given.
///
/// # Errors
/// If the protocol is not one of the game, or cannot express the limits of the engine's searches.
pub fn open(
    config: &EngineConfig,
    game: Game,
    timeouts: Timeouts,
    processors: &[usize],
) -> Result<Box<dyn Player>, BadInput> {
    check(config, game)?;
    let uci = |dialect| uci::Uci::new(dialect, config);
    Ok(match config.protocol {
        Protocol::Uci => Box::new(Engine::new(uci(Dialect::Uci), config, timeouts, processors)),
        Protocol::Ucci => Box::new(Engine::new(uci(Dialect::Ucci), config, timeouts, processors)),
        Protocol::Gtp => Box::new(Engine::new(gtp::Gtp::new(config), config, timeouts, processors)),
        Protocol::Nboard => Box::new(Engine::new(nboard::Nboard::new(config), config, timeouts, processors)),
        Protocol::Xboard => Box::new(Engine::new(xboard::Xboard::new(config), config, timeouts, processors)),
        Protocol::Internal => return internal::open(config, game),
    })
}

fn check(config: &EngineConfig, game: Game) -> Result<(), BadInput> {
    let bad = |found: &str, expected: &str, remedy: &str| {
        let found = format!("{} with {found}", quote(&config.name));
        Err(BadInput::new("engine", None, found, expected, remedy))
    };
    let facts = config.protocol.facts();
    if !config.protocol.serves(game) {
        let remedy = format!("Choose proto={}", Protocol::names(game));
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
