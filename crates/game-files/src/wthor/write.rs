//! Writes WTHOR.

use game::any::AnyGame;
use search_core::BadInput;

use super::names::{holds_player, holds_tournament};
use super::{
    BEST_SCORE, BOARD_SIDE, GAME_COUNT, HEADER, RECORD, SOLVED_EMPTIES, SOLVED_FROM, WTHOR, WthorNames, YEAR,
};
use crate::file_game::FileGame;

/// A file of these games, `WTH_….WTB`, and the names that it gives by numbers: new ones are added behind those that are there, so
/// that other files which go with them mean what they meant. The day of its making stays open, so that the same games give the
/// same file.
///
/// # Errors
/// A game of another kind or from another board than that of the start, one whose result is not known, more names than numbers.
pub fn write(game: &dyn AnyGame, games: &[FileGame], names: &mut WthorNames) -> Result<Vec<u8>, BadInput> {
    let count = u32::try_from(games.len()).unwrap_or(u32::MAX);
    let empties = solved_empties(games);
    let mut contents = vec![0; HEADER];
    contents[GAME_COUNT..GAME_COUNT + 4].copy_from_slice(&count.to_le_bytes());
    contents[YEAR..YEAR + 2].copy_from_slice(&games.first().map_or(0, year).to_le_bytes());
    contents[BOARD_SIDE] = 8;
    contents[SOLVED_EMPTIES] = empties;
    for (number, file) in (1..).zip(games) {
        let record = write_game(game, file, names, empties);
        contents.extend(record.map_err(|bad| of_game(number, bad))?);
    }
    Ok(contents)
}

/// An error whose finding names the game.
fn of_game(number: usize, mut bad: BadInput) -> BadInput {
    for reason in &mut bad.reasons {
        reason.found = format!("game {number} {}", reason.found).into();
    }
    bad
}

fn refusal(found: &str, expected: &str) -> BadInput {
    BadInput::new(WTHOR, None, found, expected, "Leave the game out, or write PGN")
}

fn write_game(
    game: &dyn AnyGame,
    file: &FileGame,
    names: &mut WthorNames,
    empties: u8,
) -> Result<[u8; RECORD], BadInput> {
    if file.start != game.start() {
        return Err(refusal("from a board of its own", "games from the start position"));
    }
    let discs = discs(game, file)?.ok_or_else(|| refusal("without a result", "games with results"))?;
    let mut record = [0; RECORD];
    let [black, white] = file.players(game.info()).map(|name| names.players.number(&name));
    let event = file.tag("Event").filter(|event| *event != "?").unwrap_or_default();
    for (at, number) in [(0, names.tournaments.number(event)), (2, black), (4, white)] {
        let number = number.ok_or_else(|| refusal("with one name too many", "65,535 names at most"))?;
        record[at..at + 2].copy_from_slice(&number.to_le_bytes());
    }
    record[6] = discs;
    record[7] = best_score(file).filter(|_| empties > 0).unwrap_or(discs);
    let squares = file.moves().filter_map(square);
    record[8..].iter_mut().zip(squares).for_each(|(byte, square)| *byte = square);
    Ok(record)
}

/// The discs that Black has in the end, empty squares to the winner: by the rules, or else by the headers. All of them for the
/// winner of a game that was given up.
fn discs(game: &dyn AnyGame, file: &FileGame) -> Result<Option<u8>, BadInput> {
    let difference = file.session(game)?.verdict().and_then(|verdict| verdict.discs);
    if let Some(difference) = difference {
        return Ok(u8::try_from((64 + difference) / 2).ok());
    }
    let of_result = match file.result() {
        "1-0" => Some(64),
        "0-1" => Some(0),
        "1/2-1/2" => Some(32),
        _ => None,
    };
    Ok(of_result.map(|all| score(file).unwrap_or(all)))
}

/// Black's discs by the header of the score, if that agrees with the result.
fn score(file: &FileGame) -> Option<u8> {
    let discs = first_of_64(file.tag("Score")?)?;
    let result = crate::file_game::result_of_discs(f64::from(discs) - 32.0);
    (result.text() == file.result()).then_some(discs)
}

fn best_score(file: &FileGame) -> Option<u8> {
    first_of_64(file.tag(BEST_SCORE)?)
}

/// The first of two numbers of discs that are 64 together: `40-24`.
fn first_of_64(text: &str) -> Option<u8> {
    let (first, second) = text.split_once('-')?;
    let (first, second): (u8, u8) = (first.parse().ok()?, second.parse().ok()?);
    (first.checked_add(second) == Some(64)).then_some(first)
}

/// The number of empty squares from which on all games have scores of best play; 0 where they do not, or not from the same on.
fn solved_empties(games: &[FileGame]) -> u8 {
    let of = |file: &FileGame| best_score(file).and_then(|_| file.tag(SOLVED_FROM)?.parse::<u8>().ok());
    let first = games.first().and_then(of).unwrap_or_default();
    if games.iter().all(|file| of(file) == Some(first)) { first } else { 0 }
}

/// The year of a game; 0 if it is not known.
fn year(file: &FileGame) -> u16 {
    let date = file.tag("Date").unwrap_or_default();
    date.get(..4).and_then(|year| year.parse().ok()).unwrap_or_default()
}

/// The number of a square: ten for each row, and one for each column, from 1. A pass has none.
fn square(mv: &str) -> Option<u8> {
    match *mv.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((row - b'0') * 10 + (column - b'a') + 1),
        _ => None,
    }
}

/// Returns whether a header has a place in the form, in a file of games of the same year.
pub fn holds_tag(name: &str, value: &str) -> bool {
    match name {
        "Event" => value == "?" || holds_tournament(value),
        "Black" | "White" => value == "?" || holds_player(value),
        "Date" => {
            value.len() == 10
                && value.ends_with(".??.??")
                && value.get(..4).is_some_and(|year| year.parse::<u16>().is_ok())
        }
        "Result" => true,
        "Score" | BEST_SCORE => first_of_64(value).is_some(),
        SOLVED_FROM => value.parse::<u8>().is_ok_and(|empties| empties > 0),
        _ => false,
    }
}

/// The headers of games that files hold, but not one file of all of them.
pub fn lost_together(games: &[FileGame]) -> impl Iterator<Item = &'static str> {
    let years = games.windows(2).any(|pair| year(&pair[0]) != year(&pair[1]));
    let has_best = games.iter().any(|file| file.tag(BEST_SCORE).is_some());
    let is_lost = [years, has_best && solved_empties(games) == 0];
    ["Date", BEST_SCORE].into_iter().zip(is_lost).filter(|(_, is_lost)| *is_lost).map(|(name, _)| name)
}
