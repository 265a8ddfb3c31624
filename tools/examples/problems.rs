//! Makes `data/othello/problems.obf`: `cargo run --release -p tools --example problems` prints positions from random
//! games with the score of every legal move.
//!
//! Each score is proved twice, by the solver and by a search that shares none of its shortcuts: naive minimax up to ten
//! empty squares, plain alpha-beta above. The numbers come from a fixed seed, so the command prints the same file.

use std::process::ExitCode;

use othello::evaluator::Classical;
use othello::notation::obf::{self, Problem};
use othello::solve::{EXACT, Solver};
use othello::{DISC, Move, Position};
use search_core::recipe::FAIL_SOFT;
use search_core::testing::conformance::next;
use search_core::testing::minimax::minimax;
use search_core::{
    Control, MoveKind, MoveList, Position as _, Root, SearchOptions, Table, ThreadData, think,
};

const SEED: u64 = 88;
/// How many squares of each problem are empty; the last one is a forced pass.
const EMPTIES: [u32; 9] = [8, 8, 9, 10, 11, 12, 13, 14, 9];
/// Up to this number of empty squares minimax is the second proof.
const NAIVE: u32 = 10;

fn main() -> ExitCode {
    let mut state = SEED;
    for (index, &empties) in EMPTIES.iter().enumerate() {
        let is_pass = index == EMPTIES.len() - 1;
        let position = loop {
            let drawn = random_position(empties, &mut state);
            if let Some(position) = drawn.filter(|position| position.board.must_pass() == is_pass) {
                break position;
            }
        };
        let Some(scores) = proved_scores(&position) else {
            eprintln!("two proofs disagree on {position:?}");
            return ExitCode::FAILURE;
        };
        println!("{} % {empties} empties", obf::write(&Problem { position, scores }));
    }
    ExitCode::SUCCESS
}

/// A position of a random game; `None` if the game ends before only this number of squares is empty.
fn random_position(empties: u32, state: &mut u64) -> Option<Position> {
    let mut position = Position::START;
    while position.board.empties().len() > empties {
        let mut list = MoveList::new();
        position.moves(MoveKind::All, &mut list);
        let moves: Vec<Move> = list.iter().collect();
        position.play(*moves.get(next(state) as usize % moves.len().max(1))?);
    }
    (position.count_moves() > 0).then_some(position)
}

/// The score of every move, best first; `None` if the two proofs differ.
fn proved_scores(position: &Position) -> Option<Vec<(Move, i32)>> {
    let solved = Solver::with_bytes(1 << 24).solve_moves(position, EXACT, &Control::new());
    let mut scores = Vec::new();
    for (mv, solution) in solved {
        let mut child = *position;
        child.play(mv);
        let second = if child.board.empties().len() < NAIVE {
            minimax(&child, &mut Classical, 64, 0)
        } else {
            plain(&child)
        };
        if solution.score * DISC != -second {
            return None;
        }
        scores.push((mv, solution.score));
    }
    Some(scores)
}

/// The score by alpha-beta with nothing but its bounds.
fn plain(position: &Position) -> i32 {
    let (mut thread, table) = (ThreadData::new(Classical), Table::with_bytes(1));
    let root = Root { position, history: &[()] };
    think(root, &mut thread, &table, &FAIL_SOFT, &SearchOptions::to_depth(64), &Control::new(), |_| {}).score
}
