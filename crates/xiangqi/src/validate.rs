//! The definition of a valid board, used by every way to make one.
//!
//! Refused are only arrangements in which the rules cannot continue. More pieces of a kind than a set has, or soldiers
//! where none can have come, are met in composed problems.

use search_core::bad_input::{BadInput, Reason};

use crate::attacks::points;
use crate::board::Board;
use crate::fen::Setup;
use crate::piece::{Color, PieceKind};

/// The most men a side can have.
pub const MAX_MEN: usize = 16;

fn reason(found: String, expected: impl Into<String>) -> Reason {
    Reason { column: None, found, expected: expected.into() }
}

/// Every reason why the arrangement cannot be played on; none: it can.
pub fn faults(setup: &Setup) -> Vec<Reason> {
    let mut faults = Vec::new();
    for color in Color::ALL {
        let own = || setup.pieces().filter(move |(_, piece)| piece.color == color);
        let (men, kings) = (own().count(), own().filter(|(_, piece)| piece.kind == PieceKind::King).count());
        if men > MAX_MEN {
            faults
                .push(reason(format!("{men} men of {}", color.name()), format!("at most {MAX_MEN} a side")));
        }
        if kings != 1 {
            faults.push(reason(format!("{kings} generals of {}", color.name()), "exactly one a side"));
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
            let found = format!("{}'s {} on {square}", piece.color.name(), piece.kind.name());
            reason(found, format!("one of {}", points.join(" ")))
        })
    })
}

/// The generals facing each other, and a check to the side that is not to move.
fn exposed_kings(board: &Board) -> Vec<Reason> {
    let color = !board.side();
    let attackers = board.checkers_at(board.king(color), !color, board.occupied());
    let mut faults = Vec::new();
    if attackers.has(board.king(!color)) {
        let found = "the generals facing each other on an open file".to_owned();
        faults.push(reason(found, "a piece between them, or different files"));
    }
    if !attackers.without(board.king(!color)).is_empty() {
        let found = format!("{} in check with {} to move", color.name(), (!color).name());
        faults.push(reason(found, "at most the side to move in check"));
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
        let remedy = "Correct the placement or the side to move".into();
        Err(BadInput { kind: "Xiangqi position", place: None, reasons, remedy })
    }
}
