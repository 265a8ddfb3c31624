//! The tree of a game's moves.

use std::collections::BTreeMap;

/// A place in a tree: the root, where the game begins, or a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// Where the game begins.
    pub const ROOT: NodeId = NodeId(0);
}

/// The moves of a game with its variations. The first child of a node is its main continuation.
///
/// Two trees are equal if they have the same moves in the same order with the same notes, in whatever order they were made.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// The root first.
    nodes: Vec<Node>,
    notes: BTreeMap<NodeId, Note>,
}

#[derive(Clone, Debug)]
struct Node {
    /// In the game's coordinates; empty at the root.
    mv: Box<str>,
    /// The number of moves up to it, this one included.
    ply: u32,
    parent: NodeId,
    first_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

/// What a file says about a move, or about the beginning of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// The comment on what follows, at the beginning of a variation; empty if there is none.
    pub before: String,
    /// The comment on the move; empty if there is none.
    pub comment: String,
    /// Numeric annotation glyphs, as in `$1` of PGN: 1 good, 2 poor, 3 brilliant, 4 a blunder, 5 interesting, 6 dubious.
    pub marks: Vec<u8>,
}

impl Note {
    /// Adds a comment behind what is said already.
    pub fn add_comment(&mut self, text: &str) {
        append(&mut self.comment, text);
    }

    fn is_empty(&self) -> bool {
        self.before.is_empty() && self.comment.is_empty() && self.marks.is_empty()
    }
}

/// Adds a comment behind another.
pub(crate) fn append(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}

impl Default for GameTree {
    fn default() -> GameTree {
        let root =
            Node { mv: "".into(), ply: 0, parent: NodeId::ROOT, first_child: None, next_sibling: None };
        GameTree { nodes: vec![root], notes: BTreeMap::new() }
    }
}

impl GameTree {
    /// The tree of one line.
    pub fn of_line<M: AsRef<str>>(moves: impl IntoIterator<Item = M>) -> GameTree {
        let mut tree = GameTree::default();
        moves.into_iter().fold(NodeId::ROOT, |at, mv| tree.add(at, mv.as_ref()));
        tree
    }

    /// The number of moves, those of variations included.
    pub fn count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The child with this move; the last one, made here, if there is none.
    pub fn add(&mut self, parent: NodeId, mv: &str) -> NodeId {
        let mut last = None;
        for child in self.children(parent) {
            if self.mv(child) == mv {
                return child;
            }
            last = Some(child);
        }
        // A file of more moves than that is not read.
        let made = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let ply = self.node(parent).ply + 1;
        self.nodes.push(Node { mv: mv.into(), ply, parent, first_child: None, next_sibling: None });
        match last {
            Some(last) => self.node_mut(last).next_sibling = Some(made),
            None => self.node_mut(parent).first_child = Some(made),
        }
        made
    }

    /// The number of moves up to a node, its own included.
    pub(crate) fn ply(&self, node: NodeId) -> usize {
        self.node(node).ply as usize
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The move that leads to a node, in the game's coordinates; empty at the root.
    pub fn mv(&self, node: NodeId) -> &str {
        &self.node(node).mv
    }

    /// The node before; the root is its own.
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.node(node).parent
    }

    /// The node that follows in the main line.
    pub fn main_child(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).first_child
    }

    /// The next of the other moves in the place of this one.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).next_sibling
    }

    /// The nodes that follow, the main one first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.main_child(node), |&child| self.next_sibling(child))
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.main_child(NodeId::ROOT), |&node| self.main_child(node))
    }

    /// Every node but the root, each with the number of moves up to it: a move, what follows it, then the moves in its place.
    pub fn walk(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        let mut open: Vec<(usize, NodeId)> =
            self.main_child(NodeId::ROOT).map(|child| (1, child)).into_iter().collect();
        std::iter::from_fn(move || {
            let (ply, node) = open.pop()?;
            open.extend(self.next_sibling(node).map(|sibling| (ply, sibling)));
            open.extend(self.main_child(node).map(|child| (ply + 1, child)));
            Some((ply, node))
        })
    }

    /// The number of moves that stand in the place of another.
    pub fn variations(&self) -> usize {
        self.nodes.iter().filter(|node| node.next_sibling.is_some()).count()
    }

    /// What the file says about a node.
    pub fn note(&self, node: NodeId) -> &Note {
        static NOTHING: Note = Note { before: String::new(), comment: String::new(), marks: Vec::new() };
        self.notes.get(&node).unwrap_or(&NOTHING)
    }

    /// Adds to what is said about a node.
    pub fn note_mut(&mut self, node: NodeId) -> &mut Note {
        self.notes.entry(node).or_default()
    }

    /// All that is said, in the order in which the nodes were made.
    pub fn notes(&self) -> impl Iterator<Item = (NodeId, &Note)> {
        self.notes.iter().filter(|(_, note)| !note.is_empty()).map(|(&node, note)| (node, note))
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        fn facts(tree: &GameTree) -> impl Iterator<Item = (usize, &str, &Note)> {
            tree.walk().map(|(ply, node)| (ply, tree.mv(node), tree.note(node)))
        }
        self.note(NodeId::ROOT) == other.note(NodeId::ROOT) && facts(self).eq(facts(other))
    }
}

impl Eq for GameTree {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_equal_by_their_moves_and_notes() {
        let mut one = GameTree::of_line(["a", "b", "c"]);
        let first = one.main_child(NodeId::ROOT).unwrap();
        let other = one.add(first, "x");
        one.add(other, "y");
        let mut two = GameTree::of_line(["a", "b"]);
        let first = two.main_child(NodeId::ROOT).unwrap();
        let x = two.add(first, "x");
        two.add(x, "y");
        assert_ne!(one, two);
        let b = two.main_child(first).unwrap();
        two.add(b, "c");
        assert_eq!(one, two);
        let walked: Vec<(usize, &str)> = two.walk().map(|(ply, node)| (ply, two.mv(node))).collect();
        assert_eq!(walked, [(1, "a"), (2, "b"), (3, "c"), (2, "x"), (3, "y")]);
        assert_eq!((two.count(), two.variations(), two.add(first, "x")), (5, 1, x));
        two.note_mut(x);
        assert_eq!(one, two);
        two.note_mut(x).marks.push(1);
        assert_ne!(one, two);
    }
}
