//! What a comparison has to know of a game.

use std::fmt::Display;

use othello::notation::board;
use search_core::{Evaluator, Position, Recipe, Score};

use super::blocks::Course;
use crate::notation::Notation;

/// A game in which algorithms are compared.
pub trait Subject: Notation + Position<Move: Display> {
    /// The judgement at the leaves.
    type Judge: Evaluator<Self> + Default + std::fmt::Debug;

    /// The game's name.
    const NAME: &'static str;
    /// Half the first aspiration window, in units of score: about what the score changes from one depth to the next.
    const RADIUS: Score;
    /// The embedded positions, one a line.
    const POSITIONS: &'static str;
    /// Up to this depth searches are so short that clearing a large table would take longer.
    const SHALLOW: i16;
    /// The strongest exact recipe of the game.
    const STRONGEST: Recipe;
    /// How deep the laboratory goes.
    const COURSE: Course;
    /// Grains of scores to compare, by name.
    const GRAINS: &'static [(&'static str, Score)];
    /// Whether there are captures, and quiescence with them.
    const HAS_CAPTURES: bool;
    /// Whether passing is worse than the best move, so that a null move proves something.
    const HAS_NULL_MOVE: bool;
    /// The strata of the embedded set: position `i` is of stratum `(i + i / n) mod n`.
    const STRATA: &'static [&'static str];
    /// What scores are counted in, with how many of them make one.
    const SCALE: (&'static str, f64);

    /// The position as a board or FEN.
    fn text(&self) -> String;
}

impl Subject for othello::Position {
    type Judge = othello::evaluator::Classical;

    const NAME: &'static str = "othello";
    const RADIUS: Score = 150;
    const POSITIONS: &'static str = include_str!("../../../../data/compare/othello.txt");
    const SHALLOW: i16 = 6;
    const STRONGEST: Recipe = othello::recipe::STRONGEST;
    const COURSE: Course = Course {
        shallow: (2, 7),
        deep: (6, 10),
        deep_positions: 100,
        parts: (3, 8),
        plain: (3, 7),
        many: 200,
        factorial: 6,
        selective: (3, 8),
        oracle: 12,
    };
    const GRAINS: &'static [(&'static str, Score)] =
        &[("a hundredth of a disc", 1), ("16 to a disc", 6), ("4 to a disc", 25), ("a disc", 100)];
    const HAS_CAPTURES: bool = false;
    const HAS_NULL_MOVE: bool = false;
    const STRATA: &'static [&'static str] = &["12 discs", "20 discs", "28 discs", "36 discs", "44 discs"];
    const SCALE: (&'static str, f64) = ("disc", 100.0);

    fn text(&self) -> String {
        board::write(*self)
    }
}

impl Subject for xiangqi::Position {
    type Judge = xiangqi::evaluator::Classical;

    const NAME: &'static str = "xiangqi";
    const RADIUS: Score = 30;
    const POSITIONS: &'static str = include_str!("../../../../data/compare/xiangqi.txt");
    const SHALLOW: i16 = 4;
    const STRONGEST: Recipe = xiangqi::recipe::STRONGEST;
    const COURSE: Course = Course {
        shallow: (1, 4),
        deep: (3, 6),
        deep_positions: 100,
        parts: (2, 5),
        plain: (1, 4),
        many: 100,
        factorial: 4,
        selective: (2, 5),
        oracle: 8,
    };
    const GRAINS: &'static [(&'static str, Score)] = &[("1", 1), ("5", 5), ("10", 10), ("50", 50)];
    const HAS_CAPTURES: bool = true;
    const HAS_NULL_MOVE: bool = true;
    const STRATA: &'static [&'static str] = &[
        "quiet opening",
        "tactical opening",
        "quiet middle game",
        "tactical middle game",
        "quiet endgame",
        "tactical endgame",
    ];
    const SCALE: (&'static str, f64) = ("soldier", 100.0);

    fn text(&self) -> String {
        self.to_string()
    }
}
