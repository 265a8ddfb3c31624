//! Game trees as perft walks them, and the counting of their leaves on several threads.

use rayon::ThreadPool;
use rayon::prelude::*;
use search_core::{MoveKind, MoveList};
use shuangqi_cli::{Failure, interrupt};
use shuangqi_lab::LabGame;
use shuangqi_lab::lab_game::PassConvention;

/// A position with the rules by which its tree is counted.
pub trait Tree: Clone + Send + Sync {
    /// A tree of this many plies is counted in one go: to split it would cost more than it gains.
    const SHALLOW: u32;

    /// What follows each legal move, in the order of generation; nothing once the game is over.
    fn children(&self) -> Vec<Child<Self>>;

    /// The leaves `depth` plies below, counted without splitting.
    fn leaves(&self, depth: u32) -> u64;
}

/// A legal move and the tree behind it.
#[derive(Clone, Debug)]
pub struct Child<T> {
    /// The move in the game's notation.
    pub name: String,
    /// What it leads to.
    pub tree: T,
    /// The plies it counts: 1, or 0 for a pass that is free.
    pub cost: u32,
}

/// A position of a game, counted in one convention.
#[derive(Clone, Debug)]
pub struct GameTree<P> {
    /// The root.
    pub position: P,
    /// How passes are counted.
    pub convention: PassConvention,
}

impl<P: LabGame> Tree for GameTree<P> {
    const SHALLOW: u32 = P::PERFT_GRAIN;

    fn children(&self) -> Vec<Child<Self>> {
        let mut list = MoveList::new();
        self.position.moves(MoveKind::All, &mut list);
        let child = |mv: P::Move| {
            let is_pass = self.position.cost(mv) == 0;
            let cost = u32::from(!is_pass || self.convention != PassConvention::B);
            let mut position = self.position.clone();
            position.play(mv);
            Child { name: mv.to_string(), tree: GameTree { position, ..*self }, cost }
        };
        list.iter().map(child).collect()
    }

    fn leaves(&self, depth: u32) -> u64 {
        self.position.perft(depth, self.convention)
    }
}

/// Work is split until there are this many subtrees: enough for any number of threads to end at about the same time,
/// to show progress and to stop soon after Ctrl-C.
const ENOUGH: usize = 1000;
/// The deepest that work is split, in plies from the root.
const LEVELS: u32 = 6;

/// A tree cut into subtrees, ready to be counted.
#[derive(Debug)]
pub struct Work<T> {
    moves: Vec<String>,
    subtrees: Vec<Subtree<T>>,
}

#[derive(Clone, Debug)]
struct Subtree<T> {
    /// The root move that leads here; `None` if the root itself is the whole work.
    branch: Option<usize>,
    tree: T,
    depth: u32,
}

/// The leaves of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// All of them.
    pub total: u64,
    /// Those behind each legal move of the root; nothing at depth 0 or after the end of the game.
    pub branches: Vec<(String, u64)>,
}

impl<T: Tree> Work<T> {
    /// Cuts the tree of the given depth.
    pub fn new(root: &T, depth: u32) -> Work<T> {
        let whole = || vec![Subtree { branch: None, tree: root.clone(), depth }];
        let children = if depth == 0 { Vec::new() } else { root.children() };
        let moves: Vec<String> = children.iter().map(|child| child.name.clone()).collect();
        let behind = |(index, child): (usize, Child<T>)| Subtree {
            branch: Some(index),
            tree: child.tree,
            depth: depth - child.cost,
        };
        let branches: Vec<Subtree<T>> = children.into_iter().enumerate().map(behind).collect();
        Work { moves, subtrees: if branches.is_empty() { whole() } else { cut(branches) } }
    }

    /// How many subtrees there are to count.
    pub fn len(&self) -> usize {
        self.subtrees.len()
    }

