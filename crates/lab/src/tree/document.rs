//! The tree as all forms show it: moves by name, boards, and what each node means. Its serialised form is `tree/1`, which
//! `data/tree/README.md` describes field by field.

use std::collections::BTreeSet;

use game::GameInfo;
use search_core::{Counters, Score};
use serde::Serialize;

use crate::lab_game::LabGame;

/// The drawing: the trees of one or two algorithms from the same position.
#[derive(Debug, Serialize)]
pub struct Document {
    pub schema: &'static str,
    pub game: &'static str,
    pub position: String,
    pub side: &'static str,
    pub depth: i16,
    pub unit: &'static str,
    pub unit_size: Score,
    pub trees: Vec<Tree>,
    #[serde(skip)]
    pub info: GameInfo,
}

/// The tree of one algorithm.
#[derive(Debug, Serialize)]
pub struct Tree {
    pub algorithm: String,
    pub score: Score,
    pub variation: Vec<String>,
    pub statistics: Statistics,
    /// In the order of the search; a parent comes before its children.
    pub nodes: Vec<Node>,
}

/// The counts of the search, and what the drawing adds.
#[derive(Debug, Serialize)]
pub struct Statistics {
    pub nodes: u64,
    pub leaves: u64,
    pub quiescence_nodes: u64,
    pub ordering_nodes: u64,
    pub root_searches: u64,
    pub re_searches: u64,
    pub cutoffs: u64,
    pub first_move_cutoffs: u64,
    pub table_hits: u64,
    pub table_cutoffs: u64,
    pub lines: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines_only_here: Option<u64>,
}

/// One visit of the search to a position, and its result. Scores are from the view of the side to move.
#[derive(Debug, Serialize)]
pub struct Node {
    pub id: usize,
    pub parent: Option<usize>,
    pub step: &'static str,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The line of moves that leads here, as a number: the same in both trees.
    pub place: usize,
    pub ply: usize,
    pub depth: i16,
    pub window: [Score; 2],
    pub value: Score,
    pub bound: &'static str,
    pub kind: &'static str,
    pub why: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_by: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_searched: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
    pub quiescence: bool,
    pub side: &'static str,
    pub position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_here: Option<bool>,
}

impl Document {
    /// A document without trees.
    pub fn new<P: LabGame>(position: &P, depth: i16) -> Document {
        Document {
            schema: "tree/1",
            game: P::INFO.name,
            position: position.board_text(),
            side: P::INFO.sides[position.side()],
            depth,
            unit: P::INFO.unit.name,
            unit_size: P::INFO.unit.size,
            trees: Vec::new(),
            info: P::INFO,
        }
    }

    /// Marks in each of two trees the nodes that the other algorithm never visited.
    pub fn mark_lines_only_here(&mut self) {
        let [one, other] = &mut self.trees[..] else { return };
        let places = [one.places(), other.places()];
        one.mark(&(&places[0] - &places[1]));
        other.mark(&(&places[1] - &places[0]));
    }
}

impl Tree {
    pub fn new(
        algorithm: &str,
        score: Score,
        variation: Vec<String>,
        counters: &Counters,
        nodes: Vec<Node>,
    ) -> Tree {
        let statistics = Statistics {
            nodes: counters.visits,
            leaves: counters.leaves,
            quiescence_nodes: counters.quiescence,
            ordering_nodes: counters.ordering,
            root_searches: counters.root_searches,
            re_searches: counters.re_searches,
            cutoffs: counters.cutoffs,
            first_move_cutoffs: counters.first_move_cutoffs,
            table_hits: counters.table_hits,
            table_cutoffs: counters.table_cutoffs,
            lines: 0,
            lines_only_here: None,
        };
        let mut tree = Tree { algorithm: algorithm.to_owned(), score, variation, statistics, nodes };
        tree.statistics.lines = tree.places().len() as u64;
        tree
    }

    fn places(&self) -> BTreeSet<usize> {
        self.nodes.iter().map(|node| node.place).collect()
    }

    fn mark(&mut self, only_here: &BTreeSet<usize>) {
        for node in &mut self.nodes {
            node.only_here = Some(only_here.contains(&node.place));
        }
        self.statistics.lines_only_here = Some(only_here.len() as u64);
    }

    /// The children of each node, in order.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for node in &self.nodes {
            if let Some(parent) = node.parent {
                children[parent].push(node.id);
            }
        }
        children
    }

    /// The searches of the root.
    pub fn roots(&self) -> Vec<usize> {
        self.nodes.iter().filter(|node| node.parent.is_none()).map(|node| node.id).collect()
    }
}
