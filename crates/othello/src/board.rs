//! The board as the player to move sees it.

use search_core::{BadInput, Message, message};

use crate::moves::{flips, legal_moves, potential_moves};
use crate::square::{Bitboard, Square};

/// Two disjoint sets of discs: those of the player to move and those of the opponent.
///
/// The colour to move is kept beside the board ([`Position`](crate::Position)), where text needs it:
/// nothing in the rules depends on it, and so no table, count or score does. Every arrangement of 64 cells is
/// a valid board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    mover: Bitboard,
    opponent: Bitboard,
}

impl Board {
    /// The start of the game, Black to move.
    pub const START: Board =
        Board { mover: Bitboard(0x0000_0008_1000_0000), opponent: Bitboard(0x0000_0010_0800_0000) };

    /// The board with these discs, or `None` if a square is in both sets.
    pub const fn new(mover: Bitboard, opponent: Bitboard) -> Option<Board> {
        if mover.is_disjoint(opponent) { Some(Board { mover, opponent }) } else { None }
    }

    /// The board with these discs, which must be disjoint.
    #[inline(always)]
    pub(crate) fn from_disjoint(mover: Bitboard, opponent: Bitboard) -> Board {
        debug_assert!(mover.is_disjoint(opponent), "{mover:?} and {opponent:?} share a square");
        Board { mover, opponent }
    }

    /// The discs of the player to move.
    #[inline(always)]
    pub const fn mover(self) -> Bitboard {
        self.mover
    }

    /// The discs of the player who is not to move.
    #[inline(always)]
    pub const fn opponent(self) -> Bitboard {
        self.opponent
    }

    /// The empty squares.
    #[inline(always)]
    pub const fn empties(self) -> Bitboard {
        Bitboard(!(self.mover.0 | self.opponent.0))
    }

    /// The squares on which the player to move may play; none means a pass or the end of the game.
    #[inline(always)]
    pub fn legal_moves(self) -> Bitboard {
        legal_moves(self.mover, self.opponent)
    }

    /// The squares on which the opponent could play if it were the opponent's turn.
    #[inline(always)]
    pub fn opponent_moves(self) -> Bitboard {
        legal_moves(self.opponent, self.mover)
    }

    /// Empty squares beside a disc of the opponent.
    #[inline(always)]
    pub fn potential_moves(self) -> Bitboard {
        potential_moves(self.mover, self.opponent)
    }

    /// The discs that the player to move would turn by playing on an empty square; none means that it is
    /// illegal.
    #[inline(always)]
    pub fn flips(self, square: Square) -> Bitboard {
        flips(square, self.mover, self.opponent)
    }

    /// Returns whether the player to move may play on the square.
    #[inline(always)]
    pub fn is_legal(self, square: Square) -> bool {
        self.empties().has(square) && !self.flips(square).is_empty()
    }

    /// The board after a legal move that turns `flips`, seen by the opponent, who is to move then.
    #[inline(always)]
    #[must_use]
    pub const fn after(self, square: Square, flips: Bitboard) -> Board {
        Board {
            mover: Bitboard(self.opponent.0 & !flips.0),
            opponent: Bitboard(self.mover.0 | flips.0 | 1 << square.index()),
        }
    }

    /// The board after playing on the square.
    ///
    /// # Errors
    /// If the move is illegal; the legal moves are named.
    pub fn play(self, square: Square) -> Result<Board, BadInput> {
        if self.is_legal(square) {
            return Ok(self.after(square, self.flips(square)));
        }
        let (key, english) = if self.empties().has(square) {
            ("input-turns-nothing", "{square}, which turns no disc")
        } else {
            ("input-occupied", "{square}, which is occupied")
        };
        let found = message!(key, english, square = square.to_string());
        let remedy = message!("input-play-legal", "Play one of the legal moves");
        Err(BadInput::new("Othello move", None, found, self.expected_moves(), remedy))
    }

    /// The legal moves as an error message names them.
    pub fn expected_moves(self) -> Message {
        let names: Vec<String> = self.legal_moves().into_iter().map(|square| square.to_string()).collect();
        match (names.is_empty(), self.must_pass()) {
            (false, _) => message!("input-one-of", "one of {items}", items = names.join(" ")),
            (true, true) => message!("input-only-pass", "a pass, the only legal move"),
            (true, false) => message!("input-no-more-moves", "no further move, as the game is over"),
        }
    }

    /// The same discs with the other player to move.
    #[inline(always)]
    #[must_use]
    pub const fn passed(self) -> Board {
        Board { mover: self.opponent, opponent: self.mover }
    }

    /// Returns whether the player to move has no move but the opponent has.
    pub fn must_pass(self) -> bool {
        self.legal_moves().is_empty() && !self.opponent_moves().is_empty()
    }

    /// Returns whether neither player can move.
    pub fn is_over(self) -> bool {
        self.legal_moves().is_empty() && self.opponent_moves().is_empty()
    }

    /// The result in discs for the player to move if the game ends here: the difference, empty squares given
    /// to the winner; −64 to 64, always even on a full or decided board.
    pub const fn final_difference(self) -> i32 {
        let difference = self.mover.len() as i32 - self.opponent.len() as i32;
        let empties = self.empties().len() as i32;
        difference + difference.signum() * empties
    }

    /// A well-mixed hash: each word is multiplied with the other's complement-offset and folded, after Wang
    /// Yi's wyhash.
    #[inline(always)]
    pub const fn key(self) -> u64 {
        const FIRST: u64 = 0xA076_1D64_78BD_642F;
        const SECOND: u64 = 0xE703_7ED1_A0B4_28DB;
        const THIRD: u64 = 0x8EBC_6AF0_9C88_C6E3;
        let mixed = fold(self.mover.0 ^ FIRST, self.opponent.0 ^ SECOND);
        fold(mixed ^ self.mover.0, self.opponent.0.rotate_left(32) ^ THIRD)
    }

    /// A hash for small tables, of which only the highest bits are well mixed (multilinear hashing): vectors compute
    /// it for several boards at once.
    #[inline(always)]
    pub(crate) const fn quick_key(self) -> u64 {
        let [first, second] = QUICK_KEY_FACTORS;
        self.mover.0.wrapping_mul(first).wrapping_add(self.opponent.0.wrapping_mul(second))
    }
}

/// The factors of [`Board::quick_key`].
pub(crate) const QUICK_KEY_FACTORS: [u64; 2] = [0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB];

/// The upper half of a 128-bit product, XORed into the lower.
#[inline(always)]
const fn fold(left: u64, right: u64) -> u64 {
    let product = left as u128 * right as u128;
    product as u64 ^ (product >> 64) as u64
}
