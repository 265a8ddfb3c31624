//! Players that are engine processes: a driver for each protocol.
//!
//! A [`ProtocolState`] reads and writes one protocol; an [`Engine`] works with any of them: it starts
//! the process, takes the time, and sorts every failure by its kind.

pub mod coordinates;
mod engine;
pub mod gtp;
pub mod nboard;
pub mod options;
#[cfg(test)]
mod tests;
pub mod uci;
pub mod xboard;

use game::Seat;
use protocols::uci::Dialect;
use shuangqi_cli::BadInput;
use shuangqi_cli::bad_input::quote;

use super::config::{ConfigProblem, EngineConfig, Opening, Protocol, Timeouts};
use super::fault::Fault;
use super::internal;
use super::log::Channel;
use super::player::{Choice, MoveRequest, Player, SearchInfo};
use super::process::Process;
use crate::games::Game;
use engine::Engine;

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
    match state(config) {
        Some(state) => Ok(Box::new(Engine::new(state, config, timeouts, processors, log))),
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

/// A protocol, and what is known of the engine that speaks it. Every method fails with the engine's fault.
pub trait ProtocolState: Send {
    /// The command that ends a search early, if the protocol has one.
    fn stop_command(&self) -> Option<String>;

    /// Reads a line of the handshake.
    fn introduce(&mut self, line: &str);

    /// Opens the session and sets the options. The state of an earlier process is cleared.
    fn handshake(&mut self, process: &mut Process, config: &EngineConfig) -> Result<(), Fault>;

    /// Whether the engine offers this: an option, a command, a feature.
    fn offers(&self, _name: &str) -> bool {
        true
    }

    /// Sends a line as it is, which the engine must obey where the protocol has answers to lines.
    fn send_line(&mut self, process: &mut Process, line: &str) -> Result<(), Fault> {
        process.send(line).map(drop)
    }

    /// Waits until the engine has done what it was sent, if the protocol can ask for that.
    fn settle(&mut self, _process: &mut Process) -> Result<(), Fault> {
        Ok(())
    }

    /// Begins a game. The engine is ready for it once it has settled.
    fn begin_game(&mut self, process: &mut Process, opening: &Opening, seat: Seat) -> Result<(), Fault>;

    /// The parts of its configuration that the engine cannot carry out, after the handshake.
    fn problems(&self, _config: &EngineConfig) -> Vec<ConfigProblem> {
        Vec::new()
    }

    /// Sends a game without a request for a move.
    fn set_position(&mut self, process: &mut Process, request: &MoveRequest<'_>) -> Result<(), Fault>;

    /// Sends the game so far. The result is the line that starts the search, and with it the clock.
    fn prepare_search(&mut self, process: &mut Process, request: &MoveRequest<'_>) -> Result<String, Fault>;

    /// Sends the board alone, as if a game began there, to an engine that found no move: it may count moves without a
    /// capture, or repetitions, by rules of its own. The result is the line that starts the search; `None`: the protocol
    /// cannot send a board.
    fn prepare_bare_search(
        &mut self,
        _process: &mut Process,
        _request: &MoveRequest<'_>,
    ) -> Result<Option<String>, Fault> {
        Ok(None)
    }

    /// Reads a line while a move is due; `None`: it is not the reply yet.
    fn read_reply(&mut self, line: &str, info: &mut SearchInfo) -> Result<Option<Reply>, Fault>;

    /// Reads a line that arrived while no reply was due.
    fn read_unasked(&mut self, _line: &str) {}

    /// Sends the result of a game, from the first seat's view, and the reason.
    fn end_game(&mut self, _process: &mut Process, _result: &str, _reason: &str) {}

    /// The name that the engine reports.
    fn engine_name(&self) -> Option<String>;
}

/// The reply to a request for a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    pub choice: Choice,
    /// Whether a draw is offered, or accepted, with it.
    pub offers_draw: bool,
}

impl From<Choice> for Reply {
    fn from(choice: Choice) -> Reply {
        Reply { choice, offers_draw: false }
    }
}
