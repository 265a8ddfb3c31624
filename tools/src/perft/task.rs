//! What perft counts: one position, or those of a file with known counts; and the counting of a game tree on several threads.

use rayon::prelude::*;
use search_core::perft::{Convention, KnownCount};
use search_core::{MoveKind, MoveList};
use shuangqi_cli::shard::Shard;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{BadInput, Failure, interrupt};
use shuangqi_lab::LabGame;

/// Deeper counts than this do not fit into 64 bits and would take years.
pub const MAX_DEPTH: u32 = 40;
/// Work is split until there are this many subtrees: enough for any number of threads to end at about the same time,
/// to show progress and to stop soon after Ctrl-C.
const ENOUGH: usize = 1000;
/// The deepest that work is split, in plies from the root.
const LEVELS: u32 = 6;

/// A tree to count to one depth.
#[derive(Clone, Debug)]
pub struct Task<P> {
    /// The tree.
    pub tree: GameTree<P>,
    /// Its position as text.
    pub position: String,
    /// The convention of counting, where the game has several.
    pub convention: Option<char>,
    /// Plies.
    pub depth: u32,
    /// The right count, if it is known.
    pub expected: Option<u64>,
}

impl<P: LabGame> Task<P> {
    /// The task of counting one position.
    pub fn new(position: P, depth: u32, convention: Option<Convention>) -> Task<P> {
        Task {
            position: position.board_text(),
            tree: GameTree { position, convention: convention.unwrap_or(Convention::A) },
            convention: convention.map(letter),
            depth,
            expected: None,
        }
    }
}

/// As options and records spell it.
fn letter(convention: Convention) -> char {
    convention.letter().to_ascii_lowercase()
}

/// The tasks of a suite, and what is wrong with the rest of it; those of other conventions are left out where `only` is
/// given.
pub fn read_suite<P: LabGame>(
    file: &str,
    text: &str,
    only: Option<Convention>,
) -> (Vec<Task<P>>, Vec<BadInput>) {
    let (mut tasks, mut bad) = (Vec::new(), Vec::new());
    for known in P::perft_suite(file, text) {
        match known.and_then(|known| check_depth(file, known)) {
            Err(error) => bad.push(error),
            Ok(known) if only.is_some() && known.convention != only => {}
            Ok(KnownCount { position, convention, depth, count, .. }) => {
                tasks.push(Task { expected: Some(count), ..Task::new(position, depth, convention) });
            }
        }
    }
    (tasks, bad)
}

fn check_depth<P>(file: &str, known: KnownCount<P>) -> Result<KnownCount<P>, BadInput> {
    if known.depth <= MAX_DEPTH {
        return Ok(known);
    }
    let (found, expected) = (format!("depth {}", known.depth), format!("at most {MAX_DEPTH}"));
    Err(BadInput::new("perft suite", None, found, expected, "Correct the line or remove it")
        .at(file, known.line))
}

/// A position of a game, counted in one convention.
#[derive(Clone, Debug)]
pub struct GameTree<P> {
    position: P,
    convention: Convention,
}

impl<P: LabGame> GameTree<P> {
    /// The legal moves in the order of generation, each with the tree behind it and the plies it counts: 1, or 0 for a pass
    /// that is free.
    fn children(&self) -> Vec<(String, GameTree<P>, u32)> {
        let mut list = MoveList::new();
        self.position.moves(MoveKind::All, &mut list);
        let child = |mv: P::Move| {
            let is_pass = self.position.cost(mv) == 0;
            let cost = u32::from(!is_pass || self.convention != Convention::B);
            let mut position = self.position.clone();
            position.play(mv);
            (mv.to_string(), GameTree { position, ..*self }, cost)
        };
        list.iter().map(child).collect()
    }
}

/// All leaves, and those behind each legal move of the root by its name.
pub type Leaves = (u64, Vec<(String, u64)>);

/// A tree cut into subtrees, ready to be counted.
#[derive(Debug)]
pub struct Work<P> {
    moves: Vec<String>,
    subtrees: Vec<Subtree<P>>,
}

#[derive(Clone, Debug)]
struct Subtree<P> {
    /// The root move that leads here; `None` if the root itself is the whole work.
    branch: Option<usize>,
    tree: GameTree<P>,
    depth: u32,
}

impl<P: LabGame> Work<P> {
    /// Cuts the tree of the given depth.
    pub fn new(root: &GameTree<P>, depth: u32) -> Work<P> {
        let (mut moves, mut subtrees) = (Vec::new(), Vec::new());
        let children = if depth == 0 { Vec::new() } else { root.children() };
        for (branch, (name, tree, cost)) in children.into_iter().enumerate() {
            moves.push(name);
            subtrees.push(Subtree { branch: Some(branch), tree, depth: depth - cost });
        }
        if subtrees.is_empty() {
            subtrees.push(Subtree { branch: None, tree: root.clone(), depth });
        }
        for _ in 1..LEVELS {
            if subtrees.len() < ENOUGH {
                subtrees = subtrees.into_iter().flat_map(split).collect();
            }
        }
        Work { moves, subtrees }
    }

    /// How many subtrees there are to count.
    pub fn len(&self) -> usize {
        self.subtrees.len()
    }

    /// All leaves, and those behind each legal move of the root: nothing at depth 0 or after the end of the game. `seen` is
    /// called with each subtree's leaves when they are counted.
    pub fn count(&self, pool: &WorkerPool, seen: impl Fn(u64) + Sync) -> Result<Leaves, Failure> {
        let leaves = |subtree: &Subtree<P>| {
            let leaves = subtree.leaves()?;
            seen(leaves);
            Ok(leaves)
        };
        let counts: Vec<u64> =
            pool.install(|| self.subtrees.par_iter().map(leaves).collect::<Result<_, Failure>>())?;
        Ok(self.total(&counts))
    }

