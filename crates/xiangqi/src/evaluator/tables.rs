//! What a piece is worth by where it stands.
//!
//! Drawn are the left halves, the middle file last, from Red's side with Black's back rank first; right halves and
//! Black's tables follow by symmetry. A table holds only what differs from the piece's base value.

use search_core::Score;

use crate::piece::{Color, Piece, PieceKind};
use crate::square::{File, Rank, Square};

use super::tapered::Tapered;

/// By place: what it adds to the base value.
type Half = [[i32; 5]; 10];

/// Soldier 100, advisor and elephant 200. Cannons lose as screens leave the board, horses gain as their legs come
/// free, and chariots with the room they have.
const BASE: [Tapered; 7] = [
    Tapered::ZERO,
    Tapered::new(200, 190),
    Tapered::new(200, 190),
    Tapered::new(405, 450),
    Tapered::new(910, 950),
    Tapered::new(440, 415),
    Tapered::new(95, 110),
];

/// What a piece is worth on the full board wherever it stands; the general 0, as it is never won or lost.
#[inline(always)]
pub(super) const fn base(kind: PieceKind) -> Score {
    BASE[kind.index()].full()
}

const LEVEL: Half = [[0; 5]; 10];

/// Behind its guards on the back rank it is safe.
const KING_FULL: Half = [
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0, 0, 0, -45, -40],
    [0, 0, 0, -24, -18],
    [0, 0, 0, 0, 6],
];

/// With few attackers left it controls the middle file, and facing the other general it covers it to the far end.
const KING_BARE: Half = [
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0, 0, 0, -8, 4],
    [0, 0, 0, -2, 10],
    [0, 0, 0, 0, 10],
];

/// In the palace centre it protects the other advisor and is protected; on the raised corners it is out of the way.
const ADVISOR: Half = [
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0, 0, 0, -10, 0],
    [0, 0, 0, 0, 8],
    [0, 0, 0, 2, 0],
];

/// In the middle the two protect each other; at the edge one stands alone and is lost to the first attack.
const ELEPHANT: Half = [
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0; 5],
    [0, 0, -2, 0, 0],
    [0; 5],
    [-12, 0, 0, 0, 14],
    [0; 5],
    [0, 0, 2, 0, 0],
];

/// Eight free legs in the centre, four at an edge. c8, d7 and c7 are the points from where it mates with a chariot;
/// in its own palace it blocks everything.
const HORSE: Half = [
    [-18, -8, 0, 4, 0],
    [-8, 6, 40, 12, 4],
    [0, 16, 34, 38, 18],
    [6, 20, 26, 30, 28],
    [4, 20, 24, 28, 30],
    [-2, 12, 20, 24, 26],
    [-6, 2, 12, 14, 10],
    [-10, 0, 8, 2, 0],
    [-20, -10, 0, -6, -34],
    [-26, -14, -10, -16, -32],
];

/// It hardly matters how far forward it is; what matters is to see the other palace from outside it.
const ROOK: Half = [
    [10, 12, 10, 18, 16],
    [14, 20, 16, 30, 32],
    [12, 16, 14, 26, 26],
    [12, 20, 18, 24, 26],
    [14, 22, 20, 26, 26],
    [12, 20, 18, 24, 24],
    [4, 12, 10, 18, 16],
    [-4, 8, 4, 14, 10],
    [-2, 6, 4, 14, 2],
    [-16, 2, -2, 10, -6],
];

/// On the middle file it fixes what stands before the general, on the far back rank it takes the general in the
/// flank. Amid the enemy's pieces it only gets hit.
const CANNON: Half = [
    [22, 18, 10, -6, -8],
    [8, 6, 0, -8, -14],
    [6, 6, -2, -10, -14],
    [0, 4, 4, 4, 8],
    [4, 2, 2, 2, 10],
    [2, 2, 6, 4, 12],
    [0, 0, 2, 2, 10],
    [2, 4, 8, 8, 16],
    [0, 2, 6, 6, 2],
    [-2, 0, 2, 4, 0],
];

/// Across the river it is worth twice as much, near the palace most; on the back rank it can only walk sideways.
const SOLDIER_FULL: Half = [
    [-20, 0, 10, 20, 25],
    [70, 100, 125, 160, 170],
    [80, 105, 130, 150, 155],
    [80, 95, 115, 130, 135],
    [70, 80, 95, 100, 110],
    [0, 0, 14, 0, 16],
    [-4, 0, 0, 0, 8],
    [0; 5],
    [0; 5],
    [0; 5],
];

/// With few pieces left there is time for every soldier, and one that has not gone too far forward may decide the game.
const SOLDIER_BARE: Half = [
    [-5, 5, 15, 30, 35],
    [70, 90, 115, 135, 140],
    [95, 115, 135, 145, 145],
    [100, 115, 130, 135, 135],
    [95, 100, 110, 115, 115],
    [10, 0, 14, 0, 12],
    [0, 0, 0, 0, 4],
    [0; 5],
    [0; 5],
    [0; 5],
];

/// The full and the bare half of each kind.
const HALVES: [[&Half; 2]; 7] = [
    [&KING_FULL, &KING_BARE],
    [&ADVISOR, &LEVEL],
    [&ELEPHANT, &LEVEL],
    [&HORSE, &HORSE],
    [&ROOK, &ROOK],
    [&CANNON, &CANNON],
    [&SOLDIER_FULL, &SOLDIER_BARE],
];

/// By [`Piece::index`] and point: base value and place, from the view of the piece's own side.
static WORTH: [[Tapered; Square::COUNT]; Piece::COUNT] = worth();

const fn worth() -> [[Tapered; Square::COUNT]; Piece::COUNT] {
    let mut table = [[Tapered::ZERO; Square::COUNT]; Piece::COUNT];
    let mut kind = 0;
    while kind < 7 {
        let mut place = 0;
        while place < Square::COUNT {
            let (file, rank) = (place % 9, place / 9);
            let column = if file > 4 { 8 - file } else { file };
            let [full, bare] = HALVES[kind];
            let added = Tapered::new(full[9 - rank][column], bare[9 - rank][column]);
            let square = Square::new(File::ALL[file], Rank::ALL[rank]);
            let worth = BASE[kind].plus(added);
            table[Piece::new(Color::Red, PieceKind::ALL[kind]).index()][square.index()] = worth;
            table[Piece::new(Color::Black, PieceKind::ALL[kind]).index()][square.flipped().index()] = worth;
            place += 1;
        }
        kind += 1;
    }
    table
}

/// What a piece on a point is worth to its own side.
#[inline(always)]
pub(super) fn worth_on(piece: Piece, square: Square) -> Tapered {
    WORTH[piece.index()][square.index()]
}
