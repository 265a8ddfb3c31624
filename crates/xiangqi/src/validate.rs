//! The definition of a valid board, used by every way to make one.
//!
//! Refused are only arrangements in which the rules cannot continue. More pieces of a kind than a set has, or soldiers
//! where none can have come, are met in composed problems.

use search_core::bad_input::{BadInput, Reason};
use search_core::{Message, message};

use crate::attacks::points;
use crate::board::Board;
use crate::fen::Setup;
use crate::piece::{Color, PieceKind};

/// The most men a side can have.
pub const MAX_MEN: usize = 16;

fn reason(found: Message, expected: Message) -> Reason {
    Reason::new(None, found, expected)
}

/// Every reason why the arrangement cannot be played on; none: it can.
pub fn faults(setup: &Setup) -> Vec<Reason> {
    let mut faults = Vec::new();
    for color in Color::ALL {
        let own = || setup.pieces().filter(move |(_, piece)| piece.color == color);
        let (men, kings) = (own().count(), own().filter(|(_, piece)| piece.kind == PieceKind::King).count());
        if men > MAX_MEN {
            let found = message!("fault-men", "{count} men of {side}", count = men, side = color.message());
            faults.push(reason(found, message!("fault-most-men", "at most {most} a side", most = MAX_MEN)));
        }
        if kings != 1 {
            let found = message!(
                "fault-generals",
                "{count} generals of {side}",
                count = kings,
                side = color.message()
            );
            faults.push(reason(found, message!("fault-one-general", "exactly one a side")));
        }
    }
    faults.extend(off_their_points(setup));
    if faults.is_empty() {
        faults.extend(exposed_kings(&Board::of_valid_kings(setup)));
    }
    faults
}

/// A general, advisor or elephant where it can never come.
fn off_their_points(setup: &Setup) -> impl Iterator<Item = Reason> + '_ {
    setup.pieces().filter_map(|(square, piece)| {
        let points = points(piece.color, piece.kind);
        let is_off = piece.kind != PieceKind::Soldier && !points.has(square);
        is_off.then(|| {
            let points: Vec<String> = points.into_iter().map(|point| point.to_string()).collect();
            let found = message!("fault-place", "{side}'s {man} on {square}", side = piece.color.message());
            let found = found.with("man", piece.message()).with("square", square.to_string());
            reason(found, message!("input-one-of", "one of {items}", items = points.join(" ")))
        })
    })
}

/// The generals facing each other, and a check to the side that is not to move.
fn exposed_kings(board: &Board) -> Vec<Reason> {
    let color = !board.side();
    let attackers = board.checkers_at(board.king(color), !color, board.occupied());
    let mut faults = Vec::new();
    if attackers.has(board.king(!color)) {
        let found = message!("fault-facing", "the generals facing each other on an open file");
        let expected = message!("fault-not-facing", "a piece between them, or different files");
        faults.push(reason(found, expected));
    }
    if !attackers.without(board.king(!color)).is_empty() {
        let found = message!("fault-check", "{side} in check with {other} to move", side = color.message());
        let expected = message!("fault-no-check", "at most the side to move in check");
        faults.push(reason(found.with("other", (!color).message()), expected));
    }
    faults
}

impl TryFrom<&Setup> for Board {
    type Error = BadInput;

    /// The board of a valid arrangement.
    ///
    /// # Errors
    /// Every fault of the arrangement.
    fn try_from(setup: &Setup) -> Result<Board, BadInput> {
        let reasons = faults(setup);
        if reasons.is_empty() {
            return Ok(Board::of_valid_kings(setup));
        }
        let remedy = message!("fault-remedy", "Correct the placement or the side to move");
        Err(BadInput::of("Xiangqi position", reasons, remedy))
    }
}
