//! Othello's ends, passes and windows (rows D3, D10, E4 to E6).

use othello::evaluator::{Classical, evaluate};
use othello::solve::{EXACT, Solver, WIN_LOSS_DRAW};
use othello::{DISC, Position};
use search_core::testing::conformance;
use search_core::{Bound, Control, Driver, Position as _, Recipe};

use crate::both_games::late_boards;
use crate::games::{othello_positions, search};

/// E4: at the horizon a finished game gets its final score, not an evaluation, and a forced pass turns the evaluation
/// round.
#[test]
fn final_scores_and_passes_are_for_the_right_side() {
    let (mut ends, mut passes) = (0, 0);
    for seed in 0..300 {
        conformance::random_game(&Position::START, seed, 200, |position| {
            let board = position.board;
            if position.count_moves() == 0 {
                ends += 1;
                assert_eq!(evaluate(board), DISC * board.final_difference());
                assert_eq!(evaluate(board), position.final_score(0));
            } else if board.legal_moves().is_empty() {
                passes += 1;
                let child = position.child(position.list_moves(search_core::MoveKind::All)[0]);
                assert_eq!(evaluate(board), -evaluate(child.board));
            }
        });
    }
    assert!(ends == 300 && passes > 100, "{ends} ends, {passes} passes");
}

/// D3 and E5: a forced pass keeps the depth and turns the score round.
#[test]
fn a_forced_pass_costs_no_depth() {
    let recipe = Recipe::parse("alpha-beta+table").unwrap();
    let mut positions = Vec::new();
    for seed in 0..60 {
        conformance::random_game(&Position::START, seed, 200, |position| {
            if position.board.legal_moves().is_empty() && position.count_moves() > 0 {
                positions.push(*position);
            }
        });
    }
    assert!(positions.len() > 20);
    for position in positions {
        let child = position.child(position.list_moves(search_core::MoveKind::All)[0]);
        for depth in 1..=4 {
            let [here, there] =
                [position, child].map(|position| search(&position, &Classical, &recipe, Driver::Full, depth));
            assert_eq!(here.score, -there.score, "{position:?} at depth {depth}");
        }
    }
}

/// E6: the window of all scores is open, and yet a score on its edge is exact: nothing lies beyond. The same score is a
/// win in the window that asks no more.
#[test]
fn a_wipe_out_is_exact_although_it_is_the_edge_of_the_window() {
    let discs = |text: &str| othello::notation::board::read(&format!("{text:-<64} X")).unwrap();
    let mut solver = Solver::with_bytes(1 << 20);
    for (board, score) in [("XXXXXXO-", 64), ("OOOOOOX-", -64)] {
        let position = discs(board);
        let exact = solver.solve(&position, EXACT, &Control::new());
        assert_eq!((exact.score, exact.bound), (score, Bound::Exact), "{board}");
        let sign = solver.solve(&position, WIN_LOSS_DRAW, &Control::new());
        assert_eq!(sign.score.signum(), score.signum(), "{board}");
    }
}

/// E6: to know only who wins is cheaper.
#[test]
fn win_or_loss_is_cheaper_than_the_score() {
    let mut solver = Solver::with_bytes(1 << 22);
    let mut visits = [0; 2];
    for position in late_boards(14, 20) {
        for (index, window) in [EXACT, WIN_LOSS_DRAW].into_iter().enumerate() {
            solver.clear();
            visits[index] += solver.solve(&position, window, &Control::new()).counters.visits;
        }
    }
    println!("exact {}, win or loss {}: {:.2}", visits[0], visits[1], visits[1] as f64 / visits[0] as f64);
    assert!(visits[1] < visits[0]);
}

/// D10: moves are ranked by where they lead, but not right above the leaves, where it costs as much as it saves.
#[test]
fn moves_are_ordered_by_the_positions_they_lead_to_from_depth_3_on() {
    let recipe = Recipe::parse("alpha-beta+sort").unwrap();
    for position in othello_positions() {
        let ordering = [1, 2, 3]
            .map(|depth| search(&position, &Classical, &recipe, Driver::Full, depth).counters.ordering);
        let moves = position.count_moves();
        assert_eq!(ordering, [0, 0, if moves > 1 { moves } else { ordering[2] }], "{position:?}");
    }
}
