//! Counting the leaves of the game tree, which proves the rules right.

use rayon::prelude::*;

use crate::move_list::MoveList;
use crate::position::{Position, Which};

/// The number of leaves exactly `depth` plies below; a game that ends earlier adds none. Every position but the
/// last ply's is made; the last ply is counted in bulk.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let mut lists: Vec<MoveList<P::Move>> = (1..depth).map(|_| MoveList::new()).collect();
    count(position, depth, &mut lists)
}

/// The leaves below each legal move, in the order of generation, counted on rayon's current thread pool.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut list = MoveList::new();
    position.moves(Which::All, &mut list);
    let moves: Vec<P::Move> = list.iter().collect();
    moves
        .into_par_iter()
        // One move a task: the subtrees differ in size, and whoever is idle takes the next.
        .with_max_len(1)
        .map(|mv| {
            let mut child = position.clone();
            child.play(mv);
            (mv, perft(&child, depth.saturating_sub(1)))
        })
        .collect()
}

fn count<P: Position>(position: &P, depth: u32, lists: &mut [MoveList<P::Move>]) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let Some((list, deeper)) = lists.split_first_mut() else { return 0 };
            list.clear();
            position.moves(Which::All, list);
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
