//! Names, units and other facts about a game.

use std::fmt::Write;

use crate::score::Unit;
use crate::session::Seat;
use crate::strength::{Strength, StrengthLimits};
use search_core::message::Message;

/// Names and units of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// As options and records spell it: lower-case letters and digits.
    pub name: &'static str,
    /// As headings spell it.
    pub title: &'static str,
    /// A few words for the help.
    pub summary: &'static str,
    /// The colours by seat in lower case.
    pub sides: [&'static str; 2],
    /// The colours by seat, as sentences begin with them.
    pub colours: [&'static str; 2],
    /// The worth of a score of 100, in the singular: `disc`.
    pub hundred: &'static str,
    /// The unit in which scores are shown.
    pub unit: Unit,
    /// Set if a side may have to pass, so that perft has several conventions.
    pub has_passes: bool,
    /// The shape of its board.
    pub board: BoardShape,
    /// The default set of rules, if there are several.
    pub rules: Option<&'static str>,
    /// The names of all sets of rules, the default first; empty if there is only one.
    pub rule_sets: &'static [&'static str],
    /// The moves of each side without a capture after which a game is drawn, in games with such a rule.
    pub quiet_moves: Option<u16>,
    /// Set if moves have notations beside the coordinates.
    pub has_notations: bool,
    /// Set if late positions can be solved.
    pub has_solver: bool,
    /// Set if evaluations can be explained.
    pub has_explanation: bool,
    /// The highest level of strength, if its engine has levels that are more than a depth.
    pub levels: Option<u8>,
    /// The level at which its engine plays with a person; `None`: it takes a second for each move.
    pub default_level: Option<u8>,
    /// What engines of each [`Strength`] are allowed, from the weakest on.
    pub strengths: &'static [StrengthLimits; Strength::COUNT],
    /// How much worse than the best, in units of score, a move of the opening may be where games are to differ.
    pub variety: i32,
    /// Set if the scores of odd and of even depths differ so much that the mean of two is the better estimate.
    pub averages_depths: bool,
    /// The size of the table that the engine takes by itself.
    pub table_bytes: usize,
    /// Set if boards of openings and last positions are FENs, behind which the operations of an EPD line may stand.
    pub has_epd: bool,
    /// The tags of its PGN files.
    pub pgn: PgnTags,
    /// The forms of its game files beside PGN and lines of moves, by their usual endings: `ggf`.
    pub file_forms: &'static [&'static str],
    /// The axis of score graphs.
    pub scores: ScoreAxis,
    /// The texts of the list of commands at a terminal.
    pub help: HelpTexts,
}

impl GameInfo {
    /// The title, as sentences in any language have it.
    pub fn message(&self) -> Message {
        Message::new(format!("game-{}", self.name), self.title)
    }

    /// The side of a seat, as sentences in any language name it.
    pub fn side(&self, seat: Seat) -> Message {
        Message::new(format!("side-{}-{}", self.name, seat.index()), self.colours[seat.index()])
    }

    /// A game of these names, with discs in cells, scores in hundredths and nothing that only some games have.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        sides: [&'static str; 2],
        colours: [&'static str; 2],
        board: BoardShape,
    ) -> GameInfo {
        GameInfo {
            name,
            title,
            summary: title,
            sides,
            colours,
            hundred: "point",
            unit: Unit { name: "points", size: 100 },
            has_passes: false,
            board,
            rules: None,
            rule_sets: &[],
            quiet_moves: None,
            has_notations: false,
            has_solver: false,
            has_explanation: false,
            levels: None,
            default_level: None,
            strengths: &StrengthLimits::DOUBLING,
            variety: 0,
            averages_depths: false,
            table_bytes: 64 << 20,
            has_epd: false,
            pgn: PgnTags {
                game: title,
                players: [&["White"], &["Black"]],
                clocks: ["WhiteTimeControl", "BlackTimeControl"],
            },
            file_forms: &[],
            scores: ScoreAxis { bend: 300, levels: [100, 300, 1000] },
            help: HelpTexts {
                example: "a move",
                moves: &[("MOVE", "play a move, or several with blanks between them")],
                position: "begin from a position",
                level: "think N plies ahead",
            },
        }
    }
}

