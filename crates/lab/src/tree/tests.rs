//! Trees of real searches, in every form.

mod forms;
mod trees;
mod worked_example;

use super::document::{Document, Node, Tree};
use super::recorder::{Limits, record_search};
use super::tree_builder::{LineNumbers, build};
use crate::compare::Algorithm;
use crate::lab_game::LabGame;

/// The trees of algorithms joined with commas.
fn grow<P: LabGame>(position: &str, algorithms: &str, depth: i16) -> Document {
    let position = P::parse_position(position).unwrap();
    let limits = Limits { depth, max_nodes: 100_000, table: 1 << 20 };
    let mut document = Document::new(&position, depth);
    let mut lines = LineNumbers::default();
    for algorithm in Algorithm::parse_list::<P>(algorithms).unwrap() {
        let (trace, outcome) = record_search(&position, &algorithm, limits).unwrap();
        document.trees.push(build(&position, &algorithm, &trace, &outcome, &mut lines).unwrap());
    }
    document.mark_lines_only_here();
    document
}

impl Tree {
    /// The node that the last search of the root reaches by these moves, asked last of all with them.
    fn at(&self, moves: &[&str]) -> Option<&Node> {
        let mut node = *self.roots().last()?;
        for &mv in moves {
            let mut children = self.nodes.iter().rev();
            node = children.find(|child| child.parent == Some(node) && child.mv.as_deref() == Some(mv))?.id;
        }
        Some(&self.nodes[node])
    }
}
