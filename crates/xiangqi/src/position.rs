//! A position as the search plays on it: a board, and the counters towards the sixty-move rule.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use search_core::score::mated_in;
use search_core::{BadInput, MoveKind, MoveList, Score};

use crate::board::Board;
use crate::fen::{self, Setup};
use crate::movegen::{self, Illegal};
use crate::moves::Move;
use crate::piece::{Color, Piece, PieceKind};
use crate::repetition::{self, LineEntry};
use crate::rules::{GameRules, HalfmoveClock, Rules};
use crate::square::Square;

/// A valid position.
#[derive(Clone, Copy)]
pub struct Position {
    board: Board,
    halfmove_clock: HalfmoveClock,
    checked: bool,
    /// The move number of a FEN: from 1, one more after each of Black's moves.
    number: u16,
    /// The moves since the last one that cannot be taken back, as far as they are known: only so far back can the
    /// position have occurred before.
    retractable: u16,
    /// A filter of the keys of these positions, without this one: see [`repetition_filter_bit`].
    repetition_filter: u32,
    rules: Rules,
}

const _: () = assert!(size_of::<Position>() <= 256, "positions are copied for every move of the search");

/// The bit of a position in the filter. If it is not set, as at most nodes, the position is new and the line is not
/// searched for it.
#[inline(always)]
const fn repetition_filter_bit(board: &Board) -> u32 {
    1 << (board.key() >> 59)
}

impl Position {
    /// Reads a FEN.
    ///
    /// # Errors
    /// Everything that is wrong with the text, or else everything that is wrong with the arrangement.
    pub fn from_fen(text: &str) -> Result<Position, BadInput> {
        Position::try_from(&fen::parse(text)?)
    }

    /// The board.
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The counters towards the sixty-move rule.
    pub const fn halfmove_clock(&self) -> HalfmoveClock {
        self.halfmove_clock
    }

    /// The rules by which repetitions are judged.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The position under other rules.
    #[must_use]
    pub fn under(self, rules: impl Into<GameRules>) -> Position {
        let rules: GameRules = rules.into();
        let halfmove_clock = self.halfmove_clock.with_limit(rules.quiet_plies());
        Position { rules: rules.repetition, halfmove_clock, ..self }
    }

    /// The side to move.
    pub const fn side(&self) -> Color {
        self.board.side()
    }

    /// The arrangement with its counters.
    pub fn to_setup(&self) -> Setup {
        Setup { plies: self.halfmove_clock.plies(), number: self.number, ..self.board.to_setup() }
    }

    /// The legal moves, in the order of generation.
    pub fn legal_moves(&self) -> Vec<Move> {
        movegen::list(&self.board, MoveKind::All)
    }

    /// Returns whether the move may be played, and if not, why.
    ///
    /// # Errors
    /// The reason.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        movegen::check(&self.board, mv)
    }

    /// Plays a move of any origin.
    ///
    /// # Errors
    /// Why the move is not legal; the position is then as it was.
    pub fn try_play(&mut self, mv: Move) -> Result<(), Illegal> {
        self.check(mv)?;
        search_core::Position::play(self, mv);
        Ok(())
    }

    /// The position after a null move, of a side that is not in check: the other side moves, the counters stand.
    #[must_use]
    pub fn passed(&self) -> Position {
        let mut passed = Position { retractable: 0, repetition_filter: 0, ..*self };
        passed.board.pass();
        passed
    }

    /// Returns whether this move, the last one played, brought a soldier forward, which it can never take back.
    fn is_advanced_soldier(&self, mv: Move) -> bool {
        mv.from().file_index() == mv.to().file_index() && self.board.kind(PieceKind::Soldier).has(mv.to())
    }

    /// Returns whether no piece is left that could cross the river.
    pub fn is_material_draw(&self) -> bool {
        self.board.attackers().is_empty()
    }
}

/// Equal in everything that decides the rest of the game, but for positions that have occurred before.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let side_facts = |position: &Position| {
            (position.halfmove_clock, position.checked, position.number, position.rules)
        };
        self.board == other.board && side_facts(self) == side_facts(other)
    }
}

impl Eq for Position {}

impl TryFrom<&Setup> for Position {
    type Error = BadInput;

    /// The position of a valid arrangement, under the default rules.
    ///
    /// # Errors
    /// Every fault of the arrangement.
    fn try_from(setup: &Setup) -> Result<Position, BadInput> {
        let board = Board::try_from(setup)?;
        let checked = board.in_check();
        Ok(Position {
            board,
            halfmove_clock: HalfmoveClock::new(setup.plies),
            checked,
            number: setup.number,
            retractable: 0,
            repetition_filter: 0,
            rules: Rules::default(),
        })
    }
}

