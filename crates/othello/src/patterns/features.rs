//! Features by which a position is evaluated: the contents of the instances, kept up to date along a line of play, and counts of what is
//! spread over the board, which patterns cannot see: the moves of each side, now and soon, and the squares that are empty.

use std::sync::LazyLock;

use super::{GEOMETRY, INSTANCES, LANES};
use crate::board::Board;
use crate::position::{Position, Side};
use crate::square::{Bitboard, Square};

/// The contents of all instances, in the order of [`Geometry::instances`](super::Geometry::instances).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Features(pub(super) [u16; LANES]);

/// For each square, what a digit one higher there adds to each content.
static PLACE_VALUES: LazyLock<Box<[Features; Square::NUM]>> = LazyLock::new(|| {
    let mut values = Box::new([Features([0; LANES]); Square::NUM]);
    for (lane, instance) in GEOMETRY.instances.iter().enumerate() {
        for (place, square) in instance.squares.iter().rev().enumerate() {
            values[square.index()].0[lane] = 3_u16.pow(place as u32);
        }
    }
    values
});

/// The contents on an empty board.
static EMPTY_BOARD: LazyLock<Features> = LazyLock::new(|| {
    let mut features = Features([0; LANES]);
    for square in Square::ALL {
        features.add(&PLACE_VALUES[square.index()]);
    }
    features
});

impl Features {
    /// The contents on this board.
    pub fn of(position: &Position) -> Features {
        let mut features = *EMPTY_BOARD;
        let values = &**PLACE_VALUES;
        position.discs(Side::Black).into_iter().for_each(|square| features.add(&values[square.index()]));
        position.discs(Side::White).into_iter().for_each(|square| features.subtract(&values[square.index()]));
        features
    }

    /// The contents of the instances, one after the other.
    pub fn contents(&self) -> &[u16] {
        &self.0[..INSTANCES]
    }

    #[inline(always)]
    fn add(&mut self, other: &Features) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, value)| *sum = sum.wrapping_add(*value));
    }

    #[inline(always)]
    fn subtract(&mut self, other: &Features) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, value)| *sum = sum.wrapping_sub(*value));
    }

    /// The contents after `side` has played on `square` and turned `flips`.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, side: Side, square: Square, flips: Bitboard) -> Features {
        let values = &**PLACE_VALUES;
        let mut turned = Features([0; LANES]);
        flips.into_iter().for_each(|square| turned.add(&values[square.index()]));
        turned.0.iter_mut().for_each(|value| *value = value.wrapping_mul(2));
        turned.add(&values[square.index()]);
        let mut features = *self;
        match side {
            Side::Black => features.add(&turned),
            Side::White => features.subtract(&turned),
        }
        features
    }
}

/// A move that was made.
#[derive(Clone, Copy, Debug)]
struct Step {
    features: Features,
    /// Set if `features` is computed: it is when the position is first evaluated.
    is_known: bool,
    side: Side,
    /// `None`: a pass.
    square: Option<Square>,
    flips: Bitboard,
}

impl Step {
    const EMPTY: Step = Step {
        features: Features([0; LANES]),
        is_known: false,
        side: Side::Black,
        square: None,
        flips: Bitboard::EMPTY,
    };
}

/// The features along the line of a search.
#[derive(Clone, Debug)]
pub struct FeatureStack {
    /// The line, then steps of longer lines before it: they are written over field by field, and the features only when they are
    /// known. With steps that are made and taken off whole a search takes 8 % more time.
    steps: Vec<Step>,
    /// The number of steps of the line.
    length: usize,
}

impl FeatureStack {
    /// A line that begins here.
    pub fn new(root: &Position) -> FeatureStack {
        let mut stack = FeatureStack { steps: Vec::new(), length: 0 };
        stack.start(root);
        stack
    }

    /// Begins another line, in the memory of the last.
    pub fn start(&mut self, root: &Position) {
        self.length = 0;
        let first = self.add();
        (first.features, first.is_known) = (Features::of(root), true);
    }

    /// The next step of the line, whose fields are those of another line.
    #[inline(always)]
    fn add(&mut self) -> &mut Step {
        if self.length == self.steps.len() {
            self.steps.push(Step::EMPTY);
        }
        self.length += 1;
        &mut self.steps[self.length - 1]
    }

    /// Notes a step from `parent` to `child`; what it changes is computed when it is needed.
    #[inline(always)]
    pub fn push(&mut self, parent: &Position, child: &Position) {
        let added = child.board.opponent() - parent.board.mover();
        let flips = added & parent.board.opponent();
        let square = (added - flips).first().filter(|_| !flips.is_empty());
        let step = self.add();
        step.is_known = false;
        (step.side, step.square, step.flips) = (parent.side, square, flips);
    }

    /// Takes the last step back.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.length -= 1;
    }

    /// The features of the last position.
    #[inline(always)]
    pub fn last(&mut self) -> &Features {
        let last = self.length - 1;
        if !self.steps[last].is_known {
            self.compute(last);
        }
        &self.steps[last].features
    }

    fn compute(&mut self, last: usize) {
        let known = (0..last).rev().find(|&index| self.steps[index].is_known).unwrap_or(0);
        for index in known..last {
            let before = self.steps[index].features;
            let step = &mut self.steps[index + 1];
            step.features = match step.square {
                Some(square) => before.after(step.side, square, step.flips),
                None => before,
            };
            step.is_known = true;
        }
    }
}

/// The number of counts.
pub const COUNTS: usize = 5;
/// The number of values of each count; higher ones count as the last.
pub(super) const VALUES: [usize; COUNTS] = [32, 32, 40, 40, 61];

/// The moves of the player to move and of the other, the empty squares beside discs that they could turn, and the
/// empty squares.
#[inline(always)]
pub fn counts(board: Board) -> [u16; COUNTS] {
    let numbers = [
        board.legal_moves().len(),
        board.opponent_moves().len(),
        board.potential_moves().len(),
        board.passed().potential_moves().len(),
        board.empties().len(),
    ];
    std::array::from_fn(|count| (numbers[count] as usize).min(VALUES[count] - 1) as u16)
}
