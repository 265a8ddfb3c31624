//! Counting the leaves of the game tree, which proves the rules right.

use crate::move_list::MoveList;
use crate::position::{MoveKind, Position};

/// The convention of what counts as a ply and what as a leaf, in games with passes. From Othello's start the three differ
/// from depth 9 on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Convention {
    /// A pass costs one ply; a game that ends early counts as one leaf (Aart Bik's table).
    #[default]
    A,
    /// A pass is free; a game that ends early counts as one leaf (neural-reversi).
    B,
    /// A pass costs one ply; a game that ends early counts for nothing (Edax).
    C,
}

impl Convention {
    /// All three.
    pub const ALL: [Convention; 3] = [Convention::A, Convention::B, Convention::C];

    /// `A`, `B` or `C`.
    pub const fn letter(self) -> char {
        match self {
            Convention::A => 'A',
            Convention::B => 'B',
            Convention::C => 'C',
        }
    }

    /// The convention of a letter of either case.
    pub fn from_letter(letter: char) -> Option<Convention> {
        Convention::ALL.into_iter().find(|convention| convention.letter() == letter.to_ascii_uppercase())
    }
}

/// A position of a file of known counts and its count at one depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownCount<P> {
    /// The position.
    pub position: P,
    /// The convention of plies and leaves, in games with passes.
    pub convention: Option<Convention>,
    /// Plies below the position.
    pub depth: u32,
    /// The number of leaves.
    pub count: u64,
    /// The line of the file, from 1.
    pub line: usize,
}

/// The number of leaves exactly `depth` plies below; a game that ends earlier adds none. Every position but the
/// last ply's is made; the last ply is counted in bulk.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let mut lists: Vec<MoveList<P::Move>> = (1..depth).map(|_| MoveList::new()).collect();
    count(position, depth, &mut lists)
}

fn count<P: Position>(position: &P, depth: u32, lists: &mut [MoveList<P::Move>]) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let Some((list, deeper)) = lists.split_first_mut() else { return 0 };
            list.clear();
            position.moves(MoveKind::All, list);
            // Played in place: a child that is returned by value cost 6 % of Xiangqi's count.
            list.iter()
                .map(|mv| {
                    let mut child = position.clone();
                    child.play(mv);
                    count(&child, depth - 1, deeper)
                })
                .sum()
        }
    }
}