impl FromStr for Position {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Position, BadInput> {
        Position::from_fen(text)
    }
}

/// The whole FEN.
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_setup(), out)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl search_core::Position for Position {
    type Move = Move;
    type LineEntry = LineEntry;
    type Signature = u64;

    const HISTORY_SIZE: usize = Piece::COUNT * Square::COUNT;
    const VICTIMS: usize = 8;

    #[inline(always)]
    fn side(&self) -> usize {
        self.board.side() as usize
    }

    #[inline(always)]
    fn gives_check(&self, mv: Move) -> bool {
        self.board.gives_check(mv)
    }

    #[inline]
    fn quiet_checks(&self, list: &mut MoveList<Move>) {
        movegen::quiet_checks(&self.board, list);
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.board.key() ^ self.halfmove_clock.key()
    }

    #[inline(always)]
    fn key_after(&self, mv: Move) -> Option<u64> {
        let mover = self.board.side();
        let mut halfmove_clock = self.halfmove_clock;
        let checks = halfmove_clock.depends_on_check(mover) && self.board.gives_check(mv);
        halfmove_clock.advance(mover, self.board.at(mv.to()).is_some(), checks, self.checked);
        Some(self.board.key_after(mv) ^ halfmove_clock.key())
    }

    #[inline(always)]
    fn signature(&self) -> u64 {
        self.key()
    }

    #[inline(always)]
    fn moves(&self, which: MoveKind, list: &mut MoveList<Move>) {
        movegen::moves(&self.board, which, list);
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        movegen::count(&self.board)
    }

    #[inline(always)]
    fn pack(mv: Move) -> NonZeroU16 {
        mv.packed()
    }

    #[inline(always)]
    fn unpack(&self, packed: NonZeroU16) -> Option<Move> {
        Move::unpack(packed).filter(|mv| movegen::is_legal(&self.board, *mv))
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let mover = self.board.side();
        let repetition_filter = self.repetition_filter | repetition_filter_bit(&self.board);
        let taken = self.board.play(mv);
        let answered = std::mem::replace(&mut self.checked, self.board.is_checked_by(mv));
        self.number = self.number.saturating_add(mover as u16);
        self.halfmove_clock.advance(mover, taken.is_some(), self.checked, answered);
        let is_final = taken.is_some() || self.is_advanced_soldier(mv);
        (self.retractable, self.repetition_filter) =
            if is_final { (0, 0) } else { (self.retractable.saturating_add(1), repetition_filter) };
    }

    #[inline(always)]
    fn history_index(&self, mv: Move) -> usize {
        self.board.at(mv.from()).map_or(0, Piece::index) * Square::COUNT + mv.to().index()
    }

    #[inline(always)]
    fn victim(&self, mv: Move) -> usize {
        self.board.at(mv.to()).map_or(0, |piece| piece.kind.rank_in_value())
    }

    #[inline(always)]
    fn attacker(&self, mv: Move) -> usize {
        self.board.at(mv.from()).map_or(0, |piece| piece.kind.rank_in_value())
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.checked
    }

    fn images(&self, line: &[Move]) -> Vec<Vec<Move>> {
        let arrangement = self.board.to_setup();
        let is_symmetric = self.retractable == 0 && arrangement.mirrored() == arrangement;
        is_symmetric.then(|| line.iter().map(|mv| mv.mirrored()).collect()).into_iter().collect()
    }

    /// No legal move is a loss, in check or not.
    #[inline(always)]
    fn final_score(&self, ply: u32) -> Score {
        mated_in(ply)
    }

    /// The key of the entry is the board's alone: a position repeats with any value of the counter.
    #[inline(always)]
    fn line_entry(&self, mv: Option<Move>) -> LineEntry {
        LineEntry::new(self.board.key(), mv, self.checked, if mv.is_some() { self.retractable } else { 0 })
    }

    /// Repetitions, then the sixty-move rule and the lack of attackers, which only hold while there is a legal move.
    #[inline(always)]
    fn ruling(&self, line: &[LineEntry], ply: u32) -> Option<Score> {
        let clock = self.halfmove_clock;
        if self.repetition_filter & repetition_filter_bit(&self.board) != 0
            && let Some(score) = repetition::ruling(&self.board, line, ply, clock, self.rules)
        {
            return Some(score);
        }
        let is_draw = clock.left() == 0 || self.is_material_draw();
        (is_draw && movegen::has_moves(&self.board)).then_some(0)
    }
}

#[cfg(test)]
mod tests;
