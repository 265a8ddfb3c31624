//! The weights of the evaluation, and the file they are kept in.

mod layout;
#[cfg(test)]
mod tests;
mod text;

use std::sync::{Arc, LazyLock};

use search_core::Score;

use crate::piece::{Color, Piece, PieceKind};
use crate::square::Square;

use super::tapered::Tapered;
pub(super) use layout::{GROUPS, Group, groups, of_piece};
pub use text::BadWeights;

/// The weights that the evaluation uses if no others are given.
const EMBEDDED: &str = include_str!("../../data/evaluator.weights");

/// A file that does not fit the program would be a fault of the build: without weights every position is even.
static EMBEDDED_WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    Arc::new(Weights::parse(EMBEDDED).unwrap_or_else(|error| panic!("the embedded weights: {error}")))
});

/// All weights of the evaluation, each one for the full and one for the bare board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    values: [Tapered; Weights::COUNT],
    /// By [`Piece::index`] and point: what the piece counts there to its own side, `piece` and `table` together.
    worth: [[Tapered; Square::COUNT]; Piece::COUNT],
}

/// The embedded ones.
impl Default for Weights {
    fn default() -> Weights {
        Weights::embedded().clone()
    }
}

impl Weights {
    /// The number of weights.
    pub const COUNT: usize = layout::COUNT;

    /// No weight lies further from zero.
    pub const LIMIT: Score = 4_000;

    /// The weights of the file `data/evaluator.weights` of this package.
    pub fn embedded() -> &'static Weights {
        &EMBEDDED_WEIGHTS
    }

    /// The same, shared.
    pub(super) fn shared() -> Arc<Weights> {
        Arc::clone(&EMBEDDED_WEIGHTS)
    }

    /// Every weight 0.
    pub fn zero() -> Weights {
        Weights {
            values: [Tapered::ZERO; Weights::COUNT],
            worth: [[Tapered::ZERO; Square::COUNT]; Piece::COUNT],
        }
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// The first thing wrong with it: the version, a line that is no weight, an unknown or repeated name, a number out
    /// of range, a name that is missing, or the checksum.
    pub fn parse(text: &str) -> Result<Weights, BadWeights> {
        text::parse(text)
    }

    /// The file of these weights.
    pub fn to_text(&self) -> String {
        text::write(self)
    }

    /// The checksum of the weights, 8 hexadecimal digits.
    pub fn id(&self) -> String {
        text::checksum(self)
    }

    /// The name of a weight, such as `horse.reach.3` or `table.cannon.e9`; empty if there are not so many.
    pub fn name(index: usize) -> String {
        layout::name(index)
    }

    /// A weight on the full board and on the bare one; 0 if there are not so many.
    pub fn get(&self, index: usize) -> [Score; 2] {
        self.values.get(index).map_or([0; 2], |value| [value.full(), value.bare()])
    }

    /// Changes a weight, to the nearest numbers within ± [`Weights::LIMIT`].
    pub fn set(&mut self, index: usize, value: [Score; 2]) {
        let [full, bare] = value.map(|value| value.clamp(-Self::LIMIT, Self::LIMIT));
        if let Some(weight) = self.values.get_mut(index) {
            *weight = Tapered::new(full, bare);
            self.fill_worth();
        }
    }

    /// These numbers in the order of indices, as [`Weights::set`] one by one.
    pub fn from_numbers(numbers: impl IntoIterator<Item = [Score; 2]>) -> Weights {
        let mut weights = Weights::zero();
        for (weight, numbers) in weights.values.iter_mut().zip(numbers) {
            let [full, bare] = numbers.map(|number| number.clamp(-Self::LIMIT, Self::LIMIT));
            *weight = Tapered::new(full, bare);
        }
        weights.fill_worth();
        weights
    }

    fn fill_worth(&mut self) {
        for kind in PieceKind::ALL {
            for square in Square::all() {
                let worth = layout::of_piece(kind, square).map(|index| self.values[index]);
                let worth = worth.fold(Tapered::ZERO, |sum, value| sum + value);
                self.worth[Piece::new(Color::Red, kind).index()][square.index()] = worth;
                self.worth[Piece::new(Color::Black, kind).index()][square.flipped().index()] = worth;
            }
        }
    }

    /// The weight of that index.
    #[inline(always)]
    pub(super) fn value(&self, index: usize) -> Tapered {
        self.values[index]
    }

    /// The worth of a piece on a point to its own side.
    #[inline(always)]
    pub(super) fn worth(&self, piece: Piece, square: Square) -> Tapered {
        self.worth[piece.index()][square.index()]
    }
}
