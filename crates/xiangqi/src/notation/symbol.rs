//! The symbols that moves are written with, and the characters for them.

use search_core::bad_input::{BadInput, Reason, quote};
use search_core::{Message, message};

use crate::piece::{Color, PieceKind};

/// The signs that a move is written with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    /// WXF: `C2.5`.
    Letters,
    /// Chinese: 马二进三.
    Characters,
    /// Chinese in traditional characters: 馬二進三.
    Traditional,
}

/// One of the four symbols of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Symbol {
    /// A kind of piece.
    Kind(PieceKind),
    /// 1 to 9: a file, a number of points, or a place among several soldiers.
    Number(u8),
    /// A place among several soldiers, as a letter: 0 is `a`.
    Letter(u8),
    /// Forward, or the front one: `+`, 进, 前.
    Front,
    /// Sideways, or the middle one: `.`, 平, 中.
    Middle,
    /// Backward, or the rear one: `-`, 退, 后.
    Rear,
}

/// A move in symbols: two for the piece, the direction, the goal.
pub(crate) type Phrase = [Symbol; 4];

const RED_KINDS: [char; 7] = ['帅', '仕', '相', '马', '车', '炮', '兵'];
const BLACK_KINDS: [char; 7] = ['将', '士', '象', '马', '车', '炮', '卒'];
/// Simplified characters that moves are written with, and the traditional ones.
const TRADITIONAL: [(char, char); 6] =
    [('帅', '帥'), ('将', '將'), ('马', '馬'), ('车', '車'), ('进', '進'), ('后', '後')];
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Reads four symbols, blanks between them ignored; any Chinese character makes it [`Script::Characters`],
/// and one that is traditional alone [`Script::Traditional`].
///
/// # Errors
/// [`BadInput`] with the column of every character that is no symbol, or the wrong number of symbols.
pub(crate) fn parse(text: &str) -> Result<(Script, Phrase), BadInput> {
    let mut script = Script::Letters;
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut reasons = Vec::new();
    for (column, letter) in (1..).zip(text.chars()).filter(|(_, letter)| !letter.is_whitespace()) {
        let narrow = narrow(letter);
        if TRADITIONAL.iter().any(|&(_, traditional)| traditional == narrow) {
            script = Script::Traditional;
        } else if !narrow.is_ascii() && script == Script::Letters {
            script = Script::Characters;
        }
        match symbol_after(&symbols, narrow) {
            Some(symbol) => symbols.push(symbol),
            None => {
                let english = "a piece, a digit, or one of + . = - 进 平 退 前 中 后";
                let expected = message!("input-symbol", english);
                reasons.push(Reason::new(Some(column), quote(&letter.to_string()), expected));
            }
        }
    }
    if reasons.is_empty() {
        match <[Symbol; 4]>::try_from(symbols) {
            Ok(phrase) => return Ok((script, phrase)),
            Err(symbols) => {
                let english = "four: the piece, its file or front or rear, the direction, the goal";
                let expected = message!("input-symbols-four", english);
                reasons.push(Reason::new(None, counted(text, symbols.len()), expected));
            }
        }
    }
    let remedy = message!("input-symbols-remedy", "Write a move like C2.5, 炮二平五 or h2e2");
    Err(BadInput::of("Xiangqi move", reasons, remedy))
}

fn counted(text: &str, symbols: usize) -> Message {
    let english = match symbols {
        0 => return quote(""),
        1 => "{text} with {count} symbol",
        _ => "{text} with {count} symbols",
    };
    message!("input-symbols", english, text = quote(text), count = symbols)
}

/// The ASCII character for a full-width one and for a minus sign; any other character as it is.
fn narrow(letter: char) -> char {
    match letter {
        '！'..='～' => char::from_u32(letter as u32 - 0xFEE0).unwrap_or(letter),
        '−' => '-',
        _ => letter,
    }
}

