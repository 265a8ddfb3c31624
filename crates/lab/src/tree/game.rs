//! What the pictures have to know of a game.

use search_core::Score;
use search_core::score::{INFINITY, plies_to_mate};
use xiangqi::Color;

use crate::compare::Subject;

/// What scores are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The name of what people count in.
    pub name: &'static str,
    /// How many units of score make one of those; a power of ten.
    pub size: Score,
}

impl Unit {
    /// A score as people write it: `6`, `-0.35`, `inf`, `win at ply 3`.
    pub fn text(self, score: Score) -> String {
        if score.abs() >= INFINITY {
            return if score > 0 { "inf" } else { "-inf" }.to_owned();
        }
        if let Some(plies) = plies_to_mate(score) {
            return format!("{} at ply {plies}", if score > 0 { "win" } else { "loss" });
        }
        let sign = if score < 0 { "-" } else { "" };
        let (whole, part) = (score.abs() / self.size, score.abs() % self.size);
        if part == 0 {
            return format!("{sign}{whole}");
        }
        let digits = self.size.ilog10() as usize;
        format!("{sign}{}", format!("{whole}.{part:0digits$}").trim_end_matches('0'))
    }
}

/// A game whose trees are drawn.
pub trait Drawn: Subject {
    /// What scores are counted in.
    const UNIT: Unit;

    /// The colour of the side to move.
    fn side(&self) -> &'static str;
}

impl Drawn for othello::Position {
    const UNIT: Unit = Unit { name: "discs", size: othello::DISC };

    fn side(&self) -> &'static str {
        match self.side {
            othello::Side::Black => "black",
            othello::Side::White => "white",
        }
    }
}

impl Drawn for xiangqi::Position {
    const UNIT: Unit = Unit { name: "points", size: 1 };

    fn side(&self) -> &'static str {
        match xiangqi::Position::side(self) {
            Color::Red => "red",
            Color::Black => "black",
        }
    }
}

#[cfg(test)]
mod tests {
    use search_core::score::{MATE, mated_in};

    use super::*;

    #[test]
    fn scores_are_written_in_the_unit_of_people() {
        let discs = <othello::Position as Drawn>::UNIT;
        let texts = [600, -35, 1250, -1205, 0, INFINITY, -INFINITY].map(|score| discs.text(score));
        assert_eq!(texts, ["6", "-0.35", "12.5", "-12.05", "0", "inf", "-inf"]);
        let points = <xiangqi::Position as Drawn>::UNIT;
        let texts = [-120, MATE - 3, mated_in(4)].map(|score| points.text(score));
        assert_eq!(texts, ["-120", "win at ply 3", "loss at ply 4"]);
    }
}
