use super::*;
use crate::notation::obf::{self, Problem};

/// Positions with 16 to 24 squares empty and the exact score of every move.
const ENDGAMES: &str = include_str!("../../../../data/othello/endgames.obf");

fn problems(count: usize) -> Vec<(Position, i32)> {
    let read = obf::read("endgames.obf", ENDGAMES).take(count);
    let problems: Vec<(usize, Problem)> = read.collect::<Result<_, _>>().unwrap();
    problems.iter().map(|(_, problem)| (problem.position, problem.expected().unwrap().0)).collect()
}

/// Threads race for moves, and read and write one table that still holds other positions.
#[test]
fn several_threads_and_a_used_table_find_the_same_scores() {
    let mut solver = Solver::with_bytes(1 << 18).with_threads(NonZero::new(3).unwrap());
    for (position, expected) in problems(6) {
        for window in [EXACT, WIN_LOSS_DRAW] {
            let solution = solver.solve(&position, window, &Control::new());
            let (alpha, beta) = window;
            assert_eq!(solution.score.clamp(alpha, beta), expected.clamp(alpha, beta), "{position:?}");
        }
        let solution = solver.solve(&position, EXACT, &Control::new());
        assert_eq!((solution.score, solution.bound), (expected, Bound::Exact));
        let mut end = position;
        solution.variation.iter().for_each(|&mv| end.play(mv));
        let difference = end.board.final_difference();
        assert!(end.board.is_over());
        assert_eq!(if end.side == position.side { difference } else { -difference }, expected);
    }
}

/// Estimates become more certain, and are no scores.
#[test]
fn guesses_come_before_the_score() {
    let mut solver = Solver::with_bytes(1 << 20);
    for (position, expected) in problems(3) {
        let mut estimates = Vec::new();
        let solution = solver
            .solve_watched(&position, EXACT, &Control::new(), |estimate| estimates.push(estimate.per_cent));
        assert_eq!((solution.score, solution.estimate), (expected, None));
        assert!(!estimates.is_empty() && estimates.is_sorted() && estimates.iter().all(|&found| found < 100));
    }
}

#[test]
fn a_stopped_search_has_no_score() {
    let control = Control::new();
    control.stop();
    let (position, _) = problems(1)[0];
    let mut solver = Solver::with_bytes(1 << 16).with_threads(NonZero::new(2).unwrap());
    let solution = solver.solve(&position, EXACT, &control);
    assert!(solution.is_stopped && solution.estimate.is_none());
}

/// The results stored of one position are neither read nor in the way of another, whichever part of the table each uses.
#[test]
fn ten_positions_have_the_same_counts_in_either_order() {
    let (bytes, problems) = (256 << 20, problems(46));
    let mut solver = Solver::with_bytes(bytes);
    let mut count = |(position, expected): &(Position, i32)| {
        solver.clear_for(position.board.empties().len(), 1);
        let solution = solver.solve(position, EXACT, &Control::new());
        assert_eq!(solution.score, *expected);
        (solver.table.capacity(), solution.counters)
    };
    let ten = || problems.iter().step_by(5);
    let forwards: Vec<_> = ten().map(&mut count).collect();
    let mut backwards: Vec<_> = ten().rev().map(&mut count).collect();
    backwards.reverse();
    assert_eq!((forwards.len(), &forwards), (10, &backwards));
    // The first has 16 empty squares, the last 20.
    assert!(
        2 * forwards[0].0 == forwards[9].0
            && forwards[9].0 == Table::<[u64; 2]>::with_bytes(bytes).capacity()
    );
}