/// The shape of a board, by which pages draw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case", tag = "kind"))]
pub enum BoardShape {
    /// Discs in cells. A position's text begins with a letter for each cell, row by row: `X` for the side that begins,
    /// `O` for the other, `-` for none.
    Cells {
        /// Cells in a row.
        columns: u8,
        /// Rows.
        rows: u8,
        /// Set if the first row is drawn on top and has the number 1.
        is_first_row_on_top: bool,
    },
    /// Pieces on the points of a Xiangqi board. A position is a FEN.
    Xiangqi,
}

/// The tags of PGN that differ from game to game.
#[derive(Clone, Copy, Debug)]
pub struct PgnTags {
    /// The tag `Game`.
    pub game: &'static str,
    /// The tags of the players' names, by seat.
    pub players: [&'static [&'static str]; 2],
    /// The tags of their time controls, where these differ.
    pub clocks: [&'static str; 2],
}

/// The texts of the list of commands at a terminal. Rows are what is typed and what it does.
#[derive(Clone, Copy, Debug)]
pub struct HelpTexts {
    /// Moves: `a move such as f5`.
    pub example: &'static str,
    /// The forms of moves as they are typed.
    pub moves: &'static [(&'static str, &'static str)],
    /// The effect of `set` and a board.
    pub position: &'static str,
    /// The meaning of a level N.
    pub level: &'static str,
}

/// The axis of a score graph, in hundredths.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ScoreAxis {
    /// The score at half the height.
    pub bend: i32,
    /// The scores that are labelled.
    pub levels: [i32; 3],
}

/// A way to write moves. A game that has no others writes coordinates, whichever is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Notation {
    /// `H2-E2`
    #[default]
    Iccs,
    /// `马二进三`
    Chinese,
    /// `馬二進三`
    Traditional,
    /// `H2+3`
    Wxf,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 4] = [Notation::Chinese, Notation::Traditional, Notation::Wxf, Notation::Iccs];

    /// The name, by which options and the page know it.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Iccs => "iccs",
            Notation::Chinese => "chinese",
            Notation::Traditional => "traditional",
            Notation::Wxf => "wxf",
        }
    }

    /// A move in it.
    pub const fn example(self) -> &'static str {
        match self {
            Notation::Iccs => "H2-E2",
            Notation::Chinese => "马二进三",
            Notation::Traditional => "馬二進三",
            Notation::Wxf => "H2+3",
        }
    }

    /// The notation of a name in letters of either case.
    pub fn named(name: &str) -> Option<Notation> {
        Notation::ALL.into_iter().find(|notation| name.eq_ignore_ascii_case(notation.name()))
    }
}

/// A board's text as rows of cells with the letters of columns and the numbers of rows; the text itself, if it has no cells.
pub(crate) fn drawing(text: &str, shape: BoardShape) -> String {
    let BoardShape::Cells { columns, rows, is_first_row_on_top } = shape else { return format!("{text}\n") };
    let cells: Vec<char> = text.chars().collect();
    let names: String = (b'a'..).take(columns.into()).map(|name| format!(" {}", char::from(name))).collect();
    let mut drawn = String::new();
    for (index, row) in cells.chunks(columns.into()).take(rows.into()).enumerate() {
        let number = if is_first_row_on_top { index + 1 } else { usize::from(rows) - index };
        let row: String = row.iter().map(|cell| format!(" {cell}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(drawn, "{number:>2}{row}");
    }
    drawn + "  " + &names + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_as_its_text_counts_rows() {
        let shape = |is_first_row_on_top| BoardShape::Cells { columns: 3, rows: 2, is_first_row_on_top };
        assert_eq!(drawing("XO-OX- X", shape(true)), " 1 X O -\n 2 O X -\n   a b c\n");
        assert_eq!(drawing("XO-OX- X", shape(false)), " 2 X O -\n 1 O X -\n   a b c\n");
    }
}
