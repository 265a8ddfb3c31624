//! A session that follows the branches of a tree.

use game::Notation;
use game::any::{AnySession, NamedMove};
use search_core::bad_input::quote;
use search_core::{BadInput, message};

use crate::tree::{GameTree, NodeId};

/// A session at a node of a tree.
pub struct Cursor {
    session: Box<dyn AnySession>,
    /// The nodes of the moves that were played.
    path: Vec<NodeId>,
}

impl std::fmt::Debug for Cursor {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Cursor({:?})", self.node())
    }
}

impl Cursor {
    /// A cursor at the root: before the first move of the session.
    pub fn new(mut session: Box<dyn AnySession>) -> Cursor {
        session.truncate(0);
        Cursor { session, path: Vec::new() }
    }

    /// The node that the session is at.
    pub fn node(&self) -> NodeId {
        self.path.last().copied().unwrap_or(NodeId::ROOT)
    }

    /// The number of moves up to there.
    pub fn plies(&self) -> usize {
        self.path.len()
    }

    /// The session.
    pub fn session(&self) -> &dyn AnySession {
        &*self.session
    }

    /// Plays a move in any notation, adds it to the tree, with the pass before it that was left out.
    ///
    /// # Errors
    /// Why it cannot be played; nothing has changed then.
    pub fn play(&mut self, tree: &mut GameTree, text: &str) -> Result<(), BadInput> {
        let before = self.session.plies();
        self.session.play_text(text)?;
        for index in before..self.session.plies() {
            let mv = self.session.move_at(index, Notation::default()).text;
            self.path.push(tree.add(self.node(), &mv));
        }
        Ok(())
    }

    /// Goes to a node.
    ///
    /// # Errors
    /// A move on the way that cannot be played: none in a tree that was read.
    pub fn go_to(&mut self, tree: &GameTree, node: NodeId) -> Result<(), BadInput> {
        if node != NodeId::ROOT && tree.parent(node) == self.node() {
            return self.advance(tree, node);
        }
        let is_new = |at: &NodeId| *at != NodeId::ROOT && self.path.get(tree.ply(*at) - 1) != Some(at);
        let up = std::iter::successors(Some(node), |&at| Some(tree.parent(at)));
        let new: Vec<NodeId> = up.take_while(is_new).collect();
        let common = tree.ply(node) - new.len();
        self.session.truncate(common);
        self.path.truncate(common);
        new.into_iter().rev().try_for_each(|node| self.advance(tree, node))
    }

    fn advance(&mut self, tree: &GameTree, node: NodeId) -> Result<(), BadInput> {
        let mv = tree.mv(node);
        self.session.advance(mv).ok_or_else(|| {
            let number = self.path.len() + 1;
            let found =
                message!("input-as-move", "{name} as move {number}", name = quote(mv), number = number);
            let expected = message!("input-a-legal-move", "a legal move");
            let remedy = message!("input-correct-move", "Correct the move, or leave the line out");
            BadInput::new("game", None, found, expected, remedy)
        })?;
        self.path.push(node);
        Ok(())
    }

    /// The last move, named in a notation.
    pub fn last_move(&self, notation: Notation) -> NamedMove {
        self.session.move_at(self.path.len() - 1, notation)
    }
}
