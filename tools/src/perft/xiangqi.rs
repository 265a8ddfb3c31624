//! Perft of Xiangqi: no passes, no conventions; a mated side has no leaves.

use search_core::{MoveKind, MoveList, Position as _};
use shuangqi_cli::BadInput;
use shuangqi_lab::notation::Notation;
use xiangqi::{Position, perft_suite};

use super::suite::{Suite, Task};
use super::tree::{Child, Tree};

impl Tree for Position {
    const SHALLOW: u32 = 3;

    fn children(&self) -> Vec<Child<Position>> {
        let mut list = MoveList::new();
        self.moves(MoveKind::All, &mut list);
        let child = |mv: <Position as search_core::Position>::Move| {
            let mut tree = *self;
            tree.play(mv);
            Child { name: mv.to_string(), tree, cost: 1 }
        };
        list.iter().map(child).collect()
    }

    fn leaves(&self, depth: u32) -> u64 {
        search_core::perft::perft(self, depth)
    }
}

/// The task of counting one position.
///
/// # Errors
/// If the text is no position.
pub fn task(text: &str, depth: u32) -> Result<Task<Position>, BadInput> {
    Ok(task_of(Position::read(text)?, depth, None))
}

fn task_of(tree: Position, depth: u32, expected: Option<u64>) -> Task<Position> {
    Task { tree, position: tree.to_string(), convention: None, depth, expected }
}

/// The tasks of a suite.
pub fn suite(file: &str, text: &str) -> Suite<Position> {
    let mut suite = Suite::default();
    for entry in perft_suite::entries(text, file) {
        match entry {
            Err(bad) => suite.bad.push(bad),
            Ok(entry) => {
                for (depth, expected) in entry.counts {
                    suite.add(file, entry.line, task_of(entry.position, depth, Some(expected)));
                }
            }
        }
    }
    suite
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "4k4/9/9/9/9/9/9/9/9/3K5 w";

    #[test]
    fn each_count_is_a_task() {
        let suite = suite("f", &format!("# comment\n{BARE} ;D1 3 ;D3 21\n"));
        assert!(suite.bad.is_empty());
        let found: Vec<_> = suite.tasks.iter().map(|task| (task.depth, task.expected)).collect();
        assert_eq!(found, [(1, Some(3)), (3, Some(21))]);
    }

    #[test]
    fn every_bad_line_is_named_and_the_good_ones_are_kept() {
        let text = format!("{BARE} ;D1 x\n{BARE}\n{BARE} ;D99 4\n9/9 w ;D1 3\n{BARE} ;D1 3\n");
        let suite = suite("f", &text);
        let places: Vec<_> = suite.bad.iter().map(|bad| bad.place.clone().unwrap().1).collect();
        assert_eq!(places, [1, 2, 3, 4]);
        assert_eq!(suite.tasks.len(), 1);
    }
}
