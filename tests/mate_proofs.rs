//! Mates proved by the rules alone: nothing of the engine's search takes part.
//!
//! What is proved: the side to move (or the other side, where a claim is a loss) can reach a position in which the opponent has no
//! legal move within so many of its moves, whatever is played against it. The game so far counts. A line in which the referee
//! ends the game first (the third occurrence of a position of the game, too many plies without a capture, no attackers) is no
//! mate, whoever wins it. Positions that come back inside the proof need no test: whoever mates could leave the moves between
//! them out.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use search_core::Position as _;
use xiangqi::movegen::has_moves;
use xiangqi::{Move, Position};

use crate::games::{Problem, is_long, problems};

/// A plain search of all positions that matter, with its own table.
#[derive(Default)]
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
        (Prover { exhausted, ..Prover::default() }, position)
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

    /// Whether this move mates within this number of moves, itself included.
    fn wins(&mut self, position: &Position, mv: Move, moves: u32) -> bool {
        let child = position.child(mv);
        (0..=moves).any(|quiets| self.attacks_by(&child, moves, quiets))
    }

    fn attacks(&mut self, position: &Position, moves: u32, quiets: u32) -> bool {
        if moves == 0 {
            return false;
        }
        let key = (position.key(), moves, quiets);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let legal = position.legal_moves().into_iter();
        let mut children: Vec<Position> = legal.map(|mv| position.child(mv)).collect();
        children.sort_by_cached_key(|child| (!child.in_check(), child.count_moves()));
        let mates = children.iter().any(|child| self.attacks_by(child, moves, quiets));
        self.known.insert(key, mates);
        mates
    }

    /// The same by the move that leads to this child.
    fn attacks_by(&mut self, child: &Position, moves: u32, quiets: u32) -> bool {
        let is_check = child.in_check();
        let is_tried = quiets > 0 || is_check || !has_moves(child.board());
        is_tried && self.defends_in_vain(child, moves - 1, quiets - u32::from(quiets > 0 && !is_check))
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
fn claim_fault(problem: &Problem) -> Option<String> {
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
    let faults: Vec<String> = claims.par_iter().filter_map(claim_fault).collect();
    println!("{} claims proved", claims.len() - faults.len());
    assert!(claims.len() >= 300 && faults.is_empty(), "{}", faults.join("\n"));
}

/// A repetition before a mate changes nothing in its length, and nothing in a loss but for the move that forfeits.
#[test]
fn repetitions_before_a_mate_leave_it_as_it_is() {
    let mut mates = problems("xiangqi/repeated_mates.epd");
    mates.retain(|mate| is_long() || claim(mate) <= 4);
    let faults: Vec<String> = mates.par_iter().filter_map(claim_fault).collect();
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

/// What is wrong with a line: the length, or the list of first moves.
fn mate_fault(mate: &Problem) -> Option<String> {
    let (mut prover, position, moves) = (Prover::default(), &mate.position, mate.number("dm") as u32);
    if prover.mates(position, moves - 1) {
        return Some(format!("{position}: a mate in fewer than {moves} moves"));
    }
    let proved = position.legal_moves().into_iter().filter(|&mv| prover.wins(position, mv, moves)).collect();
    let (proved, stated) = (names(proved), names(mate.best()));
    (proved != stated).then(|| format!("{position}: mate in {moves} by {proved}, the file says {stated}"))
}

/// The moves in alphabetical order.
fn names(moves: Vec<Move>) -> String {
    let mut names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.sort();
    names.join(" ")
}

/// Whether the proof takes less than a second.
fn is_quick(mate: &Problem) -> bool {
    /// A mate in five among so few pieces has few lines.
    const SPARSE: u32 = 8;
    mate.number("dm") <= 4 || mate.position.board().occupied().len() <= SPARSE
}

fn assert_complete(mates: &[Problem]) {
    let faults: Vec<String> = mates.par_iter().filter_map(mate_fault).collect();
    assert!(!mates.is_empty() && faults.is_empty(), "{}", faults.join("\n"));
}

/// No first move that mates as soon is missing, and none is listed that does not; `SHUANGQI_LONG=1` proves the last
/// three mates in five too.
#[test]
fn every_first_move_of_a_mate_is_listed() {
    let mut mates = problems("xiangqi/mates.epd");
    mates.retain(|mate| is_long() || is_quick(mate));
    assert_complete(&mates);
}

/// The files whose mates this engine's search found say that `bm` is the only move that mates within `dm`. Those are
/// middle games with most of their pieces: `SHUANGQI_LONG=1` proves those longer than two moves.
#[test]
fn only_first_moves_are_the_only_ones() {
    let longest = if is_long() { u32::MAX } else { 2 };
    for name in ["xiangqi/horizon.epd", "xiangqi/selective.epd"] {
        let mut mates = problems(name);
        mates.retain(|mate| mate.find("dm").is_some_and(|moves| moves.parse::<u32>().unwrap() <= longest));
        assert_complete(&mates);
    }
}
