//! The evaluation of a position, for people: what each piece is worth to it, and, of the classical one, its terms by name.

use std::fmt::{self, Display};

use search_core::Score;

use crate::board::Board;
use crate::piece::{Color, Piece, PieceKind};
use crate::position::Position;
use crate::square::Square;

use super::side_pieces::PieceCounts;
use super::{FULL_SCALE, phase_of, scale};

/// An evaluation from Red's view.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The terms of the classical evaluation that count for a side; none of a net.
    pub terms: Vec<ExplainedTerm>,
    /// From 0 on the bare board to 32 on the full one.
    pub phase: i32,
    /// By point, the piece there.
    cells: [Option<Piece>; Square::COUNT],
    /// By point, the value of the board less its value without the piece there; `None` without a piece, and for generals.
    pub worth: [Option<Score>; Square::COUNT],
    /// The value of the board.
    pub value: Score,
    /// The rest of the advantage of the side that is ahead, from 0 to 1: less than 1 where it can hardly win, or has made no
    /// capture for long.
    pub scale: f32,
}

/// The weights that share a name, summed up for each side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExplainedTerm {
    /// The name in the file of weights.
    pub name: &'static str,
    /// Their worth for Red, on the full board and on the bare one.
    pub red: [Score; 2],
    /// Their worth for Black.
    pub black: [Score; 2],
    /// Their worth for Red beyond Black on this board.
    pub blended: f32,
}

impl Explanation {
    /// Of an evaluator whose value of a board, for Red, this is.
    pub(super) fn new(position: &Position, value_of: impl Fn(&Board) -> Score) -> Explanation {
        let (setup, value) = (position.to_setup(), value_of(position.board()));
        let mut worth = [None; Square::COUNT];
        for (square, _) in setup.pieces().filter(|(_, piece)| piece.kind != PieceKind::King) {
            let mut without = setup.clone();
            without.cells[square.index()] = None;
            worth[square.index()] = Some(value - value_of(&Board::of_valid_kings(&without)));
        }
        let ahead = if value > 0 { Color::Red } else { Color::Black };
        let [ahead, behind] = [ahead, !ahead].map(|color| PieceCounts::of_board(position.board(), color));
        let scale = scale(position, ahead, behind) as f32 / FULL_SCALE as f32;
        let phase = phase_of(position.board());
        Explanation { terms: Vec::new(), phase, cells: setup.cells, worth, value, scale }
    }

    /// The evaluation.
    pub fn score(&self) -> f32 {
        self.value as f32 * self.scale
    }

    fn draw(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            let points = || (0..9).map(move |file| rank * 9 + file);
            for point in points() {
                write!(out, "{:>7}", self.cells[point].map_or('.', Piece::letter))?;
            }
            writeln!(out)?;
            for point in points() {
                match self.worth[point] {
                    Some(worth) => write!(out, "{worth:>+7}")?,
                    None => write!(out, "{:7}", "")?,
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// The worth of each term for Red and for Black, on the full board and on the bare one, and on this board for Red beyond Black.
    fn tabulate(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = |[full, bare]: [Score; 2]| format!("{full:>7}{bare:>7}");
        writeln!(out, "{:<26}{:>14}{:>14}{:>10}", "", "Red", "Black", "")?;
        writeln!(out, "{:<26}{:>7}{:>7}{:>7}{:>7}{:>10}", "term", "full", "bare", "full", "bare", "blended")?;
        for term in &self.terms {
            let (red, black) = (pair(term.red), pair(term.black));
            writeln!(out, "{:<26}{red}{black}{:>10.1}", term.name, term.blended)?;
        }
        Ok(())
    }
}

/// The board with the worth of each piece below it, and the terms, if there are any.
impl Display for Explanation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(out)?;
        if !self.terms.is_empty() {
            self.tabulate(out)?;
        }
        let Explanation { phase, value, scale, .. } = self;
        let (part, score) = (100.0 * scale, self.score());
        write!(out, "phase {phase} of 32, value {value}, {part:.0} % counts: {score:.0} for Red")
    }
}
