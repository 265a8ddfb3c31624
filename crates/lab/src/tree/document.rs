//! The tree as all formats show it: moves by name, boards, and what each node means. Its
//! serialised form is the form `tree/1`, which `data/tree/README.md` describes.

use search_core::{Counters, Score};
use serde::Serialize;

use game::GameInfo;

use crate::lab_game::LabGame;

/// What is drawn: the trees of one or two algorithms from the same position.
#[derive(Debug, Serialize)]
pub struct Document {
    /// The name and version of the form.
    pub schema: &'static str,
    pub game: &'static str,
    /// The root, as a board or FEN.
    pub position: String,
    pub side: &'static str,
    pub depth: i16,
    /// The unit of scores.
    pub unit: &'static str,
    /// How many units of score make one of those.
    pub unit_size: Score,
    /// One, or two side by side.
    pub trees: Vec<Tree>,
    /// Names, units and board of the game.
    #[serde(skip)]
    pub info: GameInfo,
}

/// The tree of one algorithm.
#[derive(Debug, Serialize)]
pub struct Tree {
    /// As the user spelt it.
    pub algorithm: String,
    /// The score of the root, from the view of its side to move.
    pub score: Score,
    pub variation: Vec<String>,
    /// What the search counted.
    pub statistics: Statistics,
    /// In the order of the search; a parent comes before its children.
    pub nodes: Vec<Node>,
}

/// What the search counted, and what the drawing adds.
#[derive(Debug, Serialize)]
pub struct Statistics {
    /// Positions entered.
    pub nodes: u64,
    /// Positions evaluated, or scored because the game was over.
    pub leaves: u64,
    /// Of the nodes, those beyond the horizon.
    pub quiescence_nodes: u64,
    /// Positions made only to order moves or to probe the table.
    pub ordering_nodes: u64,
    pub root_searches: u64,
    /// Re-searches after a scout.
    pub re_searches: u64,
    /// Nodes where a move reached beta.
    pub cutoffs: u64,
    /// Of those, the ones where the first move did.
    pub first_move_cutoffs: u64,
    /// Probes that found the position.
    pub table_hits: u64,
    /// Probes that cut the node.
    pub table_cutoffs: u64,
    /// Different lines of moves among the nodes.
    pub lines: u64,
    /// Of those, the ones that the other algorithm never visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines_only_here: Option<u64>,
}

/// One visit of the search to a position, and its result. Scores are from the view of the side to move.
#[derive(Debug, Serialize)]
pub struct Node {
    pub id: usize,
    /// `None` at the root.
    pub parent: Option<usize>,
    /// How the search came here: `root`, `move`, `null` (a null move), `same` (the parent's position, searched in
    /// another way: a probe, a verification).
    pub step: &'static str,
    /// The move, if one led here.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The line of moves that leads here, as a number: the same in both trees.
    pub place: usize,
    pub ply: usize,
    /// Plies to look ahead.
    pub depth: i16,
    pub window: [Score; 2],
    pub value: Score,
    /// Whether the value is `exact`, or a bound: `lower`, `upper`.
    pub bound: &'static str,
    /// `pv`, `cut` or `all`.
    pub kind: &'static str,
    /// What the value rests on.
    pub why: &'static str,
    /// The move that reached beta.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_by: Option<String>,
    /// The legal moves that the cut saved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_searched: Vec<String>,
    /// The moves that pruning skipped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
    /// Whether it lies beyond the horizon, among the captures.
    pub quiescence: bool,
    pub side: &'static str,
    pub position: String,
    /// Whether the other algorithm never visited it; absent without one.
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
        let visited: Vec<Vec<bool>> = self.trees.iter().map(Tree::places).collect();
        let [one, other] = &mut self.trees[..] else { return };
        one.mark(&visited[0], &visited[1]);
        other.mark(&visited[1], &visited[0]);
    }
}

impl Tree {
    /// The tree of these nodes.
    pub fn new(
        algorithm: &str,
        score: Score,
        variation: Vec<String>,
        counters: &Counters,
        nodes: Vec<Node>,
    ) -> Tree {
        let algorithm = algorithm.to_owned();
        let mut tree = Tree { algorithm, score, variation, statistics: Statistics::new(counters), nodes };
        tree.statistics.lines = count(&tree.places());
        tree
    }

    /// Whether each place was visited.
    fn places(&self) -> Vec<bool> {
        let most = self.nodes.iter().map(|node| node.place).max().unwrap_or(0);
        let mut visited = vec![false; most + 1];
        self.nodes.iter().for_each(|node| visited[node.place] = true);
        visited
    }

    fn mark(&mut self, own: &[bool], other: &[bool]) {
        let is_missing = |place: usize| !other.get(place).copied().unwrap_or(false);
        for node in &mut self.nodes {
            node.only_here = Some(is_missing(node.place));
        }
        let only = (0..own.len()).filter(|&place| own[place] && is_missing(place)).count();
        self.statistics.lines_only_here = Some(only as u64);
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

fn count(visited: &[bool]) -> u64 {
    visited.iter().filter(|&&is_visited| is_visited).count() as u64
}

impl Statistics {
    fn new(counters: &Counters) -> Statistics {
        Statistics {
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
        }
    }
}
