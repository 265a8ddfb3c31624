//! The sums of the first layer along the line of the search. A move only notes what it changes; sums are brought up to date where a
//! position is evaluated. No sum of a net that was read overflows (`file`); wrapping operations keep the loops vectorised in builds
//! with overflow checks.

use std::sync::Arc;

use search_core::Score;

use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Color, Piece, PieceKind};

use super::layers::Layers;
use super::{Column, NUMBER_ONE, Net, View, WEIGHT_ONE, head};

/// From the last known sum so many moves are followed; a sum over all pieces costs less than more of them.
const MAX_MOVES: usize = 12;

/// The change of a board by a move.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: Piece,
    mv: Move,
    taken: Option<Piece>,
}

impl Change {
    /// Returns whether a side sees the board otherwise from now on: its general has crossed the middle file.
    #[inline(always)]
    fn turns_view(self, side: Color) -> bool {
        self.piece == Piece::new(side, PieceKind::King)
            && View::of(side, self.mv.from()) != View::of(side, self.mv.to())
    }
}

/// A position of the line.
#[derive(Clone, Debug)]
struct Entry {
    key: u64,
    /// The move that led here; `None` at the root and after a null move.
    change: Option<Change>,
    /// By side.
    sums: [Column; 2],
    /// By side, whether its sum is computed.
    is_known: [bool; 2],
}

/// The sums of a net along a line.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    net: Arc<Net>,
    /// By [`head`].
    layers: Arc<[Layers]>,
    line: Vec<Entry>,
    /// The entries in use: those beyond are kept to be filled again.
    length: usize,
}

impl Sums {
    pub fn new(net: Arc<Net>) -> Sums {
        let layers = net.heads.iter().map(Layers::from).collect();
        Sums { net, layers, line: Vec::new(), length: 0 }
    }

    /// The sums of the same net along another line.
    pub fn fork(&self) -> Sums {
        Sums { net: Arc::clone(&self.net), layers: Arc::clone(&self.layers), line: Vec::new(), length: 0 }
    }

    /// Begins a line.
    pub fn start(&mut self, root: &Board) {
        self.length = 0;
        self.extend(root.key(), None);
    }

    /// Notes a move, or a null move.
    #[inline(always)]
    pub fn push(&mut self, parent: &Board, mv: Option<Move>, child: &Board) {
        let change = mv.and_then(|mv| {
            let piece = parent.at(mv.from())?;
            Some(Change { piece, mv, taken: parent.at(mv.to()) })
        });
        self.extend(child.key(), change);
    }

    #[inline(always)]
    fn extend(&mut self, key: u64, change: Option<Change>) {
        if let Some(entry) = self.line.get_mut(self.length) {
            (entry.key, entry.change, entry.is_known) = (key, change, [false; 2]);
        } else {
            self.line.push(Entry { key, change, sums: [self.net.bias; 2], is_known: [false; 2] });
        }
        self.length += 1;
    }

    /// Takes the last move back.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.length -= 1;
    }

    /// The value of a board for the side to move: from the line if it is the last board there, else from its pieces.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let us = board.side();
        if self.last().is_some_and(|entry| entry.key == board.key()) {
            Color::ALL.into_iter().for_each(|side| self.bring_up_to_date(board, side));
            if let Some(Entry { sums, .. }) = self.last() {
                return self.value(&sums[us.index()], &sums[(!us).index()], board);
            }
        }
        self.value_of(board)
    }

    /// The value of a board by its pieces.
    pub fn value_of(&self, board: &Board) -> Score {
        let [own, other] = [board.side(), !board.side()].map(|side| self.net.sum(board, side));
        self.value(&own, &other, board)
    }

    /// The value of two sums, that of the side to move first.
    #[inline(always)]
    fn value(&self, own: &Column, other: &Column, board: &Board) -> Score {
        let value = i64::from(self.layers[head(board.occupied().len())].value(own, other));
        (value * i64::from(self.net.scale) / i64::from(NUMBER_ONE * WEIGHT_ONE)) as Score
    }

    #[inline(always)]
    fn last(&self) -> Option<&Entry> {
        self.line.get(self.length.checked_sub(1)?)
    }

    /// Computes the last sum of a side.
    #[inline(always)]
    fn bring_up_to_date(&mut self, board: &Board, side: Color) {
        let (last, index) = (self.length - 1, side.index());
        match self.last_known(side) {
            Some(known) => {
                let view = View::of(side, board.king(side));
                (known + 1..=last).for_each(|place| self.follow(place, index, view));
            }
            None => self.line[last].sums[index] = self.net.sum(board, side),
        }
        self.line[last].is_known[index] = true;
    }

    /// The last place whose sum is known, if the others follow from it at little cost.
    #[inline(always)]
    fn last_known(&self, side: Color) -> Option<usize> {
        let last = self.length - 1;
        for place in (last.saturating_sub(MAX_MOVES)..=last).rev() {
            let entry = &self.line[place];
            if entry.is_known[side.index()] {
                return Some(place);
            }
            if entry.change.is_some_and(|change| change.turns_view(side)) {
                return None;
            }
        }
        None
    }

    /// Computes a sum from the one before.
    #[inline(always)]
    fn follow(&mut self, place: usize, index: usize, view: View) {
        let (before, rest) = self.line.split_at_mut(place);
        let (before, entry) = (&before[place - 1].sums[index], &mut rest[0]);
        entry.is_known[index] = true;
        let sum = &mut entry.sums[index];
        let Some(Change { piece, mv, taken }) = entry.change else {
            *sum = *before;
            return;
        };
        let column = |piece, square| &self.net.first[view.input(piece, square)];
        let (added, removed) = (column(piece, mv.to()), column(piece, mv.from()));
        let changes = before.iter().zip(added.iter().zip(removed));
        let moved = changes.map(|(sum, (added, removed))| sum.wrapping_add(*added).wrapping_sub(*removed));
        match taken.map(|taken| column(taken, mv.to())) {
            None => sum.iter_mut().zip(moved).for_each(|(sum, number)| *sum = number),
            Some(taken) => {
                let numbers = moved.zip(taken).map(|(number, taken)| number.wrapping_sub(*taken));
                sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum = number);
            }
        }
    }
}

impl Net {
    /// The sum over all pieces as a side sees them.
    pub(super) fn sum(&self, board: &Board, side: Color) -> Column {
        let view = View::of(side, board.king(side));
        let mut sum = self.bias;
        for square in board.occupied() {
            if let Some(piece) = board.at(square) {
                let column = &self.first[view.input(piece, square)];
                sum.iter_mut().zip(column).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
            }
        }
        sum
    }
}
