//! The rules of a game, as the search sees them.

use std::fmt::Debug;
use std::num::NonZeroU16;

use crate::move_list::MoveList;
use crate::score::Score;

/// The kind of legal moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// Every legal move.
    All,
    /// Those that take a piece. A game without quiescence has none.
    Captures,
    /// The others.
    Quiets,
}

/// A two-player game of perfect information in which one side's gain is the other's loss.
///
/// Scores are always from the view of the side to move. Moves are legal when generated; [`Position::play`] may rely
/// on that. Positions are copied, not undone: the caller clones before it plays.
pub trait Position: Clone + Send + Sync {
    /// A move. It may carry what `play` needs (Othello: the discs it turns); equality looks at the move alone.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// The entry that the line of play keeps of each position on it, for [`Position::ruling`]; `()` where history does
    /// not matter.
    type LineEntry: Copy + Debug + Send + Sync;
    /// The part of the board that a table entry keeps to know it.
    type Signature: BoardSignature;

    /// The number of values of [`Position::history_index`]; sizes the history tables.
    const HISTORY_SIZE: usize;
    /// The number of values of [`Position::victim`]: 0 for a quiet move, then the pieces by rising value.
    const VICTIMS: usize = 1;

    /// The side to move, 0 or 1: the same one in every position of a game, for histories are kept by it.
    fn side(&self) -> usize;

    /// A well-mixed hash of the position, the side to move included.
    fn key(&self) -> u64;

    /// The [`key`](Position::key) that a move leads to, so that its table entry can be fetched before the move is made;
    /// `None` where that costs as much as making it.
    #[inline(always)]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// The position's identity for the table.
    fn signature(&self) -> Self::Signature;

    /// Appends legal moves to `list`, always in the same order. A forced pass counts as the one legal (quiet) move;
    /// no move at all means that the game is over.
    fn moves(&self, which: MoveKind, list: &mut MoveList<Self::Move>);

    /// The legal moves in a list of their own; the search fills the lists that it keeps instead.
    fn list_moves(&self, which: MoveKind) -> Vec<Self::Move> {
        let mut list = MoveList::new();
        self.moves(which, &mut list);
        list.iter().collect()
    }

    /// The number of legal moves, without listing them.
    fn count_moves(&self) -> u64 {
        self.list_moves(MoveKind::All).len() as u64
    }

    /// The move in 16 bits, for tables.
    fn pack(mv: Self::Move) -> NonZeroU16;

    /// The move that [`Position::pack`] packed, if it is legal here: what a table or a killer slot holds may come
    /// from another position.
    fn unpack(&self, packed: NonZeroU16) -> Option<Self::Move>;

    /// The legal move with all that [`Position::play`] would compute, where moves carry that.
    fn prepare(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);

    /// The position after a legal move.
    #[inline(always)]
    fn child(&self, mv: Self::Move) -> Self {
        let mut child = self.clone();
        child.play(mv);
        child
    }

    /// The move as (piece, target), below [`Position::HISTORY_SIZE`]: its place in the histories.
    fn history_index(&self, mv: Self::Move) -> usize;

    /// The kind of piece that the move takes, below [`Position::VICTIMS`]; 0 is a quiet move.
    fn victim(&self, _mv: Self::Move) -> usize {
        0
    }

    /// The cheapness of the piece that takes, for ordering captures: the cheapest first. Any unit.
    fn attacker(&self, _mv: Self::Move) -> usize {
        0
    }

    /// Plies of search depth that the move costs: 0 for a forced pass, which offers no choice.
    fn cost(&self, _mv: Self::Move) -> i16 {
        1
    }

    /// Returns whether the side to move must answer a check.
    fn in_check(&self) -> bool {
        false
    }

    /// Returns whether the move leaves the opponent in check.
    fn gives_check(&self, mv: Self::Move) -> bool {
        self.child(mv).in_check()
    }

    /// Appends the quiet moves that leave the opponent in check.
    fn quiet_checks(&self, list: &mut MoveList<Self::Move>) {
        let quiets = self.list_moves(MoveKind::Quiets);
        quiets.into_iter().filter(|&mv| self.gives_check(mv)).for_each(|mv| list.push(mv));
    }

    /// The images of a line from the position under its symmetries: lines that are worth the same. None where an earlier position
    /// of the game may come back, for the past is not symmetric.
    fn images(&self, _line: &[Self::Move]) -> Vec<Vec<Self::Move>> {
        Vec::new()
    }

    /// The score of a position without legal moves, `ply` plies from the root.
    fn final_score(&self, ply: u32) -> Score;

    /// The entry that the line keeps of this position, reached by `mv` (`None` at the start of the line and after a null
    /// move, which ends the look-back).
    fn line_entry(&self, mv: Option<Self::Move>) -> Self::LineEntry;

    /// The referee's score for this position if the line that led here ended the game (repetition, move limits). `line`
    /// holds the entries of the game and of the search up to and including this position; the last `ply` of them, after
    /// the root, lie inside the search. Asked at every node but the root.
    fn ruling(&self, _line: &[Self::LineEntry], _ply: u32) -> Option<Score> {
        None
    }
}

/// The position to search, and how the game came there.
#[derive(Debug)]
pub struct Root<'a, P: Position> {
    /// The position.
    pub position: &'a P,
    /// The line entries of the game up to and including it; `&[position.line_entry(None)]` where there is no past.
    pub history: &'a [P::LineEntry],
}

impl<P: Position> Clone for Root<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Root<'_, P> {}

/// The distinction of a table entry from those of other positions: by a 64-bit key where a rare false hit is
/// acceptable, or by the whole board where one would corrupt a proof.
///
/// The stored form is masked with the entry's data ([`BoardSignature::masked`]), so that a torn write, half of one
/// thread's entry and half of another's, matches no board.
pub trait BoardSignature: Copy + Eq + Debug + Send + Sync {
    /// Words that it takes.
    const WORDS: usize;

    /// One of its words, `index` below [`BoardSignature::WORDS`].
    fn word(self, index: usize) -> u64;
    /// The signature mixed with the entry's data; applying it twice with the same data gives the signature back.
    #[must_use]
    fn masked(self, data: u64) -> Self;
}

/// An odd constant (from the golden ratio) that spreads the data over all 64 bits before it masks a signature.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl BoardSignature for u64 {
    const WORDS: usize = 1;

    #[inline(always)]
    fn word(self, _index: usize) -> u64 {
        self
    }

    #[inline(always)]
    fn masked(self, data: u64) -> u64 {
        self ^ data.wrapping_mul(SPREAD)
    }
}

impl BoardSignature for [u64; 2] {
    const WORDS: usize = 2;

    #[inline(always)]
    fn word(self, index: usize) -> u64 {
        self[index]
    }

    #[inline(always)]
    fn masked(self, data: u64) -> [u64; 2] {
        let mask = data.wrapping_mul(SPREAD);
        [self[0] ^ mask, self[1] ^ mask.rotate_left(32)]
    }
}
