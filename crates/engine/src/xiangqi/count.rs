//! Fixed work that writes numbers: `bench` and `go perft`. It runs until it is done or stopped.

use game::{EngineState, Limits, SearchRequest};
use protocols::words::{Word, bad_input};
use search_core::perft::perft as leaves;
use search_core::{Control, Position as _};
use shuangqi_cli::BadInput;
use xiangqi::moves::Move;
use xiangqi::position::Position;

use crate::bench;

/// The arguments of `bench`, in the order and with the meaning of other engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// The size of the table, in mebibytes.
    pub hash: usize,
    /// The depth each position is searched to.
    pub depth: u32,
}

impl Bench {
    /// The defaults.
    pub const DEFAULT: Bench = Bench { hash: 16, depth: 12 };

    /// Reads `[hash [threads [depth]]]`.
    ///
    /// # Errors
    /// Words that cannot be used.
    pub fn read(words: &[Word]) -> Result<Bench, BadInput> {
        let mut words = words.iter();
        let mut bench = Bench::DEFAULT;
        let mut reasons = Vec::new();
        let mut read =
            |name, most: u32| words.next()?.number(name, 1, most).map_err(|reason| reasons.push(reason)).ok();
        if let Some(hash) = read("the size of the table in MB", 32_768) {
            bench.hash = hash as usize;
        }
        read("the number of threads", 1);
        if let Some(depth) = read("the depth", 64) {
            bench.depth = depth;
        }
        reasons.extend(words.next().map(|word| word.reject("the end of the line")));
        if reasons.is_empty() {
            return Ok(bench);
        }
        Err(bad_input(
            "bench",
            reasons,
            "Send bench alone, or the size of the table, 1 and a depth, as in bench 16 1 8",
        ))
    }

    /// Searches every position, and writes the counts; `false`: stopped before the end.
    pub fn run(self, state: &mut EngineState<Position>, control: &Control, write: &dyn Fn(String)) -> bool {
        let request = SearchRequest::within(Limits { depth: Some(self.depth), ..Limits::default() });
        bench::run(&bench::XIANGQI, &request, state, control, write)
    }
}

/// A tree of this depth takes some hundredths of a second, so the stop is looked for between such trees.
const QUICK: u32 = 4;

/// Counts the leaves of the tree by root move, and writes them in the order of generation. An unfinished count is not written, and
/// the return is `false`.
pub fn perft(position: &Position, depth: u32, control: &Control, write: &dyn Fn(String)) -> bool {
    let mut total = 0;
    for mv in position.legal_moves() {
        let Some(count) = below(&after(position, mv), depth - 1, control) else { return false };
        write(format!("{mv}: {count}"));
        total += count;
    }
    write(format!("\nNodes searched: {total}\n"));
    true
}

/// The leaves below a position; `None` if stopped.
fn below(position: &Position, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= QUICK {
        return Some(leaves(position, depth));
    }
    position.legal_moves().into_iter().map(|mv| below(&after(position, mv), depth - 1, control)).sum()
}

fn after(position: &Position, mv: Move) -> Position {
    let mut child = *position;
    child.play(mv);
    child
}

#[cfg(test)]
mod tests {
    use protocols::words::Words;

    use super::*;

    #[test]
    fn arguments_have_places() {
        let read = |text| Bench::read(&Words::of(text).collect::<Vec<_>>());
        assert_eq!(read(""), Ok(Bench::DEFAULT));
        assert_eq!(read("64 1 5"), Ok(Bench { hash: 64, depth: 5 }));
    }
}
