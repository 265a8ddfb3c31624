//! The points and pieces of a Xiangqi board as files number them, and the boards that they make.
//!
//! A point is ten for each file, from Red's left, and one for each rank, from Red's side.

use search_core::BadInput;

use crate::scan::Place;
use crate::source::PartialGame;

/// The pieces in the order in which files have their points: Red's, then Black's.
pub(crate) const LETTERS: &[u8; 32] = b"RNBAKABNRCCPPPPPrnbakabnrccppppp";

/// The point of a piece that was taken.
pub(crate) const NOWHERE: u8 = 0xFF;

/// The name of a point: `e0`. Numbers from 90 on are none.
pub(crate) fn point_name(point: u8) -> Option<String> {
    let (file, rank) = (point / 10, point % 10);
    (point < 90).then(|| format!("{}{rank}", char::from(b'a' + file)))
}

/// The points of a move in coordinates; `None` of what is no move.
pub(crate) fn ends(mv: &str) -> Option<[u8; 2]> {
    match *mv.as_bytes() {
        [from_file @ b'a'..=b'i', from_rank @ b'0'..=b'9', to_file @ b'a'..=b'i', to_rank @ b'0'..=b'9'] => {
            Some(
                [(from_file, from_rank), (to_file, to_rank)]
                    .map(|(file, rank)| (file - b'a') * 10 + (rank - b'0')),
            )
        }
        _ => None,
    }
}

/// The points of the pieces of a FEN, in the order of [`LETTERS`]. Of more soldiers or guards than a side has at the start, which no
/// valid board has, the last are left out.
pub(crate) fn points(fen: &str) -> [u8; 32] {
    let mut points = [NOWHERE; 32];
    let ranks = fen.split(' ').next().unwrap_or_default().split('/');
    for (rank, row) in (0..10_u8).rev().zip(ranks) {
        let mut column = 0;
        for letter in row.bytes() {
            if letter.is_ascii_digit() {
                column += letter - b'0';
                continue;
            }
            let free = LETTERS
                .iter()
                .zip(&mut points)
                .find(|(known, point)| **known == letter && **point == NOWHERE);
            if let Some((_, point)) = free {
                *point = column * 10 + rank;
            }
            column += 1;
        }
    }
    points
}

/// Lets a game begin with these pieces, each with its point. The side to move is the one whose piece moves first; where none does
/// it is Red's turn, unless that cannot be.
pub(crate) fn set_board(
    game: &mut PartialGame<'_>,
    place: Place,
    pieces: impl Iterator<Item = (u8, u8)> + Clone,
    moves_first: Option<u8>,
) -> Result<(), BadInput> {
    let cells = placement(pieces.clone());
    let is_black = |(letter, point): (u8, u8)| moves_first == Some(point) && letter.is_ascii_lowercase();
    let side = if pieces.clone().any(is_black) { 'b' } else { 'w' };
    let set = game.set_board(place, &format!("{cells} {side}"));
    set.or_else(|bad| match moves_first {
        None => game.set_board(place, &format!("{cells} b")).map_err(|_| bad),
        Some(_) => Err(bad),
    })
}

/// The pieces as in a FEN.
fn placement(pieces: impl Iterator<Item = (u8, u8)>) -> String {
    let mut cells = [[b' '; 9]; 10];
    for (letter, point) in pieces.filter(|(_, point)| *point < 90) {
        cells[usize::from(point % 10)][usize::from(point / 10)] = letter;
    }
    let rank = |cells: &[u8; 9]| {
        let mut text = String::new();
        for part in cells.chunk_by(|one, other| *one == b' ' && *other == b' ') {
            match part[0] {
                b' ' => text.push_str(&part.len().to_string()),
                letter => text.push(char::from(letter)),
            }
        }
        text
    };
    let ranks: Vec<String> = cells.iter().rev().map(rank).collect();
    ranks.join("/")
}
