//! Hashes of parts of the board by which static evaluations are corrected.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, PieceKind};

/// The number of parts: the soldiers of both sides, and each side's other pieces.
pub const KEYS: usize = 3;

/// The hash of one of the parts.
#[inline(always)]
pub fn key(board: &Board, index: usize) -> u64 {
    match index {
        0 => Color::ALL.into_iter().fold(0, |key, color| mix(key, board.of(color, PieceKind::Soldier))),
        1 => pieces(board, Color::Red),
        _ => pieces(board, Color::Black),
    }
}

/// The guards count by their number of points alone: taken together they are two sets less to mix.
#[inline(always)]
fn pieces(board: &Board, color: Color) -> u64 {
    let own = board.side_of(color);
    let guards =
        board.kind(PieceKind::King) | board.kind(PieceKind::Advisor) | board.kind(PieceKind::Elephant);
    let attackers = [PieceKind::Rook, PieceKind::Cannon, PieceKind::Horse];
    let key = mix(0, own & guards);
    attackers.into_iter().fold(key, |key, kind| mix(key, own & board.kind(kind)))
}

/// Two multiplications for each set (after the finaliser of Stafford's mixers).
#[inline(always)]
fn mix(key: u64, set: Bitboard) -> u64 {
    let bits = set.bits();
    let low = (bits as u64 ^ key).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let high = ((bits >> 64) as u64 ^ low >> 29).wrapping_mul(0x94D0_49BB_1331_11EB);
    low.rotate_left(23) ^ high ^ high >> 31
}
