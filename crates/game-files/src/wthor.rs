//! WTHOR, the database of Othello games: `WTH_2004.WTB` holds games, `WTHOR.JOU` and `WTHOR.TRN` beside it the names of players and
//! tournaments. Passes are not stored.

use std::ops::Range;

use search_core::BadInput;

use crate::file_game::{FileGame, result_of_discs};
use crate::scan::Place;
use crate::source::{PartialGame, Source};

const WTHOR: &str = "WTHOR file";
const HEADER: usize = 16;
const RECORD: usize = 68;

/// The names that a file of games gives by numbers; none are known where a file is missing.
#[derive(Clone, Debug, Default)]
pub struct WthorNames {
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl WthorNames {
    /// The names of `WTHOR.JOU` and of `WTHOR.TRN`, by the contents of these files.
    pub fn new(players: &[u8], tournaments: &[u8]) -> WthorNames {
        let names = |contents: &[u8], length: usize| {
            let records = contents.get(HEADER..).unwrap_or_default().chunks_exact(length);
            records.map(name).collect()
        };
        WthorNames { players: names(players, 20), tournaments: names(tournaments, 26) }
    }
}

/// A name of Latin letters, filled up with zeros.
fn name(record: &[u8]) -> String {
    let end = record.iter().position(|byte| *byte == 0).unwrap_or(record.len());
    encoding_rs::mem::decode_latin1(&record[..end]).trim().to_owned()
}

/// Returns whether these are the contents of a file of games: their number is that of the header.
pub(crate) fn is_file(contents: &[u8]) -> bool {
    let Some((header, records)) = contents.split_at_checked(HEADER) else { return false };
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    !records.is_empty() && count.checked_mul(RECORD) == Some(records.len())
}

/// The bytes before a game, by its number from 1.
fn offset_of(number: usize) -> usize {
    HEADER + (number - 1) * RECORD
}

/// The games of a file that begin in this part of it. A game whose moves end too early, as some do that were given up, is read up
/// to there.
pub(crate) fn read(
    source: Source<'_>,
    contents: &[u8],
    names: &WthorNames,
    part: &Range<usize>,
) -> Result<Vec<FileGame>, BadInput> {
    let bad = |found: &str| {
        BadInput::new(WTHOR, None, found, "a header and 68 bytes a game", "Name a file WTH_….WTB")
    };
    let Some((header, records)) = contents.split_at_checked(HEADER).filter(|_| is_file(contents)) else {
        return Err(bad("another length").at(source.file, 1));
    };
    if !matches!(header[12], 0 | 8) {
        return Err(bad("games on another board than 8 × 8").at(source.file, 1));
    }
    let year = u16::from_le_bytes([header[10], header[11]]);
    let games =
        (1..).zip(records.chunks_exact(RECORD)).filter(|(number, _)| part.contains(&offset_of(*number)));
    games.map(|(number, record)| read_game(source, Record { number, record, year }, names)).collect()
}

struct Record<'a> {
    number: usize,
    record: &'a [u8],
    year: u16,
}

impl Record<'_> {
    fn word(&self, at: usize) -> usize {
        usize::from(u16::from_le_bytes([self.record[at], self.record[at + 1]]))
    }
}

fn read_game(source: Source<'_>, record: Record<'_>, names: &WthorNames) -> Result<FileGame, BadInput> {
    let place = Place { line: record.number, column: 1, offset: offset_of(record.number) };
    let mut game = PartialGame::begin(source, place)?;
    let name_of =
        |names: &[String], number: usize| names.get(number).cloned().unwrap_or_else(|| format!("#{number}"));
    game.tag("Event", &name_of(&names.tournaments, record.word(0)));
    game.tag("Date", &format!("{:04}.??.??", record.year));
    game.tag("Black", &name_of(&names.players, record.word(2)));
    game.tag("White", &name_of(&names.players, record.word(4)));
    let (discs, best) = (record.record[6], record.record[7]);
    let white = 64_u8.saturating_sub(discs);
    game.tag("Result", result_of_discs(f64::from(discs) - f64::from(white)).text());
    game.tag("Score", &format!("{discs}-{white}"));
    game.tag("WthorBestScore", &format!("{best}-{}", 64_u8.saturating_sub(best)));
    for &square in record.record[8..].iter().take_while(|square| **square != 0) {
        let (row, column) = (square / 10, square % 10);
        let text = match (row, column) {
            (1..=8, 1..=8) => format!("{}{row}", char::from(b'a' + column - 1)),
            _ => format!("#{square}"),
        };
        if !game.play(place, &text)? {
            break;
        }
    }
    Ok(game.finish(record.number.to_string()))
}
