//! The output of engine processes, read without a process: the readers of every protocol, for tests with any text.

use std::time::Duration;

pub use crate::fault::Fault;
pub use crate::player::{Answer, Choice, SearchInfo};
pub use game::EngineScore;

use crate::config::{EngineConfig, Protocol};

/// Reads the lines of a text as the output of an engine that speaks the protocol of this name: each in a handshake, as
/// the reply to a request for a move, and unasked. The answers, and the fault that ended the reading.
pub fn read(protocol: &str, text: &str) -> (Vec<Answer>, Option<Fault>) {
    let protocol = Protocol::external().find(|known| known.name() == protocol);
    let mut answers = Vec::new();
    let fault = protocol.and_then(|protocol| {
        let mut state = (protocol.facts().open)(&EngineConfig { protocol, ..EngineConfig::default() })?;
        let mut info = SearchInfo::default();
        text.lines().find_map(|line| {
            state.introduce(line);
            let reply = state.read_reply(line, &mut info);
            state.read_unasked(line);
            let reply = match reply {
                Ok(reply) => reply?,
                Err(fault) => return Some(fault),
            };
            let (elapsed, info) = (Duration::ZERO, std::mem::take(&mut info));
            answers.push(Answer { choice: reply.choice, offers_draw: reply.offers_draw, elapsed, info });
            None
        })
    });
    (answers, fault)
}
