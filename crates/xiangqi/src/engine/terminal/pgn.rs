//! A game as PGN, as Chinese and Western programs read it.

use std::fmt::Write;

use crate::game::{Game, Outcome};
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;

/// The longest line of moves.
const WIDTH: usize = 80;

/// The game from this position by these moves, written in ICCS (`H2-E2`), which every reader takes the same way.
pub fn write(start: &Position, is_standard: bool, moves: &[Move], game: &Game) -> String {
    let result = match game.verdict().outcome {
        Outcome::Win(Color::Red) => "1-0",
        Outcome::Win(Color::Black) => "0-1",
        Outcome::Draw => "1/2-1/2",
        Outcome::Illegal | Outcome::None => "*",
    };
    let fen = start.to_string();
    let mut tags = vec![
        ("Game", "Chinese Chess"),
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("Red", "?"),
        ("Black", "?"),
        ("Result", result),
        ("Format", "ICCS"),
    ];
    if !is_standard {
        tags.push(("FEN", &fen));
    }
    let mut text = String::new();
    for (name, value) in tags {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    wrap(&mut text, words(start, moves).chain([result.to_owned()]));
    text
}

/// The moves with their numbers: one before each of Red's, and before the first if it is Black's.
fn words(start: &Position, moves: &[Move]) -> impl Iterator<Item = String> {
    let offset = if start.side() == Color::Black { 1 } else { 0 };
    moves.iter().enumerate().flat_map(move |(index, mv)| {
        let ply = index + offset;
        let number = match (ply % 2, index) {
            (0, _) => Some(format!("{}.", ply / 2 + 1)),
            (_, 0) => Some("1...".to_owned()),
            _ => None,
        };
        number.into_iter().chain([mv.iccs()])
    })
}

fn wrap(text: &mut String, words: impl Iterator<Item = String>) {
    let mut column = 0;
    for word in words {
        if column > 0 {
            let is_full = column + 1 + word.len() > WIDTH;
            text.push(if is_full { '\n' } else { ' ' });
            column = if is_full { 0 } else { column + 1 };
        }
        text.push_str(&word);
        column += word.len();
    }
    text.push('\n');
}
