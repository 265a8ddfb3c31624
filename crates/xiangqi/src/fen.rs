//! Positions as text, by way of any arrangement of pieces, valid or not.
//!
//! Read are both letter dialects (`N B` and `H E`) and the old letters `G M S`, the sides `w r R` and `b`, and texts
//! that stop after the side. Written are UCCI letters and all six fields.

use std::fmt;

use search_core::bad_input::{BadInput, Reason, quote, the_end};
use search_core::{Message, message};

use crate::piece::{Color, Piece};
use crate::square::Square;

/// The position that games start from.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// An arrangement of pieces with a side to move and the two counters of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The piece on each point, from a0 to i9.
    pub cells: [Option<Piece>; Square::COUNT],
    /// The side to move.
    pub side: Color,
    /// Plies since the last capture, as the FEN counts them.
    pub plies: u16,
    /// The move number, from 1.
    pub number: u16,
}

impl Setup {
    /// An empty board with Red to move.
    pub const EMPTY: Setup = Setup { cells: [None; Square::COUNT], side: Color::Red, plies: 0, number: 1 };

    /// The points that hold a piece, with the piece.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().zip(self.cells).filter_map(|(square, piece)| Some((square, piece?)))
    }

    /// The arrangement with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Setup {
        self.rearranged(Square::mirrored)
    }

    /// The arrangement with the sides exchanged: each side's pieces, and the move, go to the other.
    #[must_use]
    pub fn flipped(&self) -> Setup {
        let mut flipped = self.rearranged(Square::flipped);
        for piece in flipped.cells.iter_mut().flatten() {
            piece.color = !piece.color;
        }
        flipped.side = !self.side;
        flipped
    }

    fn rearranged(&self, place: impl Fn(Square) -> Square) -> Setup {
        let mut cells = [None; Square::COUNT];
        for (square, piece) in self.pieces() {
            cells[place(square).index()] = Some(piece);
        }
        Setup { cells, ..self.clone() }
    }
}

/// Reads a FEN: board, side, and as far as they are there `- -`, plies without a capture, move number.
///
/// # Errors
/// Everything that is not in order, with its column in `text`.
pub fn parse(text: &str) -> Result<Setup, BadInput> {
    let mut fields = fields(text);
    let mut parser = Parser { setup: Setup::EMPTY, reasons: Vec::new() };
    let end = text.chars().count() + 1;
    match fields.next() {
        Some((column, board)) => parser.board(column, board),
        None => {
            let expected = message!("input-fen-whole", "ten ranks and a side to move");
            parser.reject(1, quote(""), expected);
            return parser.finish();
        }
    }
    match fields.next() {
        Some((column, side)) => parser.side(column, side),
        None => parser.reject(end, the_end(), expected_side()),
    }
    for (column, field) in fields.by_ref().take(2) {
        if field != "-" {
            let expected = message!("input-fen-dash", "-, as only chess uses this field");
            parser.reject(column, quote(field), expected);
        }
    }
    if let Some((column, plies)) = fields.next() {
        let english = "plies since the last capture, a number from 0 to {most}";
        parser.setup.plies = parser.number(column, plies, Message::new("input-fen-plies", english));
    }
    if let Some((column, number)) = fields.next() {
        let english = "the move number, a number from 0 to {most}";
        parser.setup.number = parser.number(column, number, Message::new("input-fen-number", english)).max(1);
    }
    if let Some((column, rest)) = fields.next() {
        parser.reject(column, quote(rest), message!("input-fen-rest", "the end after the move number"));
    }
    parser.finish()
}

/// The blank-separated fields of a text, each with its column counted in characters from 1.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |field| {
        let bytes = field.as_ptr() as usize - text.as_ptr() as usize;
        (text[..bytes].chars().count() + 1, field)
    })
}

fn expected_side() -> Message {
    message!("input-fen-side", "the side to move, w or b")
}

struct Parser {
    setup: Setup,
    reasons: Vec<Reason>,
}

