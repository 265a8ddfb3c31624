//! GGF, the Generic Game Format of the GGS server and of NBoard:
//!
//! ```text
//! (;GM[Othello]PB[alice]PW[bob]RE[+4]TY[8]BO[8 ---…--- *]B[f5//0.01]W[d6/1.5/3.2];)
//! ```
//!
//! Tags come in any order and unknown ones are kept. `B` and `W` are moves with the mover's evaluation in discs and the
//! seconds used, either of which may be missing; a pass may be written or left out. `BO` is the board before the first
//! move. A count before a record, as server files have it, is skipped.

use std::fmt::Write;

use game::GameSession;
use search_core::Message;
use search_core::bad_input::{BadInput, quote, the_end};

use super::{board, transcript};
use crate::position::{Move, Position, Side};

const KIND: &str = "GGF";
const REMEDY: &str = "Write (;GM[Othello]BO[8 and 64 cells and the side to move]B[f5]W[d6];)";

/// The notes of a player beside a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Note {
    /// The mover's evaluation, in discs.
    pub discs: Option<f64>,
    /// The time used.
    pub seconds: Option<f64>,
}

/// A game and what was written about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Names and values of all tags but the board and the moves, in their order.
    pub tags: Vec<(String, String)>,
    /// The game, every pass included.
    pub game: GameSession<Position>,
    /// The notes beside the moves, as many as there are moves.
    pub notes: Vec<Note>,
}

impl Record {
    /// The value of the first tag of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Reads every game of a text.
///
/// # Errors
/// At the first thing that is not understood, with the column counted over the whole text.
///
/// ```
/// use othello::notation::ggf;
/// let text = "1 (;GM[Othello]PB[a]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.5];)";
/// let games = ggf::read(text).unwrap();
/// assert_eq!(games[0].tag("PB"), Some("a"));
/// assert_eq!(games[0].notes[0].seconds, Some(1.5));
/// ```
pub fn read(text: &str) -> Result<Vec<Record>, BadInput> {
    let mut reader = Reader { text, offset: 0 };
    let mut records = Vec::new();
    loop {
        reader.skip(|letter| letter.is_whitespace() || letter.is_ascii_digit());
        if reader.rest().is_empty() {
            return Ok(records);
        }
        records.push(reader.record()?);
    }
}

/// The record on one line.
pub fn write(record: &Record) -> String {
    let mut text = String::from("(;");
    for (name, value) in &record.tags {
        // A closing bracket cannot be escaped.
        let _ = write!(text, "{name}[{}]", value.replace(']', ")"));
    }
    let cells = board::write(record.game.positions()[0]).replace('X', "*");
    let _ = write!(text, "BO[8 {cells}]");
    for (index, (position, &mv)) in record.game.positions().iter().zip(record.game.moves()).enumerate() {
        let note = record.notes.get(index).copied().unwrap_or_default();
        let name = write_move(mv);
        let letter = if position.side == Side::Black { 'B' } else { 'W' };
        let _ = write!(text, "{letter}[{name}{}]", notes(note));
    }
    text + ";)"
}

/// A move by its square in upper case, a pass as `PA`.
pub fn write_move(mv: Move) -> String {
    if mv.is_pass() { "PA".to_owned() } else { mv.to_string().to_ascii_uppercase() }
}

/// `/eval/seconds`, as far as they are known.
fn notes(note: Note) -> String {
    let discs = note.discs.map_or_else(String::new, |discs| format!("{discs:.2}"));
    match note.seconds {
        Some(seconds) => format!("/{discs}/{seconds:.2}"),
        None if discs.is_empty() => discs,
        None => format!("/{discs}"),
    }
}

/// A text, and how far it has been read.
struct Reader<'a> {
    text: &'a str,
    /// In bytes, at the start of a letter.
    offset: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    fn skip(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|letter| !belongs(letter)).unwrap_or(rest.len());
        self.offset += length;
        rest.get(..length).unwrap_or_default()
    }

    /// The column of a place in the text, in characters from 1.
    fn column(&self, offset: usize) -> usize {
        self.text.get(..offset).map_or(0, |before| before.chars().count()) + 1
    }

    fn object(&self, offset: usize, found: Message, expected: &str) -> BadInput {
        BadInput::new(KIND, Some(self.column(offset)), found, expected, REMEDY)
    }

    /// The next word, for a message.
    fn next_word(&self) -> Message {
        let word: String =
            self.rest().chars().take_while(|letter| !letter.is_whitespace()).take(12).collect();
        if word.is_empty() { the_end() } else { quote(&word) }
    }

    fn expect(&mut self, wanted: &str, expected: &str) -> Result<(), BadInput> {
        if !self.rest().starts_with(wanted) {
            return Err(self.object(self.offset, self.next_word(), expected));
        }
        self.offset += wanted.len();
        Ok(())
    }

    fn record(&mut self) -> Result<Record, BadInput> {
        self.expect("(;", "a game that begins with (;")?;
        let mut record = Record { tags: Vec::new(), game: GameSession::default(), notes: Vec::new() };
        let mut has_begun = false;
        loop {
            self.skip(char::is_whitespace);
            if self.rest().starts_with(';') {
                self.expect(";)", "the end of the game, ;)")?;
                return Ok(record);
            }
            let (name, value, offset) = self.tag()?;
            let is_taken = record.take(name, value, has_begun);
            is_taken.map_err(|(found, expected)| self.object(offset, found, &expected))?;
            has_begun |= matches!(name, "BO" | "B" | "W");
        }
    }

    /// A tag: its name, its value, and where that stands.
    fn tag(&mut self) -> Result<(&'a str, &'a str, usize), BadInput> {
        let begin = self.offset;
        let name = self.skip(|letter| letter.is_ascii_alphabetic());
        if name.is_empty() || !self.rest().starts_with('[') {
            return Err(self.object(
                begin,
                self.next_word(),
                "a tag as in PB[name], or the end of the game, ;)",
            ));
        }
        self.offset += 1;
        let offset = self.offset;
        let value = self.skip(|letter| letter != ']');
        self.expect("]", "the bracket that ends the tag")?;
        Ok((name, value, offset))
    }
}

