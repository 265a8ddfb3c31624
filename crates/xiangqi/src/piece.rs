//! The two sides and their pieces.

use std::ops::Not;

use search_core::{Message, message};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Moves first, plays up the board, upper case in FEN.
    Red,
    /// Plays down the board, lower case in FEN.
    Black,
}

impl Color {
    /// Both sides, Red first.
    pub const ALL: [Color; 2] = [Color::Red, Color::Black];

    /// 0 for Red, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline(always)]
    pub const fn opponent(self) -> Color {
        match self {
            Color::Red => Color::Black,
            Color::Black => Color::Red,
        }
    }

    /// The name in sentences.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Red => "Red",
            Color::Black => "Black",
        }
    }

    /// The name as sentences in any language have it.
    pub fn message(self) -> Message {
        message!(["side-xiangqi-0", "side-xiangqi-1"][self.index()], self.name())
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        self.opponent()
    }
}

/// The kind of a piece, of either side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PieceKind {
    /// General (帅 将).
    King,
    /// Advisor (仕 士).
    Advisor,
    /// Elephant (相 象).
    Elephant,
    /// Horse (马).
    Horse,
    /// Chariot (车).
    Rook,
    /// Cannon (炮).
    Cannon,
    /// Soldier (兵 卒).
    Soldier,
}

impl PieceKind {
    /// All kinds, in the order of their indices.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::King,
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Horse,
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Soldier,
    ];

    /// The place in [`PieceKind::ALL`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in sentences.
    pub const fn name(self) -> &'static str {
        ["general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier"][self.index()]
    }

    /// The UCCI letter, in upper case.
    pub const fn letter(self) -> char {
        ['K', 'A', 'B', 'N', 'R', 'C', 'P'][self.index()]
    }

    /// The kind for a letter of any dialect, in either case: UCCI `B N`, WXF `E H`, old `G` (advisor), `M`
    /// (elephant), `S` (soldier).
    pub const fn from_letter(letter: char) -> Option<PieceKind> {
        Some(match letter.to_ascii_uppercase() {
            'K' => PieceKind::King,
            'A' | 'G' => PieceKind::Advisor,
            'B' | 'E' | 'M' => PieceKind::Elephant,
            'N' | 'H' => PieceKind::Horse,
            'R' => PieceKind::Rook,
            'C' => PieceKind::Cannon,
            'P' | 'S' => PieceKind::Soldier,
            _ => return None,
        })
    }

    /// The order of exchange, from the cheapest: soldier 1, advisor, elephant, cannon, horse, chariot, general 7.
    #[inline(always)]
    pub const fn rank_in_value(self) -> usize {
        const RANKS: [u8; 7] = [7, 2, 3, 5, 6, 4, 1];
        RANKS[self as usize] as usize
    }
}

/// A piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// The kind.
    pub kind: PieceKind,
}

impl Piece {
    /// The number of different pieces.
    pub const COUNT: usize = 14;

    /// A piece of that side and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece { color, kind }
    }

    /// Red's kinds are 0 to 6, Black's 7 to 13.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.color as usize * 7 + self.kind as usize
    }

    /// The piece with this [`index`](Piece::index).
    pub const fn try_index(index: usize) -> Option<Piece> {
        if index >= Piece::COUNT {
            return None;
        }
        Some(Piece::new(Color::ALL[index / 7], PieceKind::ALL[index % 7]))
    }

    /// The piece for a letter of any dialect; upper case is Red.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Piece { color, kind }),
            None => None,
        }
    }

    /// The kind as sentences in any language name it; in some it depends on the side.
    pub fn message(self) -> Message {
        message!(format!("man-{}", self.kind.name()), self.kind.name(), seat = self.color.index())
    }

    /// The UCCI letter; upper case is Red.
    pub const fn letter(self) -> char {
        match self.color {
            Color::Red => self.kind.letter(),
            Color::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }
}
