//! Players behind pipes: a driver for each protocol.
//!
//! A [`Language`](engine::Language) knows the words of one protocol; an [`Engine`] speaks any of them: it starts the
//! process, keeps the time, and puts every failure down to its kind.

mod engine;
mod gtp;
mod nboard;
pub mod options;
pub mod points;
pub mod thoughts;
mod ucci;
mod uci;
pub mod xboard;

use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use crate::args::Game;

use super::config::ConfigProblem;
use super::config::{EngineConfig, Protocol, Timeouts};
use super::internal;
use super::player::Player;
use engine::Engine;

/// A player for this engine; the process starts at its first game. It runs on these processors only, if any are named.
///
/// # Errors
/// If the protocol is not one of the game, or cannot say what ends the engine's searches.
pub fn open(
    setup: &EngineConfig,
    game: Game,
    patience: Timeouts,
    processors: &[usize],
) -> Result<Box<dyn Player>, BadInput> {
    check(setup, game)?;
    Ok(match setup.protocol {
        Protocol::Uci => Box::new(Engine::new(uci::Uci::new(setup), setup, patience, processors)),
        Protocol::Ucci => Box::new(Engine::new(ucci::Ucci::default(), setup, patience, processors)),
        Protocol::Gtp => Box::new(Engine::new(gtp::Gtp::new(setup), setup, patience, processors)),
        Protocol::Nboard => Box::new(Engine::new(nboard::Nboard::new(setup), setup, patience, processors)),
        Protocol::Xboard => Box::new(Engine::new(xboard::Xboard::new(setup), setup, patience, processors)),
        Protocol::Internal => return internal::open(setup, game),
    })
}

fn check(setup: &EngineConfig, game: Game) -> Result<(), BadInput> {
    let bad = |found: &str, expected: &str, remedy: &str| {
        let found = format!("{} with {found}", quote(&setup.name));
        Err(BadInput::new("engine", None, found, expected, remedy))
    };
    let facts = setup.protocol.facts();
    if !setup.protocol.serves(game) {
        let remedy = format!("Choose proto={}", Protocol::names(game));
        return bad(&format!("proto={}", facts.name), &format!("a protocol of {}", game.name()), &remedy);
    }
    if setup.limits.nodes.is_some() && !facts.limits_nodes {
        let remedy = "Use st= or depth=, or another protocol";
        return bad("nodes=", "a limit that its protocol can express", remedy);
    }
    let has_time = setup.clock.is_some() || setup.limits.move_time.is_some();
    if !facts.limits_time && has_time && setup.limits.depth.is_none() {
        let remedy = "Add depth=, which ends its searches while the clock only watches; or use proto=gtp";
        let expected = format!("depth=, as the protocol {} has no clocks", facts.title);
        return bad("tc= or st= alone", &expected, remedy);
    }
    Ok(())
}

/// What is wrong with times of less than a second for an engine that is told of whole seconds.
fn whole_seconds(setup: &EngineConfig) -> Option<ConfigProblem> {
    let least = std::time::Duration::from_secs(1);
    let given = match (setup.limits.move_time, setup.clock) {
        (Some(time), _) if time < least => format!("st={}", time.as_secs_f64()),
        (None, Some(clock)) if clock.base < least => format!("tc={clock}"),
        _ => return None,
    };
    let name = setup.protocol.name();
    Some(ConfigProblem::fatal(format!(
        "{given} cannot be sent, as it is told of whole seconds over {name}. Give a second or more, or tc=inf and the \
         engine's own limit in args= or depth="
    )))
}

#[cfg(test)]
mod tests;
