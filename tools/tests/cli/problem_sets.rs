//! The problem sets of `data/othello` that came from self-play: whole, and right where that can be found out quickly.

use std::collections::{BTreeMap, HashSet};

use ::othello::Board;
use ::othello::notation::obf::{self, Problem};

use search_core::Position as _;

use super::{records, run};

/// Positions of games that nothing is trained on, each with its exact score: of games that began with random moves, and of games
/// from level openings.
const EXACT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/othello/exact.obf");
const REALISTIC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/othello/realistic.obf");
/// Positions with the exact score of every move.
const ENDGAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/othello/endgames.obf");

/// The problems of a file, and how many there are of each number of empty squares. No position is there twice, the
/// numbers of empty squares rise, the comments name them, and scores are even, as empty squares go to the winner.
fn checked(path: &str) -> (Vec<Problem>, BTreeMap<u32, usize>) {
    let text = std::fs::read_to_string(path).unwrap();
    let (mut problems, mut counts, mut seen) = (Vec::new(), BTreeMap::new(), HashSet::<Board>::new());
    for (line, problem) in text.lines().zip(obf::read(path, &text)) {
        let (number, problem) = problem.unwrap();
        let empties = problem.position.board.empties().len();
        assert!(line.ends_with(&format!("; % {empties} empties")), "{path}:{number}");
        assert!(problem.scores.iter().all(|(_, score)| score % 2 == 0), "{path}:{number}");
        assert!(seen.insert(problem.position.board), "{path}:{number} is there twice");
        assert!(counts.keys().all(|&before| before <= empties), "{path}:{number}");
        *counts.entry(empties).or_default() += 1;
        problems.push(problem);
    }
    assert_eq!(problems.len(), text.lines().count(), "{path}");
    (problems, counts)
}

#[test]
fn the_released_weights_are_near_the_exact_scores() {
    for (path, most) in MAX_ERRORS {
        check_errors(path, most);
    }
}

fn check_errors(path: &str, most: f64) {
    let (problems, counts) = checked(path);
    assert!(problems.iter().all(|problem| problem.scores.len() == 1));
    let found = records(&["evaluate", "othello", path]);
    let (summary, by_empties) = found.split_last().unwrap();
    let evaluated: BTreeMap<u32, usize> = by_empties
        .iter()
        .map(|record| {
            (record["empties"].as_u64().unwrap() as u32, record["positions"].as_u64().unwrap() as usize)
        })
        .collect();
    assert_eq!(evaluated, counts);
    assert_eq!(summary["positions"], problems.len());
    let error = summary["error"].as_f64().unwrap();
    assert!(error < most, "{path}: {error} discs");
}

/// The mean absolute errors, in discs, that the released weights stay below; to be lowered when better ones come.
const MAX_ERRORS: [(&str, f64); 2] = [(EXACT, 5.5), (REALISTIC, 5.2)];

#[test]
fn every_move_of_the_endgames_has_a_score_and_a_sample_is_right() {
    let (problems, counts) = checked(ENDGAMES);
    assert!(counts.values().all(|&count| count == 10), "{counts:?}");
    for Problem { position, scores } in &problems {
        assert_eq!(scores.len() as u64, position.count_moves());
        assert!(scores.is_sorted_by_key(|&(_, score)| -score));
    }
    let output = run(&["solve", ENDGAMES, "--ids", SAMPLE, "--all-moves", "--check", "--hash", "16M"]);
    assert_eq!(output.status.code(), Some(0), "{}", super::out(&output));
}

/// Lines that are solved in a moment: 16 to 18 empty squares.
const SAMPLE: &str = "1,3,12,15,21";