/// A letter after the piece is a place among several soldiers, elsewhere a piece.
fn symbol_after(before: &[Symbol], letter: char) -> Option<Symbol> {
    let ordinal = matches!(before, [Symbol::Kind(_)]).then(|| ordinal(letter)).flatten();
    ordinal.or_else(|| symbol(letter))
}

fn ordinal(letter: char) -> Option<Symbol> {
    let letter = letter.to_ascii_lowercase();
    matches!(letter, 'a'..='p').then(|| Symbol::Letter(letter as u8 - b'a'))
}

fn symbol(letter: char) -> Option<Symbol> {
    Some(match letter {
        '1'..='9' => Symbol::Number(letter as u8 - b'0'),
        '+' | '进' | '進' | '前' => Symbol::Front,
        '.' | '=' | '平' | '中' => Symbol::Middle,
        '-' | '退' | '后' | '後' => Symbol::Rear,
        '帥' | '將' => Symbol::Kind(PieceKind::King),
        '馬' | '傌' => Symbol::Kind(PieceKind::Horse),
        '車' | '俥' => Symbol::Kind(PieceKind::Rook),
        '砲' | '包' => Symbol::Kind(PieceKind::Cannon),
        _ => return numeral(letter).or_else(|| kind(letter)),
    })
}

fn numeral(letter: char) -> Option<Symbol> {
    let index = NUMERALS.iter().position(|&numeral| numeral == letter)?;
    Some(Symbol::Number(index as u8 + 1))
}

fn kind(letter: char) -> Option<Symbol> {
    let is_of = |names: &[char; 7], kind: PieceKind| names[kind.index()] == letter;
    let kind = PieceKind::ALL.into_iter().find(|&kind| is_of(&RED_KINDS, kind) || is_of(&BLACK_KINDS, kind));
    kind.or_else(|| PieceKind::from_letter(letter)).map(Symbol::Kind)
}

pub(crate) fn render(phrase: Phrase, script: Script, mover: Color) -> String {
    phrase
        .into_iter()
        .enumerate()
        .map(|(place, symbol)| match script {
            Script::Letters => in_letters(symbol),
            Script::Characters => in_characters(symbol, place, mover),
            Script::Traditional => traditional(in_characters(symbol, place, mover)),
        })
        .collect()
}

fn in_letters(symbol: Symbol) -> char {
    match symbol {
        Symbol::Kind(PieceKind::Elephant) => 'E',
        Symbol::Kind(PieceKind::Horse) => 'H',
        Symbol::Kind(kind) => kind.letter(),
        Symbol::Number(number) => char::from(b'0' + number),
        Symbol::Letter(index) => char::from(b'a' + index),
        Symbol::Front => '+',
        Symbol::Middle => '.',
        Symbol::Rear => '-',
    }
}

/// Black's files and distances are full-width digits; a place among several soldiers, which comes first, is not.
fn in_characters(symbol: Symbol, place: usize, mover: Color) -> char {
    let by_place = |direction, of_piece| if place == 2 { direction } else { of_piece };
    match symbol {
        Symbol::Kind(kind) if mover == Color::Red => RED_KINDS[kind.index()],
        Symbol::Kind(kind) => BLACK_KINDS[kind.index()],
        Symbol::Number(number) if mover == Color::Red || place == 0 => NUMERALS[usize::from(number) - 1],
        Symbol::Number(number) => wide_digit(number),
        Symbol::Letter(index) => char::from(b'a' + index),
        Symbol::Front => by_place('进', '前'),
        Symbol::Middle => by_place('平', '中'),
        Symbol::Rear => by_place('退', '后'),
    }
}

fn traditional(character: char) -> char {
    let found = TRADITIONAL.into_iter().find(|&(simplified, _)| simplified == character);
    found.map_or(character, |(_, traditional)| traditional)
}

fn wide_digit(number: u8) -> char {
    const DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
    DIGITS[usize::from(number) - 1]
}
