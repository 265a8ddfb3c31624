//! The fields of a text, and the characters in them.

use search_core::{BadInput, Message, message};

use super::{END, PREFIX};
use crate::scan::{Place, Scan};

/// `[DhtmlXQ_name]value[/DhtmlXQ_name]`.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The name without its start.
    pub name: &'a str,
    pub value: &'a str,
    /// Where the value begins.
    pub place: Place,
}

impl<'a> Field<'a> {
    /// The value, to be read character by character.
    pub fn scan(&self) -> Scan<'a> {
        Scan { rest: self.value, place: self.place }
    }
}

/// The fields of a game.
#[derive(Debug)]
pub struct GameFields<'a> {
    /// Where the first of them, or the sign before it, begins.
    pub place: Place,
    pub fields: Vec<Field<'a>>,
}

/// The fields of each game. What stands between fields, such as the tags of a page, is skipped.
pub fn games<'a>(file: &str, text: &'a str) -> Result<Vec<GameFields<'a>>, BadInput> {
    let mut games: Vec<GameFields<'a>> = Vec::new();
    let mut scan = Scan::new(text);
    while let Some(before) = scan.rest.find("[DhtmlXQ") {
        scan.take(before);
        let place = scan.place;
        scan.take(1 + PREFIX.len());
        let name = scan.take_while(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if !scan.take_text("]") {
            continue;
        }
        let field = name.strip_prefix('_').map(|name| field(file, &mut scan, name)).transpose()?;
        match (field, games.last_mut()) {
            (Some(field), Some(game)) => game.fields.push(field),
            (field, _) => games.push(GameFields { place, fields: Vec::from_iter(field) }),
        }
    }
    games.retain(|game| !game.fields.is_empty());
    Ok(games)
}

/// The field whose name was taken. Forums close some with other names than they open them.
fn field<'a>(file: &str, scan: &mut Scan<'a>, name: &'a str) -> Result<Field<'a>, BadInput> {
    let place = scan.place;
    let Some(length) = scan.rest.find(END) else {
        let found = message!("input-ubb-open", "a field {name} without an end", name = name);
        let expected = Message::verbatim(format!("{END}{name}]"));
        let remedy = message!("input-ubb-whole", "Copy the whole text");
        let bad = BadInput::new("DhtmlXQ", Some(place.column), found, expected, remedy);
        return Err(bad.at(file, place.line));
    };
    let value = scan.take(length);
    scan.take(END.len());
    Ok(Field { name, value, place })
}

/// A text as fields have it, on one line and without what would end a field.
pub fn escaped(text: &str) -> String {
    let text = text.replace("\\u", "\\u005cu").replace('|', "\\u007c");
    let text = text.replace("[/DhtmlXQ", "\\u005b/DhtmlXQ").replace("[DhtmlXQ", "\\u005bDhtmlXQ");
    text.replace('\r', "").replace('\n', "||")
}

/// A text of a field.
pub fn unescaped(text: &str) -> String {
    let text = text.replace("||", "\n").replace('\r', "");
    let mut parts = text.split("\\u");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let letter = number.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32);
        match letter {
            Some(letter) => plain.extend([letter].into_iter().chain(part[4..].chars())),
            None => plain.extend(["\\u", part]),
        }
    }
    plain.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in [
            "好棋",
            "a|||b",
            "a\\u0041",
            "\\\\u",
            "line\nline",
            "x[/DhtmlXQ_red]",
            "[DhtmlXQ] [x]",
            "\\u",
            "a|\n|b",
        ] {
            assert_eq!(unescaped(&escaped(text)), text);
        }
        assert_eq!(unescaped("||a||||\\u597d\\uzz\r\n"), "a\n\n好\\uzz");
    }
}
