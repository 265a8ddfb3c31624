//! The mates that the engine claimed in its own games, proved by the rules alone: nothing of its search takes part.
//!
//! What is proved: the side to move (or the other side, where the claim is a loss) can reach a position in which the
//! opponent has no legal move within so many of its moves, whatever is played against it. The game so far counts. A line in
//! which the referee ends the game first (the third occurrence of a position of the game, too many plies without a capture, no
//! attackers) is no mate, whoever wins it. Positions that come back inside the proof need no test: whoever mates could leave
//! the moves between them out.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use search_core::Position as _;
use xiangqi::movegen::has_moves;
use xiangqi::{Move, Position};

use crate::games::{Problem, is_long, problems};

/// A plain search of all positions that matter, with its own table.
struct Prover {
    /// The boards that have occurred twice in the game: once more, and the referee ends it.
    exhausted: HashSet<u64>,
    /// Whether the attacker, to move, mates within a number of moves, so many of them without a check.
    known: HashMap<(u64, u32, u32), bool>,
}

impl Prover {
    /// After a game from `start`, and the position that it came to.
    fn after_game(start: Position, moves: &[Move]) -> (Prover, Position) {
        let mut occurrences: HashMap<u64, u32> = HashMap::from([(start.board().key(), 1)]);
        let mut position = start;
        for &mv in moves {
            position = position.child(mv);
            *occurrences.entry(position.board().key()).or_default() += 1;
        }
        let exhausted =
            occurrences.into_iter().filter(|&(_, count)| count >= 2).map(|(key, _)| key).collect();
        (Prover { exhausted, known: HashMap::new() }, position)
    }

    /// Whether the side to move mates within this number of its moves. Most mates need few moves that give no check, so
    /// those with fewer of them are tried first.
    fn mates(&mut self, position: &Position, moves: u32) -> bool {
        (0..=moves).any(|quiets| self.attacks(position, moves, quiets))
    }

    /// Whether every move of the side to move is answered by a mate within this number of moves.
    fn is_mated(&mut self, position: &Position, moves: u32) -> bool {
        let replies = position.legal_moves();
        replies.is_empty()
            || moves > 0
                && replies.into_iter().all(|reply| {
                    let child = position.child(reply);
                    !self.is_ended(&child) && self.mates(&child, moves)
                })
    }

    fn attacks(&mut self, position: &Position, moves: u32, quiets: u32) -> bool {
        if moves == 0 {
            return false;
        }
        let key = (position.key(), moves, quiets);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut children: Vec<Position> =
            position.legal_moves().into_iter().map(|mv| position.child(mv)).collect();
        children.retain(|child| quiets > 0 || child.in_check() || !has_moves(child.board()));
        children.sort_by_cached_key(|child| (!child.in_check(), child.count_moves()));
        let mates = children.iter().any(|child| {
            let left = quiets - u32::from(quiets > 0 && !child.in_check());
            self.defends_in_vain(child, moves - 1, left)
        });
        self.known.insert(key, mates);
        mates
    }

    fn defends_in_vain(&mut self, position: &Position, moves: u32, quiets: u32) -> bool {
        let replies = position.legal_moves();
        replies.is_empty()
            || moves > 0
                && !self.is_ended(position)
                && replies.into_iter().all(|reply| {
                    let child = position.child(reply);
                    !self.is_ended(&child) && self.attacks(&child, moves, quiets)
                })
    }

    /// Whether the referee ends the game in this position, in which there is a legal move.
    fn is_ended(&self, position: &Position) -> bool {
        self.exhausted.contains(&position.board().key()) || position.ruling(&[], 0).is_some()
    }
}

/// The claim of a line: moves to the mate, negative where the side to move is mated.
fn claim(problem: &Problem) -> i16 {
    problem.number("dm")
}

/// A prover that knows the moves of a line, and the position after them.
fn prover_of(problem: &Problem) -> (Prover, Position) {
    let moves = problem.find("moves").unwrap_or_default();
    let moves: Vec<Move> = moves.split_whitespace().map(|text| Move::parse(text).unwrap()).collect();
    Prover::after_game(problem.position, &moves)
}

/// What is wrong with a claim.
fn fault(problem: &Problem) -> Option<String> {
    let (mut prover, position) = prover_of(problem);
    let length = u32::from(claim(problem).unsigned_abs());
    let is_true =
        if claim(problem) > 0 { prover.mates(&position, length) } else { prover.is_mated(&position, length) };
    (!is_true).then(|| format!("{position}: no mate in {}", claim(problem)))
}

/// Every mate that the engine claimed in its games exists. The proofs of mates in more than four moves take minutes, and are
/// made with `SHUANGQI_LONG=1`.
#[test]
fn every_claimed_mate_is_proved() {
    let mut claims = problems("xiangqi/claimed_mates.epd");
    assert!(claims.len() >= 500);
    claims.retain(|problem| is_long() || claim(problem).abs() <= 4);
    let faults: Vec<String> = claims.par_iter().filter_map(fault).collect();
    println!("{} claims proved", claims.len() - faults.len());
    assert!(claims.len() >= 300 && faults.is_empty(), "{}", faults.join("\n"));
}

/// A repetition before a mate changes nothing in its length, and nothing in a loss but for the move that forfeits.
#[test]
fn repetitions_before_a_mate_leave_it_as_it_is() {
    let mut mates = problems("xiangqi/repeated_mates.epd");
    mates.retain(|mate| is_long() || claim(mate) <= 4);
    let faults: Vec<String> = mates.par_iter().filter_map(fault).collect();
    assert!(mates.len() >= 50 && faults.is_empty(), "{}", faults.join("\n"));
    problems("xiangqi/forfeits.epd").par_iter().for_each(|problem| {
        let (mut prover, position) = prover_of(problem);
        let forfeit = Move::parse(problem.says("am")).unwrap();
        for reply in position.legal_moves() {
            let child = position.child(reply);
            assert_eq!(prover.is_ended(&child), reply == forfeit, "{position} {reply}");
            let moves = u32::from(claim(problem).unsigned_abs());
            assert!(reply == forfeit || prover.mates(&child, moves), "{position} {reply}");
        }
    });
}

/// The prover itself denies what is not there: each mate of the file needs all its moves.
#[test]
fn no_mate_is_proved_that_does_not_exist() {
    let mates = problems("xiangqi/mates.epd");
    mates.par_iter().filter(|mate| mate.number("dm") <= 3).for_each(|mate| {
        let (mut prover, position) = Prover::after_game(mate.position, &[]);
        let moves = mate.number("dm") as u32;
        assert!(prover.mates(&position, moves) && !prover.mates(&position, moves - 1), "{position}");
    });
}
