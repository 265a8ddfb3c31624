//! Finding the move that a text means.

use search_core::bad_input::{BadInput, quote};
use search_core::{Message, MoveKind, message};

use crate::board::Board;
use crate::movegen::{self, Illegal};
use crate::moves::Move;
use crate::piece::PieceKind;
use crate::square::Square;

use super::algebraic;
use super::spell::{ReadingPriority, spellings};
use super::symbol::{self, Phrase, Script, Symbol};
use super::write_move;

const KIND: &str = "Xiangqi move";

/// Reads a move of the side to move in coordinates (`h2e2`, `H2-E2`), WXF letters, Chinese characters or algebraic notation (`Che2`,
/// `Rxb9`), in which capitals are pieces and small letters files.
///
/// Read are both orders of sign and piece (`C+.4`, `+C.4`, 前炮平四), `=` and `.`, all widths of digits and signs,
/// simplified and traditional characters of either side, the letters of all dialects in either case, and soldiers
/// after WXF, the World Xiangqi Rules and XQBase. `P3` is the middle soldier where there is one, then the soldier on
/// file 3.
///
/// # Errors
/// [`BadInput`] if the text is no move, is not legal here, or fits several moves; with those that could be meant.
pub fn parse_move(board: &Board, text: &str) -> Result<Move, BadInput> {
    if let Some(mv) = algebraic::parse(board, text.trim()) {
        return Ok(mv);
    }
    if is_in_coordinates(text.trim()) {
        let indent = text.chars().take_while(|letter| letter.is_whitespace()).count();
        return parse_coordinates(board, text.trim()).map_err(|bad| bad.shifted(indent));
    }
    let (script, phrase) = symbol::parse(text)?;
    match fitting(board, script, phrase)[..] {
        [mv] => Ok(mv),
        [] => Err(nothing_fits(board, text, script, phrase)),
        ref several => Err(ambiguous(board, text, script, several)),
    }
}

/// The legal moves that the symbols spell, in the order of generation; of different claims only the strongest.
pub(crate) fn fitting(board: &Board, script: Script, phrase: Phrase) -> Vec<Move> {
    let legal = movegen::list(board, MoveKind::All).into_iter();
    let readings: Vec<(Move, ReadingPriority)> =
        legal.filter_map(|mv| Some((mv, priority(board, mv, script, phrase)?))).collect();
    let strongest = readings.iter().map(|&(_, priority)| priority).max();
    readings.into_iter().filter(|&(_, priority)| Some(priority) == strongest).map(|(mv, _)| mv).collect()
}

fn priority(board: &Board, mv: Move, script: Script, phrase: Phrase) -> Option<ReadingPriority> {
    let spellings = spellings(board, mv, script).into_iter();
    spellings.filter(|spelling| spelling.phrase == phrase).map(|spelling| spelling.priority).max()
}

/// Four characters of which the first and third are letters, a hyphen between them or not; WXF has none third.
fn is_in_coordinates(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let ([a, b, c, d] | [a, b, '-', c, d]) = letters[..] else { return false };
    [a, c].iter().all(char::is_ascii_alphabetic) && [b, d].iter().all(char::is_ascii_digit)
}

fn parse_coordinates(board: &Board, text: &str) -> Result<Move, BadInput> {
    let mv = Move::parse(text)?;
    movegen::check(board, mv).map(|()| mv).map_err(|illegal| {
        let kind = board.at(mv.from()).filter(|piece| piece.color == board.side()).map(|piece| piece.kind);
        let moves = |other: &Move| kind.is_none() || other.from() == mv.from();
        let expected = expected_moves(board, moves, |other| other.to_string());
        BadInput::new(KIND, None, but(text, illegal), expected, remedy(board))
    })
}

/// The text of a move that is not legal.
fn but(text: &str, illegal: Illegal) -> Message {
    message!("input-but", "{text}, but {reason}", text = quote(text), reason = illegal.message())
}

fn ambiguous(board: &Board, text: &str, script: Script, several: &[Move]) -> BadInput {
    let fitting: Vec<Message> =
        several.iter().map(|&mv| Message::verbatim(in_both_ways(board, mv, script))).collect();
    let found =
        message!("input-ambiguous", "{text}, which fits {fitting}", text = quote(text), fitting = fitting);
    let expected = message!("input-one-move", "a text that fits one move");
    let remedy = message!("input-coordinates", "Write the move in coordinates, as in h2e2");
    BadInput::new(KIND, None, found, expected, remedy)
}

fn nothing_fits(board: &Board, text: &str, script: Script, phrase: Phrase) -> BadInput {
    let found = forbidden(board, script, phrase).map_or_else(|| quote(text), |illegal| but(text, illegal));
    let meant = phrase[..2].iter().find_map(|symbol| match symbol {
        Symbol::Kind(kind) => Some(*kind),
        _ => None,
    });
    let is_of_kind = |mv: &Move| meant.is_none_or(|kind| kind_of(board, *mv) == Some(kind));
    let expected = expected_moves(board, is_of_kind, |mv| in_both_ways(board, mv, script));
    BadInput::new(KIND, None, found, expected, remedy(board))
}

fn remedy(board: &Board) -> Message {
    if movegen::has_moves(board) {
        message!("input-choose-move", "Choose one of the legal moves")
    } else {
        message!("input-choose-position", "Choose a position in which the game goes on")
    }
}

fn kind_of(board: &Board, mv: Move) -> Option<PieceKind> {
    board.at(mv.from()).map(|piece| piece.kind)
}

/// Why the move is not legal that the symbols would spell if the own general did not matter.
fn forbidden(board: &Board, script: Script, phrase: Phrase) -> Option<Illegal> {
    let pieces = board.side_of(board.side());
    let mut moves =
        pieces.into_iter().flat_map(|from| Square::all().filter_map(move |to| Move::try_new(from, to)));
    moves.find_map(|mv| match movegen::check(board, mv) {
        Err(illegal @ (Illegal::Check | Illegal::Facing)) => {
            priority(board, mv, script, phrase).map(|_| illegal)
        }
        _ => None,
    })
}

fn in_both_ways(board: &Board, mv: Move, script: Script) -> String {
    format!("{} ({mv})", write_move(board, mv, script))
}

/// The legal moves that may have been meant, as many as a line holds; all moves if that leaves none.
fn expected_moves(
    board: &Board,
    is_meant: impl Fn(&Move) -> bool,
    write: impl Fn(Move) -> String,
) -> Message {
    const SHOWN: usize = 12;
    let legal = movegen::list(board, MoveKind::All);
    let meant: Vec<Move> = legal.iter().copied().filter(is_meant).collect();
    if legal.is_empty() {
        return message!("input-over", "no move: the game is over");
    }
    let (key, english, moves) = match meant[..] {
        [] => ("input-other-moves", "a legal move: none of that piece, but {moves}", legal),
        _ => ("input-legal-move", "a legal move: {moves}", meant),
    };
    let shown: Vec<String> = moves.iter().take(SHOWN).map(|&mv| write(mv)).collect();
    let more = if moves.len() > SHOWN { ", …" } else { "" };
    message!(key, english, moves = shown.join(", ") + more)
}
