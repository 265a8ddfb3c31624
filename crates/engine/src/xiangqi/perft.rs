//! `go perft`: leaves by root move, until `stop`.

use search_core::Control;
use search_core::perft::perft;
use shuangqi_cli::sink::Sink;

use xiangqi::moves::Move;
use xiangqi::position::Position;

/// A tree of this depth takes some hundredths of a second, so the stop is looked for between such trees.
const QUICK: u32 = 4;

/// Counts and writes, in the order of generation. An unfinished count is not written, and the return is
/// `false`.
pub fn run(position: &Position, depth: u32, control: &Control, sink: &Sink) -> bool {
    let mut total = 0;
    for mv in position.legal_moves() {
        let Some(count) = below(&after(position, mv), depth - 1, control) else { return false };
        sink.write_line(format_args!("{mv}: {count}"));
        total += count;
    }
    sink.write_line(format_args!("\nNodes searched: {total}\n"));
    true
}

/// The leaves below a position; `None` if stopped.
fn below(position: &Position, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= QUICK {
        return Some(perft(position, depth));
    }
    position.legal_moves().into_iter().map(|mv| below(&after(position, mv), depth - 1, control)).sum()
}

fn after(position: &Position, mv: Move) -> Position {
    let mut child = *position;
    search_core::Position::play(&mut child, mv);
    child
}
