//! The first moves of `data/xiangqi/mates.epd`, proved by the rules alone: every legal move is tried at every ply, and
//! nothing of the engine's search takes part.

use std::collections::HashMap;

use rayon::prelude::*;
use search_core::Position as _;
use xiangqi::movegen::has_moves;
use xiangqi::{Move, Position};

use crate::games::{Problem, is_long, problems};

/// Proves forced mates. A side without a legal move has lost; a position without attackers is drawn. Repetitions need
/// no test: the shortest mate never repeats a position.
#[derive(Default)]
struct Prover {
    /// Whether the side to move mates within a number of its moves, by position and that number.
    known: HashMap<(u64, u32), bool>,
    /// By the number of moves left, the reply that last refuted an attempt: it is tried first.
    refutations: HashMap<u32, Move>,
}

impl Prover {
    /// Whether the side to move mates within this number of its moves.
    fn mates(&mut self, position: &Position, moves: u32) -> bool {
        if moves == 0 || position.is_material_draw() {
            return false;
        }
        if moves == 1 {
            return position.legal_moves().into_iter().any(|mv| !has_moves(position.child(mv).board()));
        }
        let key = (position.key(), moves);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mates = self.mates(position, moves - 1)
            || position.legal_moves().into_iter().any(|mv| self.wins(position, mv, moves));
        self.known.insert(key, mates);
        mates
    }

    /// Whether this move mates within this number of moves, itself included: every reply loses.
    fn wins(&mut self, position: &Position, mv: Move, moves: u32) -> bool {
        let child = position.child(mv);
        let mut replies = child.legal_moves();
        if replies.is_empty() {
            return true;
        }
        if child.is_material_draw() {
            return false;
        }
        let last = self.refutations.get(&moves);
        replies.sort_by_key(|reply| Some(reply) != last);
        let escape = replies.into_iter().find(|&reply| !self.mates(&child.child(reply), moves - 1));
        self.refutations.extend(escape.map(|reply| (moves, reply)));
        escape.is_none()
    }
}

/// What is wrong with a line: the length, or the list of first moves.
fn fault(mate: &Problem) -> Option<String> {
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
    let faults: Vec<String> = mates.par_iter().filter_map(fault).collect();
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
