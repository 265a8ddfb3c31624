//! Perft of Othello, in each convention of counting passes and ended games.

use clap::ValueEnum;
use othello::notation::board;
use othello::perft::Convention;
use othello::{Board, Position};
use shuangqi_cli::BadInput;
use shuangqi_lab::notation::Notation;

use super::suite::{Suite, Task};
use super::tree::{Child, Tree};

/// What counts as a ply and what as a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ConventionName {
    /// A pass is a ply; a game that ended is one leaf
    A,
    /// A pass is free; a game that ended is one leaf
    B,
    /// A pass is a ply; a game that ended is no leaf
    C,
}

impl ConventionName {
    fn convention(self) -> Convention {
        match self {
            ConventionName::A => Convention::A,
            ConventionName::B => Convention::B,
            ConventionName::C => Convention::C,
        }
    }

    fn of(convention: Convention) -> ConventionName {
        match convention {
            Convention::A => ConventionName::A,
            Convention::B => ConventionName::B,
            Convention::C => ConventionName::C,
        }
    }

    fn letter(self) -> &'static str {
        match self {
            ConventionName::A => "a",
            ConventionName::B => "b",
            ConventionName::C => "c",
        }
    }
}

/// A board counted in one convention.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    board: Board,
    convention: Convention,
}

impl Tree for Counted {
    const SHALLOW: u32 = 7;

    fn children(&self) -> Vec<Child<Counted>> {
        let child = |name, board, cost| Child { name, tree: Counted { board, ..*self }, cost };
        if self.board.must_pass() {
            let cost = u32::from(self.convention != Convention::B);
            return vec![child("pass".to_owned(), self.board.passed(), cost)];
        }
        let moves = self.board.legal_moves().into_iter();
        moves
            .map(|square| child(square.to_string(), self.board.after(square, self.board.flips(square)), 1))
            .collect()
    }

    fn leaves(&self, depth: u32) -> u64 {
        othello::perft::perft(self.board, depth, self.convention)
    }
}

/// The task of counting one position.
///
/// # Errors
/// If the text is no position.
pub fn task(text: &str, depth: u32, convention: ConventionName) -> Result<Task<Counted>, BadInput> {
    let position = Position::read(text)?;
    Ok(task_of(&position, depth, convention))
}

fn task_of(position: &Position, depth: u32, convention: ConventionName) -> Task<Counted> {
    let tree = Counted { board: position.board, convention: convention.convention() };
    let convention = Some(convention.letter());
    Task { tree, position: board::write(*position), convention, depth, expected: None }
}

/// The tasks of a suite; those of the other conventions are left out where `only` is given.
pub fn suite(file: &str, text: &str, only: Option<ConventionName>) -> Suite<Counted> {
    let mut suite = Suite::default();
    for (lines_before, block) in blocks(text) {
        match othello::perft::suite::read(file, block) {
            Err(mut bad) => {
                bad.place = bad.place.map(|(file, line)| (file, line + lines_before));
                suite.bad.push(bad);
            }
            Ok(entries) => {
                for entry in entries {
                    let convention = ConventionName::of(entry.convention);
                    if only.is_none_or(|only| only == convention) {
                        let task = task_of(&entry.position, entry.depth, convention);
                        suite.add(
                            file,
                            entry.line + lines_before,
                            Task { expected: Some(entry.count), ..task },
                        );
                    }
                }
            }
        }
    }
    suite
}

/// The parts of a suite that begin with a position each, and the lines before each, so that what is wrong with one
/// does not spoil the others.
fn blocks(text: &str) -> Vec<(usize, &str)> {
    let begins_line = |&at: &usize| text[..at].trim_end_matches([' ', '\t']).ends_with('\n');
    let starts = text.match_indices("position").map(|(at, _)| at).filter(begins_line);
    let bounds: Vec<usize> = [0].into_iter().chain(starts).chain([text.len()]).collect();
    let block = |bounds: &[usize]| (text[..bounds[0]].matches('\n').count(), &text[bounds[0]..bounds[1]]);
    bounds.windows(2).map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn each_convention_of_a_suite_is_a_row_of_tasks() {
        let text = format!("# comment\nposition start {START}\nA 4 12 56\nc 4 12\n");
        let suite = suite("f", &text, None);
        assert!(suite.bad.is_empty());
        let found: Vec<_> =
            suite.tasks.iter().map(|task| (task.convention, task.depth, task.expected)).collect();
        let (a, c) = (Some("a"), Some("c"));
        let expected =
            [(a, 1, Some(4)), (a, 2, Some(12)), (a, 3, Some(56)), (c, 1, Some(4)), (c, 2, Some(12))];
        assert_eq!(found, expected);
        assert_eq!(super::suite("f", &text, Some(ConventionName::C)).tasks.len(), 2);
    }

    #[test]
    fn what_is_wrong_with_one_position_does_not_spoil_the_others() {
        let text = format!(
            "A 4\nposition bad xyz X\nA 5\n# c\n  position s {START}\nA 4 x\nposition t {START}\nB 4\n"
        );
        let suite = suite("f", &text, None);
        let places: Vec<_> = suite.bad.iter().map(|bad| bad.place.clone().unwrap().1).collect();
        assert_eq!(places, [1, 2, 6]);
        assert_eq!(suite.bad[2].reasons[0].column, Some(5));
        assert_eq!(suite.tasks.len(), 1);
    }

    #[test]
    fn a_pass_is_the_one_move_and_is_free_in_convention_b() {
        let text = "OOOX-X--OOOXXX--OXOXXXXXXXXXXXXX--XXXXXX--XXXOXX--OOOOOO-OOOOOOO X";
        for (convention, cost) in [(ConventionName::A, 1), (ConventionName::B, 0), (ConventionName::C, 1)] {
            let children = task(text, 1, convention).unwrap().tree.children();
            assert_eq!(children.len(), 1);
            assert_eq!((children[0].name.as_str(), children[0].cost), ("pass", cost));
        }
    }
}
