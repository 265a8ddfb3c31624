//! Algebraic notation, in which xboard writes games: `Hc2`, `Rxb9`, `Cbe2`, `E4e2`, `c5`, `gxg4`, `Ch9+`.

use search_core::MoveKind;

use crate::board::Board;
use crate::movegen;
use crate::moves::Move;
use crate::piece::PieceKind;
use crate::square::Square;

/// The legal move that a text means: a letter for any piece but a soldier, where needed the file, the rank or both that it comes from,
/// then the point that it goes to. `None` of another text, and where none or several fit.
pub(super) fn parse(board: &Board, text: &str) -> Option<Move> {
    let text = text.trim_end_matches(['+', '#']);
    let (kind, rest) = match kind(text.chars().next()?) {
        Some(kind) => (kind, &text[1..]),
        None => (PieceKind::Soldier, text),
    };
    let (from, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to = Square::parse(to).filter(|_| to.starts_with(|file: char| file.is_ascii_lowercase()))?;
    let from = from.strip_suffix('x').unwrap_or(from);
    if kind == PieceKind::Soldier && from.len() == 2 {
        // These are coordinates, of any piece.
        return None;
    }
    let fits = |mv: &Move| {
        let is_of_kind = board.at(mv.from()).is_some_and(|piece| piece.kind == kind);
        is_of_kind && mv.to() == to && comes_from(&mv.from().to_string(), from)
    };
    let fitting: Vec<Move> = movegen::list(board, MoveKind::All).into_iter().filter(fits).collect();
    // A soldier of which no file is written goes ahead: `e8` beside `fe8`.
    let is_ahead = |mv: &Move| kind == PieceKind::Soldier && mv.from().file() == to.file();
    only(&fitting).or_else(|| only(&fitting.into_iter().filter(is_ahead).collect::<Vec<_>>()))
}

/// The move of a list that has no other.
fn only(moves: &[Move]) -> Option<Move> {
    match moves {
        &[mv] => Some(mv),
        _ => None,
    }
}

fn kind(letter: char) -> Option<PieceKind> {
    Some(match letter {
        'K' => PieceKind::King,
        'A' => PieceKind::Advisor,
        'B' | 'E' => PieceKind::Elephant,
        'H' | 'N' => PieceKind::Horse,
        'R' => PieceKind::Rook,
        'C' => PieceKind::Cannon,
        'P' => PieceKind::Soldier,
        _ => return None,
    })
}

/// Returns whether a point is that of a text, or on its file or its rank.
fn comes_from(point: &str, text: &str) -> bool {
    match text.len() {
        0 => true,
        1 => point.contains(text),
        _ => point == text,
    }
}
