//! What there is to count: one position, or a file of positions with known counts.

use shuangqi_cli::BadInput;
use shuangqi_lab::LabGame;
use shuangqi_lab::lab_game::{KnownCount, PassConvention};

use super::DEEPEST;
use super::tree::GameTree;

/// A tree to count to one depth.
#[derive(Clone, Debug)]
pub struct Task<P> {
    /// The tree.
    pub tree: GameTree<P>,
    /// Its position as text.
    pub position: String,
    /// The convention of counting, where the game has several.
    pub convention: Option<&'static str>,
    /// Plies.
    pub depth: u32,
    /// The right count, if it is known.
    pub expected: Option<u64>,
}

impl<P: LabGame> Task<P> {
    /// The task of counting one position.
    pub fn new(position: P, depth: u32, convention: Option<PassConvention>) -> Task<P> {
        Task {
            position: position.board_text(),
            tree: GameTree { position, convention: convention.unwrap_or(PassConvention::A) },
            convention: convention.map(PassConvention::letter),
            depth,
            expected: None,
        }
    }
}

/// The tasks of a suite, and what is wrong with the rest of it; those of other conventions are left out where `only` is
/// given.
pub fn read<P: LabGame>(
    file: &str,
    text: &str,
    only: Option<PassConvention>,
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
    if known.depth <= DEEPEST {
        return Ok(known);
    }
    let (found, expected) = (format!("depth {}", known.depth), format!("at most {DEEPEST}"));
    Err(BadInput::new("perft suite", None, found, expected, "Correct the line or remove it")
        .at(file, known.line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_count_is_a_task_and_a_depth_that_cannot_be_counted_is_named() {
        let text = "4k4/9/9/9/9/9/9/9/9/3K5 w ;D1 3 ;D99 21\n";
        let (tasks, bad) = read::<xiangqi::Position>("f", text, None);
        let found: Vec<_> = tasks.iter().map(|task| (task.depth, task.expected)).collect();
        assert_eq!((found, bad.len()), (vec![(1, Some(3))], 1));
    }

    #[test]
    fn one_convention_may_be_chosen() {
        let start = <othello::Position as game::Game>::START;
        let text = format!("position start {start}\nA 4 12 56\nc 4 12\n");
        let read = |only| read::<othello::Position>("f", &text, only).0;
        assert_eq!((read(None).len(), read(Some(PassConvention::C)).len()), (5, 2));
        assert_eq!(read(None)[0].convention, Some("a"));
    }
}
