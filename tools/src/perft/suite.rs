//! What there is to count: one position, or a file of positions with known counts.

use shuangqi_cli::BadInput;

use super::DEEPEST;

/// A tree to count to one depth.
#[derive(Clone, Debug)]
pub struct Task<T> {
    /// The tree.
    pub tree: T,
    /// Its position as text.
    pub position: String,
    /// The convention of counting, where the game has several.
    pub convention: Option<&'static str>,
    /// Plies.
    pub depth: u32,
    /// The right count, if it is known.
    pub expected: Option<u64>,
}

/// The tasks of a file, and what is wrong with the rest of it.
#[derive(Debug)]
pub struct Suite<T> {
    /// In the order of the file.
    pub tasks: Vec<Task<T>>,
    /// One for each line that cannot be used.
    pub bad: Vec<BadInput>,
}

impl<T> Default for Suite<T> {
    fn default() -> Self {
        Suite { tasks: Vec::new(), bad: Vec::new() }
    }
}

impl<T> Suite<T> {
    /// Takes a task from a line of a file, unless it is deeper than anything that can be counted.
    pub fn add(&mut self, file: &str, line: usize, task: Task<T>) {
        if task.depth <= DEEPEST {
            return self.tasks.push(task);
        }
        let (found, expected) = (format!("depth {}", task.depth), format!("at most {DEEPEST}"));
        let remedy = "Correct the line or remove it";
        self.bad.push(BadInput::new("perft suite", None, found, expected, remedy).at(file, line));
    }
}
