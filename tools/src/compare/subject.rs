//! What a comparison has to know of a game.

use std::fmt::Display;

use othello::notation::board;
use search_core::{Evaluator, Position, Score};

use crate::notation::Notation;

/// A game in which algorithms are compared.
pub trait Subject: Notation + Position<Move: Display> {
    /// The judgement at the leaves.
    type Judge: Evaluator<Self> + Default;

    /// The game's name.
    const NAME: &'static str;
    /// Half the first aspiration window, in units of score: about what the score changes from one depth to the next.
    const RADIUS: Score;
    /// The embedded positions, one a line.
    const POSITIONS: &'static str;
    /// The algorithms that are compared unless others are named.
    const ALGORITHMS: &'static str = "negamax,fail-hard,alpha-beta,pvs,alpha-beta+sort,pvs+sort,alpha-beta+table,\
        pvs+table,pvs+sort+killers,pvs+sort+history,alpha-beta+sort+table,pvs+sort+table,pvs+sort+table+deepening,strongest,\
        strongest@aspiration,strongest@mtdf";

    /// The position as a board or FEN.
    fn text(&self) -> String;
}

impl Subject for othello::Position {
    type Judge = othello::evaluator::Classical;

    const NAME: &'static str = "othello";
    const RADIUS: Score = 150;
    const POSITIONS: &'static str = include_str!("../../../data/compare/othello.txt");

    fn text(&self) -> String {
        board::write(*self)
    }
}

impl Subject for xiangqi::Position {
    type Judge = xiangqi::evaluator::Classical;

    const NAME: &'static str = "xiangqi";
    const RADIUS: Score = 30;
    const POSITIONS: &'static str = include_str!("../../../data/compare/xiangqi.txt");

    fn text(&self) -> String {
        self.to_string()
    }
}