    /// Counts the subtrees of a shard, or all, whose leaves are not known yet. `arrived` is given each with its number, in the order
    /// in which they are counted.
    ///
    /// # Errors
    /// The error of `arrived`, or [`Failure::Interrupted`].
    pub fn count_missing(
        &self,
        pool: &WorkerPool,
        counts: &mut [Option<u64>],
        shard: Option<Shard>,
        mut arrived: impl FnMut(usize, u64) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let is_missing = |unit: &usize| counts[*unit].is_none() && Shard::covers(shard, *unit);
        let todo: Vec<usize> = (0..self.subtrees.len()).filter(is_missing).collect();
        let leaves = |(): &mut (), unit: &usize, (): &()| self.subtrees[*unit].leaves();
        pool.work(
            &todo,
            || (),
            leaves,
            |()| (),
            |place, leaves| {
                let leaves = leaves?;
                counts[todo[place]] = Some(leaves);
                arrived(todo[place], leaves)
            },
        )
    }

    /// All leaves, and those behind each legal move of the root, by the leaves of each subtree.
    pub fn total(&self, counts: &[u64]) -> Leaves {
        let mut branches: Vec<(String, u64)> = self.moves.iter().map(|name| (name.clone(), 0)).collect();
        for (subtree, count) in self.subtrees.iter().zip(counts) {
            if let Some(branch) = subtree.branch {
                branches[branch].1 += count;
            }
        }
        (counts.iter().sum(), branches)
    }
}

impl<P: LabGame> Subtree<P> {
    /// The number of leaves, or the interruption, which is looked for often enough to end a deep count soon.
    fn leaves(&self) -> Result<u64, Failure> {
        interrupt::check()?;
        let Subtree { tree: GameTree { position, convention }, depth, .. } = self;
        if *depth <= P::PERFT_GRAIN + 1 {
            return Ok(position.perft(*depth, *convention));
        }
        match &split(self.clone())[..] {
            // The game is over, or a pass is free: the whole is its only part.
            [only] if only.depth == *depth => Ok(position.perft(*depth, *convention)),
            parts => parts.iter().map(Subtree::leaves).sum(),
        }
    }
}

/// The subtrees behind the moves of one; the same if there are none, or if it is so shallow that splitting it would cost more
/// than it gains.
fn split<P: LabGame>(whole: Subtree<P>) -> Vec<Subtree<P>> {
    let children = if whole.depth <= P::PERFT_GRAIN { Vec::new() } else { whole.tree.children() };
    if children.is_empty() {
        return vec![whole];
    }
    let Subtree { branch, depth, .. } = whole;
    children.into_iter().map(|(_, tree, cost)| Subtree { branch, tree, depth: depth - cost }).collect()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    #[test]
    fn each_count_is_a_task_and_a_depth_that_cannot_be_counted_is_named() {
        let text = "4k4/9/9/9/9/9/9/9/9/3K5 w ;D1 3 ;D99 21\n";
        let (tasks, bad) = read_suite::<xiangqi::Position>("f", text, None);
        let found: Vec<_> = tasks.iter().map(|task| (task.depth, task.expected)).collect();
        assert_eq!((found, bad.len()), (vec![(1, Some(3))], 1));
    }

    #[test]
    fn one_convention_may_be_chosen() {
        let start = <othello::Position as game::Game>::START;
        let text = format!("position start {start}\nA 4 12 56\nc 4 12\n");
        let read = |only| read_suite::<othello::Position>("f", &text, only).0;
        assert_eq!((read(None).len(), read(Some(Convention::C)).len()), (5, 2));
        assert_eq!(read(None)[0].convention, Some('a'));
    }

    /// The counts of a tree that is cut, which must be those of the whole one.
    fn count<P: LabGame>(text: &str, convention: Convention, depth: u32) -> Vec<(String, u64)> {
        let tree = GameTree { position: P::parse_position(text).unwrap(), convention };
        let pool = WorkerPool::new(NonZeroUsize::new(2).unwrap()).unwrap();
        let (total, branches) = Work::new(&tree, depth).count(&pool, |_| {}).unwrap();
        assert_eq!(total, tree.position.perft(depth, convention), "{text} at depth {depth}");
        assert!(branches.is_empty() || branches.iter().map(|(_, leaves)| leaves).sum::<u64>() == total);
        branches
    }

    #[test]
    fn cutting_changes_no_count() {
        const PASS: &str = "OOOX-X--OOOXXX--OXOXXXXXXXXXXXXX--XXXXXX--XXXOXX--OOOOOO-OOOOOOO X";
        const LATE: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOO-- O";
        for convention in Convention::ALL {
            for (text, deepest) in [("startpos", 9), (PASS, 8), (LATE, 6)] {
                (0..=deepest).for_each(|depth| drop(count::<othello::Position>(text, convention, depth)));
            }
            // The pass is the one move, and free in convention B: what it leads to is counted to the same depth.
            let [(name, leaves)] = &count::<othello::Position>(PASS, convention, 1)[..] else { panic!() };
            assert_eq!((name.as_str(), *leaves > 1), ("pass", convention == Convention::B));
        }
        for depth in 0..=4 {
            count::<xiangqi::Position>("startpos", Convention::A, depth);
        }
    }

    #[test]
    fn branches_bear_the_names_of_moves_in_order() {
        let branches = count::<othello::Position>("startpos", Convention::A, 2);
        let expected = ["d3", "c4", "f5", "e6"].map(|name| (name.to_owned(), 3));
        assert_eq!(branches, expected);
    }
}