impl Parser {
    fn reject(&mut self, column: usize, found: Message, expected: Message) {
        self.reasons.push(Reason::new(Some(column), found, expected));
    }

    fn board(&mut self, column: usize, text: &str) {
        let ranks = text.split('/').count();
        if ranks != 10 {
            let english = if ranks == 1 { "{count} rank" } else { "{count} ranks" };
            let found = message!("input-fen-ranks", english, count = ranks);
            self.reject(column, found, message!("input-fen-ten-ranks", "ten ranks separated by /"));
        }
        let mut column = column;
        for (index, rank) in text.split('/').enumerate() {
            if index < 10 {
                self.rank(column, 9 - index, rank);
            }
            column += rank.chars().count() + 1;
        }
    }

    fn rank(&mut self, column: usize, rank: usize, text: &str) {
        let mut file = 0;
        for (offset, letter) in text.chars().enumerate() {
            if let Some(run @ 1..=9) = letter.to_digit(10) {
                file += run as usize;
                continue;
            }
            match Piece::from_letter(letter) {
                Some(piece) if file < 9 => self.setup.cells[rank * 9 + file] = Some(piece),
                Some(_) => {}
                // Beyond the last file, only the number of points is reported.
                None if file < 9 => {
                    let english =
                        "a piece letter (K A B N R C P, lower case for Black) or a digit from 1 to 9";
                    let expected = message!("input-fen-piece", english);
                    self.reject(column + offset, quote(&letter.to_string()), expected);
                }
                None => {}
            }
            file += 1;
        }
        if file != 9 {
            let (key, english) = match (text.is_empty(), file == 1) {
                (true, _) => ("input-fen-no-points", "{count} points in rank {rank}"),
                (false, true) => ("input-fen-points", "{count} point in rank {rank}, {text}"),
                (false, false) => ("input-fen-points", "{count} points in rank {rank}, {text}"),
            };
            let found = message!(key, english, count = file, rank = rank, text = quote(text));
            self.reject(column, found, message!("input-fen-nine", "nine"));
        }
    }

    fn side(&mut self, column: usize, text: &str) {
        match text {
            "w" | "r" | "R" => self.setup.side = Color::Red,
            "b" => self.setup.side = Color::Black,
            _ => self.reject(column, quote(text), expected_side()),
        }
    }

    /// A number up to the `most` that the message names.
    fn number(&mut self, column: usize, text: &str, expected: Message) -> u16 {
        text.parse().unwrap_or_else(|_| {
            self.reject(column, quote(text), expected.with("most", u16::MAX.to_string()));
            0
        })
    }

    fn finish(self) -> Result<Setup, BadInput> {
        if self.reasons.is_empty() {
            return Ok(self.setup);
        }
        let remedy = message!(
            "input-fen-remedy",
            "Write the position like the start position, {start}",
            start = START
        );
        Err(BadInput::of("Xiangqi FEN", self.reasons, remedy))
    }
}

pub(crate) fn write_board(out: &mut fmt::Formatter<'_>, setup: &Setup) -> fmt::Result {
    for rank in (0..10).rev() {
        let mut empty = 0;
        for file in 0..9 {
            let piece = setup.cells[rank * 9 + file];
            if let Some(piece) = piece {
                write_run(out, empty)?;
                write!(out, "{}", piece.letter())?;
            }
            empty = if piece.is_some() { 0 } else { empty + 1 };
        }
        write_run(out, empty)?;
        out.write_str(if rank > 0 { "/" } else { " " })?;
    }
    out.write_str(match setup.side {
        Color::Red => "w",
        Color::Black => "b",
    })
}

fn write_run(out: &mut fmt::Formatter<'_>, empty: usize) -> fmt::Result {
    if empty > 0 { write!(out, "{empty}") } else { Ok(()) }
}

/// The whole FEN of an arrangement.
impl fmt::Display for Setup {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(out, self)?;
        write!(out, " - - {} {}", self.plies, self.number)
    }
}

#[cfg(test)]
mod tests;
