//! The exact solver against minimax on small boards, under every symmetry, and on published problems.

use rayon::prelude::*;
use search_core::testing::minimax::minimax;
use search_core::{Bound, Control};

use othello::evaluator::Classical;
use othello::solve::{EXACT, Solver, WIN_LOSS_DRAW};
use othello::{DISC, Position, Symmetry};

use crate::both_games::late_boards;
use crate::games::public_data;

fn solve(solver: &mut Solver, position: &Position, window: (i32, i32)) -> othello::solve::Solution {
    solver.clear();
    solver.solve(position, window, &Control::new())
}

/// With up to eight empties the hand-written last plies solve the board; plain minimax is the reference.
#[test]
fn small_boards_are_minimax_under_all_symmetries() {
    (0..=8).into_par_iter().for_each(|empties| {
        let mut solver = Solver::with_bytes(1 << 20);
        for position in late_boards(empties, if empties < 8 { 150 } else { 40 }) {
            let expected = minimax(&position, &mut Classical, 64, 0) / DISC;
            for symmetry in Symmetry::ALL {
                let image = Position { board: symmetry.board(position.board), ..position };
                let solution = solve(&mut solver, &image, EXACT);
                assert_eq!((solution.score, solution.bound), (expected, Bound::Exact), "{position:?}");
                let sign = solve(&mut solver, &image, WIN_LOSS_DRAW).score.signum();
                assert_eq!(sign, expected.signum(), "{position:?}");
            }
        }
    });
}

/// The search above the solver of the last plies: windows of every kind, with empty and used tables.
#[test]
fn windows_agree_with_the_exact_score() {
    (9..=14).into_par_iter().for_each(|empties| {
        let (mut fresh, mut dirty) = (Solver::with_bytes(1 << 20), Solver::with_bytes(1 << 20));
        for position in late_boards(empties, 30) {
            let exact = solve(&mut fresh, &position, EXACT).score;
            for alpha in [-64, exact - 10, exact - 1, exact, exact + 1, 20] {
                for beta in [alpha + 1, alpha + 2, alpha + 12].into_iter().filter(|&beta| beta <= 64) {
                    let alpha = alpha.max(-64);
                    let solution = dirty.solve(&position, (alpha, beta), &Control::new());
                    let score = solution.score;
                    let holds = match solution.bound {
                        Bound::Exact => score == exact,
                        Bound::Lower => beta <= score && score <= exact,
                        Bound::Upper => exact <= score && score <= alpha,
                    };
                    assert!(holds, "{position:?} in ({alpha}, {beta}): {solution:?}, exactly {exact}");
                }
            }
        }
    });
}

/// The line of an exact score is legal to the end of the game, and what it leads to is the score.
#[test]
fn lines_lead_to_the_score() {
    (10..=16).into_par_iter().for_each(|empties| {
        let mut solver = Solver::with_bytes(1 << 22);
        let mut finished = 0;
        for position in late_boards(empties, 15) {
            let solution = solve(&mut solver, &position, EXACT);
            let mut end = position;
            for &mv in &solution.variation {
                assert!(
                    search_core::Position::unpack(&end, <Position as search_core::Position>::pack(mv))
                        .is_some()
                );
                search_core::Position::play(&mut end, mv);
            }
            let sign = if end.side == position.side { 1 } else { -1 };
            if end.board.is_over() {
                assert_eq!(sign * end.board.final_difference(), solution.score, "{position:?}");
                finished += 1;
            }
        }
        assert!(finished > 10, "only {finished} of 15 lines with {empties} empties end");
    });
}

/// Every move's score, the best of them being the position's.
#[test]
fn all_moves_are_scored() {
    for position in late_boards(10, 20) {
        let mut solver = Solver::with_bytes(1 << 20);
        let exact = solve(&mut solver, &position, EXACT);
        let moves = solver.solve_moves(&position, EXACT, &Control::new());
        assert!(moves.is_sorted_by_key(|(_, solution)| -solution.score));
        assert_eq!(moves.first().map(|(_, solution)| solution.score), exact.best.map(|_| exact.score));
        assert_eq!(moves.len() as u64, search_core::Position::count_moves(&position));
    }
}

/// FFO #20–#37 with their published scores and best moves, where the problem set is at hand.
#[test]
fn published_problems_are_solved() {
    let Some(text) = public_data("othello/public/ffo-01-59.obf") else { return };
    let problems: Vec<_> = othello::notation::obf::read("ffo-01-59.obf", &text).collect();
    problems.into_par_iter().enumerate().skip(19).take(18).for_each(|(index, problem)| {
        let (_, problem) = problem.unwrap();
        let (expected, best) = problem.expected().unwrap();
        let solution = solve(&mut Solver::with_bytes(64 << 20), &problem.position, EXACT);
        assert_eq!(solution.score, expected, "FFO #{}", index + 1);
        assert!(solution.best.is_some_and(|mv| best.contains(&mv)), "FFO #{}", index + 1);
    });
}
