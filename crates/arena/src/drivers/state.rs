//! One protocol from the side of a match: the state of a session with an engine.

use game::Seat;

use crate::config::{ConfigProblem, EngineConfig, Opening};
use crate::fault::Fault;
use crate::player::{Choice, MoveRequest, SearchInfo};
use crate::process::Process;

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
