//! Reads WTHOR.

use std::ops::Range;

use search_core::{BadInput, Message, message};

use super::{
    BEST_SCORE, BOARD_SIDE, HEADER, RECORD, SOLVED_EMPTIES, SOLVED_FROM, WTHOR, WthorNames, YEAR, is_file,
};
use crate::file_game::{FileGame, result_of_discs};
use crate::scan::Place;
use crate::source::{PartialGame, Source};

/// The bytes before a game, by its number from 1.
fn offset_of(number: usize) -> usize {
    HEADER + (number - 1) * RECORD
}

/// The games of a file that begin in this part of it. A game whose moves end too early, as some do that were given up, is read up
/// to there.
pub fn read(
    source: Source<'_>,
    contents: &[u8],
    names: &WthorNames,
    part: &Range<usize>,
) -> Result<Vec<FileGame>, BadInput> {
    let bad = |found: Message| {
        let expected = message!("input-wthor", "a header and 68 bytes a game");
        let remedy = message!("input-wthor-remedy", "Name a file WTH_….WTB");
        BadInput::new(WTHOR, None, found, expected, remedy).at(source.file, 1)
    };
    let Some((header, records)) = contents.split_at_checked(HEADER).filter(|_| is_file(contents)) else {
        return Err(bad(message!("input-wthor-length", "another length")));
    };
    if !matches!(header[BOARD_SIDE], 0 | 8) {
        return Err(bad(message!("input-wthor-board", "games on another board than 8 × 8")));
    }
    let games = (1..).zip(records.chunks_exact(RECORD));
    let games = games.filter(|(number, _)| part.contains(&offset_of(*number)));
    games.map(|(number, record)| read_game(source, Record { number, record, header }, names)).collect()
}

struct Record<'a> {
    number: usize,
    record: &'a [u8],
    header: &'a [u8],
}

impl Record<'_> {
    fn word(&self, at: usize) -> usize {
        usize::from(u16::from_le_bytes([self.record[at], self.record[at + 1]]))
    }
}

fn read_game(source: Source<'_>, record: Record<'_>, names: &WthorNames) -> Result<FileGame, BadInput> {
    let place = Place { line: record.number, column: 1, offset: offset_of(record.number) };
    let mut game = PartialGame::begin(source, place)?;
    game.tag("Event", &names.tournaments.name(record.word(0)));
    let year = u16::from_le_bytes([record.header[YEAR], record.header[YEAR + 1]]);
    if year > 0 {
        game.tag("Date", &format!("{year:04}.??.??"));
    }
    game.tag("Black", &names.players.name(record.word(2)));
    game.tag("White", &names.players.name(record.word(4)));
    let (discs, best) = (record.record[6], record.record[7]);
    let white = 64_u8.saturating_sub(discs);
    game.tag("Result", result_of_discs(f64::from(discs) - f64::from(white)).text());
    game.tag("Score", &format!("{discs}-{white}"));
    // On a full board the score of best play is that of the game.
    let empties = record.header[SOLVED_EMPTIES];
    if empties > 0 {
        game.tag(BEST_SCORE, &format!("{best}-{}", 64_u8.saturating_sub(best)));
        game.tag(SOLVED_FROM, &empties.to_string());
    }
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
