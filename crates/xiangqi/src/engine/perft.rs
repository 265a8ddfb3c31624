//! `go perft`: leaves by root move, broken off when told to stop.

use search_core::Control;
use search_core::perft::perft;

use super::sink::Sink;
use crate::position::Position;

/// Counts and tells, in the order of generation. What is not finished when a stop comes is not told.
pub fn run(position: &Position, depth: u32, control: &Control, sink: &Sink) {
    let mut total = 0;
    for mv in position.legal_moves() {
        let Some(count) = below(&after(position, mv), depth - 1, control) else { return };
        sink.say(format_args!("{mv}: {count}"));
        total += count;
    }
    sink.say(format_args!("\nNodes searched: {total}\n"));
}

/// The leaves below a position; `None` if told to stop. Looked for between the moves of this position.
fn below(position: &Position, depth: u32, control: &Control) -> Option<u64> {
    if depth == 0 {
        return (!control.is_stopped()).then_some(1);
    }
    let mut total = 0;
    for mv in position.legal_moves() {
        if control.is_stopped() {
            return None;
        }
        total += perft(&after(position, mv), depth - 1);
    }
    Some(total)
}

fn after(position: &Position, mv: crate::moves::Move) -> Position {
    let mut child = *position;
    search_core::Position::play(&mut child, mv);
    child
}
