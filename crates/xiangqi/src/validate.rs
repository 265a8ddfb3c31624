//! The definition of a valid board, used by every way to make one.
//!
//! Refused are only arrangements in which the rules cannot continue. More pieces of a kind than a set has, or soldiers
//! where none can have come, are met in composed problems and only worth a warning.

use std::fmt;

use search_core::bad_input::{BadInput, Reason};

use crate::attacks::points;
use crate::board::Board;
use crate::piece::{Color, Piece, PieceKind};
use crate::setup::Setup;
use crate::square::Square;

/// The most men a side can have.
pub const MAX_MEN: usize = 16;

/// Why an arrangement is not a board that can be played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A side has no general, or several.
    Kings {
        /// The side.
        color: Color,
        /// The number that it has.
        count: usize,
    },
    /// A side has more than [`MAX_MEN`] men.
    Crowd {
        /// The side.
        color: Color,
        /// The number that it has.
        count: usize,
    },
    /// A general, advisor or elephant stands where it can never come.
    OffItsPoints {
        /// The piece.
        piece: Piece,
        /// The point where it stands.
        square: Square,
    },
    /// The generals face each other on an open file.
    Facing,
    /// The side that is not to move is in check: its general could be taken.
    KingCanBeTaken {
        /// The side in check.
        color: Color,
    },
}

impl Fault {
    /// The fault, and what should be.
    pub fn describe(self) -> (String, String) {
        match self {
            Fault::Kings { color, count } => {
                (format!("{count} generals of {}", color.name()), "exactly one a side".into())
            }
            Fault::Crowd { color, count } => {
                (format!("{count} men of {}", color.name()), format!("at most {MAX_MEN} a side"))
            }
            Fault::OffItsPoints { piece, square } => (
                format!("{}'s {} on {square}", piece.color.name(), piece.kind.name()),
                expected_points(piece),
            ),
            Fault::Facing => (
                "the generals facing each other on an open file".into(),
                "a piece between them, or different files".into(),
            ),
            Fault::KingCanBeTaken { color } => (
                format!("{} in check with {} to move", color.name(), (!color).name()),
                "at most the side to move in check".into(),
            ),
        }
    }
}

fn expected_points(piece: Piece) -> String {
    let squares: Vec<String> =
        points(piece.color, piece.kind).into_iter().map(|square| square.to_string()).collect();
    format!("one of {}", squares.join(" "))
}

/// An unusual feature of an arrangement, though it can be played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warning {
    /// A side has more pieces of a kind than a set has.
    Surplus {
        /// The pieces.
        piece: Piece,
        /// The number of them.
        count: usize,
    },
    /// A soldier stands where none can come: behind its starting line, or beside its files before the river.
    StraySoldier {
        /// Whose it is.
        color: Color,
        /// The point where it stands.
        square: Square,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Surplus { piece, count } => {
                let (side, kind) = (piece.color.name(), piece.kind.name());
                write!(
                    out,
                    "{side} has {count} pieces of the kind {kind}, a set has {}",
                    piece.kind.full_count()
                )
            }
            Warning::StraySoldier { color, square } => {
                write!(out, "{}'s soldier on {square} cannot have come there", color.name())
            }
        }
    }
}

/// Every reason why the arrangement cannot be played on; none: it can.
pub fn faults(setup: &Setup) -> Vec<Fault> {
    let mut faults = Vec::new();
    for color in Color::ALL {
        let count = of_side(setup, color).count();
        if count > MAX_MEN {
            faults.push(Fault::Crowd { color, count });
        }
        let count = of_side(setup, color).filter(|(_, piece)| piece.kind == PieceKind::King).count();
        if count != 1 {
            faults.push(Fault::Kings { color, count });
        }
    }
    faults.extend(off_their_points(setup));
    if faults.is_empty() {
        faults.extend(exposed_king(&Board::of_valid_kings(setup)));
    }
    faults
}

fn of_side(setup: &Setup, color: Color) -> impl Iterator<Item = (Square, Piece)> + '_ {
    setup.pieces().filter(move |(_, piece)| piece.color == color)
}

fn off_their_points(setup: &Setup) -> impl Iterator<Item = Fault> + '_ {
    setup
        .pieces()
        .filter(|(square, piece)| {
            piece.kind != PieceKind::Soldier && !points(piece.color, piece.kind).has(*square)
        })
        .map(|(square, piece)| Fault::OffItsPoints { piece, square })
}

/// Returns whether the side to move could take the general.
fn exposed_king(board: &Board) -> impl Iterator<Item = Fault> {
    let color = !board.side();
    let attackers = board.checkers_at(board.king(color), !color, board.occupied());
    let facing = attackers.has(board.king(!color)).then_some(Fault::Facing);
    let check = attackers.without(board.king(!color));
    facing.into_iter().chain((!check.is_empty()).then_some(Fault::KingCanBeTaken { color }))
}

impl TryFrom<&Setup> for Board {
    type Error = BadInput;

    /// The board of a valid arrangement.
    ///
    /// # Errors
    /// Every fault of the arrangement.
    fn try_from(setup: &Setup) -> Result<Board, BadInput> {
        let reasons: Vec<Reason> = faults(setup)
            .into_iter()
            .map(|fault| {
                let (found, expected) = fault.describe();
                Reason { column: None, found, expected }
            })
            .collect();
        if reasons.is_empty() {
            return Ok(Board::of_valid_kings(setup));
        }
        let remedy = "Correct the placement or the side to move".into();
        Err(BadInput { kind: "Xiangqi position", place: None, reasons, remedy })
    }
}

/// Everything that is unusual about the arrangement.
pub fn warnings(setup: &Setup) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            let piece = Piece::new(color, kind);
            let count = setup.pieces().filter(|(_, other)| *other == piece).count();
            if count > kind.full_count() as usize {
                warnings.push(Warning::Surplus { piece, count });
            }
        }
        let stray = of_side(setup, color).filter(|(square, piece)| {
            piece.kind == PieceKind::Soldier && !points(color, PieceKind::Soldier).has(*square)
        });
        warnings.extend(stray.map(|(square, _)| Warning::StraySoldier { color, square }));
    }
    warnings
}
