//! Counting the leaves of the game tree, which proves the rules right.

use crate::move_list::MoveList;
use crate::position::{MoveKind, Position};

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