    /// Counts on the threads of a pool. `seen` is called with each subtree's leaves when they are counted.
    ///
    /// # Errors
    /// [`Failure::Interrupted`] when the user asks to stop.
    pub fn count(&self, pool: &ThreadPool, seen: impl Fn(u64) + Sync) -> Result<Count, Failure> {
        let leaves = |subtree: &Subtree<T>| {
            interrupt::check()?;
            let leaves = subtree.tree.leaves(subtree.depth);
            seen(leaves);
            Ok(leaves)
        };
        let counts: Vec<u64> =
            pool.install(|| self.subtrees.par_iter().map(leaves).collect::<Result<_, Failure>>())?;
        let mut branches: Vec<(String, u64)> = self.moves.iter().map(|name| (name.clone(), 0)).collect();
        for (subtree, count) in self.subtrees.iter().zip(&counts) {
            if let Some(branch) = subtree.branch {
                branches[branch].1 += count;
            }
        }
        Ok(Count { total: counts.iter().sum(), branches })
    }
}

fn cut<T: Tree>(mut subtrees: Vec<Subtree<T>>) -> Vec<Subtree<T>> {
    for _ in 1..LEVELS {
        if subtrees.len() >= ENOUGH {
            break;
        }
        subtrees = subtrees.into_iter().flat_map(split).collect();
    }
    subtrees
}

fn split<T: Tree>(whole: Subtree<T>) -> Vec<Subtree<T>> {
    if whole.depth <= T::SHALLOW {
        return vec![whole];
    }
    let children = whole.tree.children();
    if children.is_empty() {
        return vec![whole];
    }
    let part =
        |child: Child<T>| Subtree { branch: whole.branch, tree: child.tree, depth: whole.depth - child.cost };
    children.into_iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each position has `self.0` moves, one fewer behind each; the last ones are over.
    #[derive(Clone, Debug)]
    struct Shrinking(u32);

    impl Tree for Shrinking {
        const SHALLOW: u32 = 2;

        fn children(&self) -> Vec<Child<Shrinking>> {
            let child = |index| Child { name: format!("m{index}"), tree: Shrinking(self.0 - 1), cost: 1 };
            (0..self.0).map(child).collect()
        }

        fn leaves(&self, depth: u32) -> u64 {
            match depth {
                0 => 1,
                _ if self.0 == 0 => 1,
                _ => self.children().iter().map(|child| child.tree.leaves(depth - 1)).sum(),
            }
        }
    }

    fn count(root: &Shrinking, depth: u32) -> Count {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        Work::new(root, depth).count(&pool, |_| {}).unwrap()
    }

    #[test]
    fn cutting_changes_no_count() {
        for moves in 0..8 {
            for depth in 0..10 {
                let root = Shrinking(moves);
                let count = count(&root, depth);
                assert_eq!(count.total, root.leaves(depth), "{moves} moves, depth {depth}");
                let sum: u64 = count.branches.iter().map(|(_, leaves)| leaves).sum();
                assert!(count.branches.is_empty() || sum == count.total);
            }
        }
    }

    #[test]
    fn a_pass_is_the_one_move_and_is_free_in_convention_b() {
        let text = "OOOX-X--OOOXXX--OXOXXXXXXXXXXXXX--XXXXXX--XXXOXX--OOOOOO-OOOOOOO X";
        for (convention, cost) in [(PassConvention::A, 1), (PassConvention::B, 0), (PassConvention::C, 1)] {
            let position = othello::Position::parse_position(text).unwrap();
            let children = GameTree { position, convention }.children();
            assert_eq!(children.len(), 1);
            assert_eq!((children[0].name.as_str(), children[0].cost), ("pass", cost));
        }
    }

    #[test]
    fn branches_bear_the_names_of_moves_in_order() {
        let count = count(&Shrinking(3), 2);
        let expected = [("m0", 2), ("m1", 2), ("m2", 2)].map(|(name, leaves)| (name.to_owned(), leaves));
        assert_eq!(count.branches, expected);
    }
}