/// The text found, and the one expected in its place.
type Objection = (Message, String);

/// The reading of a record, tag by tag.
impl Record {
    fn take(&mut self, name: &str, value: &str, has_begun: bool) -> Result<(), Objection> {
        let object = |found: Message, expected: &str| Err((found, expected.to_owned()));
        match name {
            "GM" if !value.eq_ignore_ascii_case("othello") => object(quote(value), "the game Othello"),
            "BO" if has_begun => {
                object("a second board or one after moves".into(), "one board before the moves")
            }
            "BO" => {
                self.game = GameSession::new(start(value)?, ());
                Ok(())
            }
            "B" => self.play(Side::Black, value),
            "W" => self.play(Side::White, value),
            _ => {
                self.tags.push((name.to_owned(), value.to_owned()));
                Ok(())
            }
        }
    }

    fn play(&mut self, side: Side, value: &str) -> Result<(), Objection> {
        let mut parts = value.split('/');
        let word = parts.next().unwrap_or_default().trim();
        let mv =
            super::read_move(word).ok_or_else(|| (quote(word), "a square such as f5, or PA".to_owned()))?;
        let note = Note { discs: number(parts.next())?, seconds: number(parts.next())? };
        let game = &mut self.game;
        let Position { board, side: mover } = *game.position();
        let turn = if board.must_pass() && !mv.is_pass() { mover.other() } else { mover };
        if side != turn {
            return Err((format!("a move of {side}").into(), format!("a move of {turn}, whose turn it is")));
        }
        transcript::play_written(game, 1, mv).map_err(|bad| {
            let expected: Vec<String> =
                bad.reasons.iter().map(|reason| reason.expected.to_string()).collect();
            (quote(word), expected.join("; "))
        })?;
        // The pass that was left out has no notes.
        self.notes.resize(game.moves().len() - 1, Note::default());
        self.notes.push(note);
        Ok(())
    }
}

fn start(value: &str) -> Result<Position, Objection> {
    let cells =
        value.trim().strip_prefix('8').ok_or_else(|| (quote(value), "a board of size 8".to_owned()))?;
    board::read(cells).map_err(|_| (quote(cells.trim()), "64 cells and the side to move".to_owned()))
}

fn number(part: Option<&str>) -> Result<Option<f64>, Objection> {
    match part.map(str::trim).filter(|part| !part.is_empty()) {
        None => Ok(None),
        Some(part) => match part.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Some(number)),
            _ => Err((quote(part), "a number".to_owned())),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

    #[test]
    fn a_server_record_is_read_whole() {
        let text = format!(
            "2 (;GM[Othello]PC[GGS/os]PB[alice]PW[bob]RE[+4.000]{START}B[f5//0.01]W[d6/1.50/3.2];)\n(;{START};)"
        );
        let records = read(&text).unwrap();
        assert_eq!(records.len(), 2);
        let first = &records[0];
        assert_eq!((first.tag("PW"), first.tag("RE"), first.tag("XX")), (Some("bob"), Some("+4.000"), None));
        assert_eq!(transcript::write(first.game.moves()), "f5d6");
        assert_eq!(first.notes[0], Note { discs: None, seconds: Some(0.01) });
        assert_eq!(first.notes[1], Note { discs: Some(1.5), seconds: Some(3.2) });
        assert!(records[1].game.moves().is_empty());
        assert_eq!(read(" \n"), Ok(Vec::new()));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let game = transcript::read(Position::START, "f5d6c3d3c4").unwrap();
        let notes = vec![Note { discs: Some(-1.25), seconds: Some(0.5) }; 5];
        let tags = vec![("GM".to_owned(), "Othello".to_owned()), ("PB".to_owned(), "a [x] b".to_owned())];
        let text = write(&Record { tags, game: game.clone(), notes: notes.clone() });
        let read = read(&text).unwrap();
        assert_eq!((&read[0].game, &read[0].notes), (&game, &notes));
        assert_eq!(read[0].tag("PB"), Some("a [x) b"));
    }

    #[test]
    fn passes_may_be_left_out_and_are_written() {
        // White has no move, Black has one at h8.
        let start = "8 OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO*OOOOOO- O";
        for moves in ["W[PA]B[h8]", "B[H8]"] {
            let records = read(&format!("(;GM[Othello]BO[{start}]{moves};)")).unwrap();
            assert_eq!(records[0].game.moves().len(), 2, "{moves}");
            assert!(write(&records[0]).ends_with("W[PA]B[H8];)"));
        }
    }
}
