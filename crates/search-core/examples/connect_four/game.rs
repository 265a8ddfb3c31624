//! Connect Four: everything that a search has to know of a game, rules and evaluation.

use std::fmt;
use std::num::NonZeroU16;

use search_core::score::mated_in;
use search_core::{Evaluator, Heuristics, MoveKind, MoveList, Position, Score};

/// Columns of the board.
pub const COLUMNS: u8 = 7;
/// Cells of a column.
pub const ROWS: u8 = 6;
/// Bits of a column: one more than it has cells, so that lines do not run from one column into the next.
const HEIGHT: u8 = ROWS + 1;
/// All cells.
const BOARD: u64 = 0x0000_FDFB_F7EF_DFBF;
/// The steps along a column, a row, and the two diagonals.
const DIRECTIONS: [u8; 4] = [1, HEIGHT - 1, HEIGHT, HEIGHT + 1];

/// The discs on the board; bit `7 * column + row` is a cell, with the row counted from below.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConnectFour {
    /// Those of the side to move.
    pub own: u64,
    /// Those of the side that has just moved.
    pub other: u64,
}

/// The column that a disc is dropped into, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column(pub u8);

impl fmt::Display for Column {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", char::from(b'a' + self.0))
    }
}

impl ConnectFour {
    /// The lowest free cell of a column; 0 if it is full.
    fn landing(&self, Column(column): Column) -> u64 {
        let cells = ((1u64 << ROWS) - 1) << (HEIGHT * column);
        let bottom = 1 << (HEIGHT * column);
        (((self.own | self.other) & cells) + bottom) & cells
    }

    fn is_over(&self) -> bool {
        fours(self.other) != 0 || self.own | self.other == BOARD
    }
}

/// The first cell of every four in a row among these cells.
fn fours(cells: u64) -> u64 {
    let four = |step| cells & (cells >> step) & (cells >> (2 * step)) & (cells >> (3 * step));
    DIRECTIONS.into_iter().map(four).fold(0, |all, found| all | found)
}

impl Position for ConnectFour {
    type Move = Column;
    type LineEntry = ();
    type Signature = [u64; 2];

    const HISTORY_SIZE: usize = 64;

    fn side(&self) -> usize {
        ((self.own | self.other).count_ones() % 2) as usize
    }

    fn key(&self) -> u64 {
        let mixed =
            self.own.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self.other.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ (mixed >> 31)).wrapping_mul(0x94D0_49BB_1331_11EB)
    }

    fn signature(&self) -> [u64; 2] {
        [self.own, self.other]
    }

    fn moves(&self, which: MoveKind, list: &mut MoveList<Column>) {
        if which == MoveKind::Captures || self.is_over() {
            return;
        }
        // The columns in the middle belong to most lines.
        for column in [3, 2, 4, 1, 5, 0, 6].map(Column) {
            if self.landing(column) != 0 {
                list.push(column);
            }
        }
    }

    fn pack(Column(column): Column) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(column.into())
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<Column> {
        let column = u8::try_from(packed.get() - 1).ok().filter(|&column| column < COLUMNS).map(Column)?;
        (!self.is_over() && self.landing(column) != 0).then_some(column)
    }

    fn play(&mut self, column: Column) {
        *self = ConnectFour { own: self.other, other: self.own | self.landing(column) };
    }

    fn history_index(&self, column: Column) -> usize {
        self.landing(column).trailing_zeros() as usize % Self::HISTORY_SIZE
    }

    /// Four in a row has lost the game for the side to move; a full board is a draw.
    fn final_score(&self, ply: u32) -> Score {
        if fours(self.other) != 0 { mated_in(ply) } else { 0 }
    }

    fn line_entry(&self, _mv: Option<Column>) {}
}

/// Counts the lines of four that a side can still fill: 100 for each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines;

impl Evaluator<ConnectFour> for Lines {
    type Heuristics = Self;

    fn heuristics(&mut self) -> &mut Self {
        self
    }

    fn fork(&self) -> Lines {
        Lines
    }

    fn evaluate(&mut self, position: &ConnectFour) -> Score {
        let lines = |discs: u64| fours(BOARD & !discs).count_ones() as Score;
        match fours(position.other) {
            0 => 100 * (lines(position.other) - lines(position.own)),
            _ => -15_000,
        }
    }
}

/// The search orders moves by its histories alone.
impl Heuristics<ConnectFour> for Lines {}
