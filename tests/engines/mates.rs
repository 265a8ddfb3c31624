//! The Xiangqi engine in positions whose answers are known, with the moves before them: mates are found at their length, and no
//! game is forfeited by a repetition.

use std::io::Write;
use std::process::{Command, Stdio};

use rayon::prelude::*;
use xiangqi::Move;

use super::turn;
use crate::games::{Problem, problems};
use crate::programs::program;

/// What the program writes.
fn output(input: &str) -> String {
    let command = Command::new(program("xiangqi")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut engine = command.unwrap();
    engine.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(engine.wait_with_output().unwrap().stdout).unwrap()
}

/// The last score, as in `mate 3` or `cp -12`, and the move to play.
fn answer(problem: &Problem, limit: &str) -> (String, Move) {
    let moves = problem.find("moves").unwrap_or_default();
    let output = output(&format!("position fen {} moves {moves}\ngo {limit}\n", problem.position));
    let words_after = |word: &str, count: usize| -> Vec<&str> {
        let words = output.split_whitespace().collect::<Vec<_>>();
        let place = words.iter().rposition(|&found| found == word).unwrap();
        words[place + 1..].iter().copied().take(count).collect()
    };
    (words_after("score", 2).join(" "), Move::parse(words_after("bestmove", 1)[0]).unwrap())
}

/// The mates of both files that are not found, with what is.
fn missed(limit: &str) -> Vec<String> {
    let mates = |name: &str| {
        let mates = problems(name);
        let miss = |mate: &Problem| {
            let (score, best) = answer(mate, limit);
            let is_found = score == format!("mate {}", mate.says("dm")) && mate.best().contains(&best);
            (!is_found).then(|| format!("{}: {score}, {best}", mate.position))
        };
        let missed: Vec<String> = mates.iter().filter_map(miss).collect();
        println!("{name}, {limit}: {} of {} mates at their length", mates.len() - missed.len(), mates.len());
        missed
    };
    ["xiangqi/mates.epd", "xiangqi/repeated_mates.epd"].map(mates).concat()
}

#[test]
fn a_repetition_before_a_mate_does_not_hide_it() {
    let _turn = turn();
    assert_eq!(missed("nodes 40000"), [""; 0]);
}

/// Without a capture for 120 plies, by the limit of 60 moves of each side the game is drawn before the mate.
#[test]
fn mates_are_searched_within_the_move_limit_that_is_set() {
    let _turn = turn();
    let mate = |limit: u32| {
        let position = "N8/4a3C/b3k4/9/6n2/3R5/4P4/3K5/p6c1/5n3 w - - 119 61";
        output(&format!("setoption name Move Limit value {limit}\nposition fen {position}\ngo mate 3\n"))
    };
    assert!(mate(1000).contains("score mate 2"));
    assert!(!mate(60).contains("score mate 2"));
}

#[test]
#[ignore = "real time, for a quiet machine"]
fn a_second_is_enough_for_every_mate() {
    let _turn = turn();
    assert_eq!(missed("movetime 1000"), [""; 0]);
}

/// Whether a score is a mate of at most as many moves as the positions of `tactics.epd` were chosen for.
fn is_short_mate(score: &str) -> bool {
    score.strip_prefix("mate ").is_some_and(|moves| (1..=6).contains(&moves.parse::<i32>().unwrap()))
}

/// Mates that take quiet moves and sacrifices: the engine of commit c6d460d found none of them.
#[test]
#[ignore = "half a minute in a release build"]
fn tactics_are_found_in_100_000_nodes() {
    let _turn = turn();
    let tactics = problems("xiangqi/tactics.epd");
    let found =
        tactics.par_iter().filter(|problem| is_short_mate(&answer(problem, "nodes 100000").0)).count();
    println!("{found} of {} mates in 100,000 nodes", tactics.len());
    assert!(100 * found >= 35 * tactics.len());
}

/// The game is lost with every move; one of them loses it at once by the rules of repetition.
#[test]
fn being_mated_is_put_off_and_no_game_forfeited() {
    let _turn = turn();
    problems("xiangqi/forfeits.epd").par_iter().for_each(|problem| {
        let (score, best) = answer(problem, "nodes 10000");
        assert_ne!(best, Move::parse(problem.says("am")).unwrap(), "{}", problem.position);
        assert!(!score.starts_with("mate"), "{}: {score} rests on the ruling too", problem.position);
    });
}
