//! How wide text is, as far as that can be known without the font.

/// The usual size of letters, in units of the picture.
pub const SIZE: f64 = 13.0;

/// The size of letters beside ticks and in cells.
pub const SMALL: f64 = 12.0;

/// The width of a line of text: a little more than the usual fonts without serifs need.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(letter).sum::<f64>() * size
}

/// The width of a letter, as a share of the size.
fn letter(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 't' | 'f' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '(' | ')' => 0.36,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '+' | '×' | '÷' => 0.88,
        'A'..='Z' => 0.7,
        _ if letter.is_ascii() => 0.6,
        _ if letter < '\u{2e80}' => 0.65,
        _ => 1.0,
    }
}

/// The text, or as much of its beginning and end as fits, with an ellipsis between; of parts joined by `+`, whole ones.
pub fn shortened(text: &str, room: f64, size: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let parts: Vec<&str> = text.split('+').collect();
    let without = |count: usize| {
        let (head, tail) = (&parts[..2], &parts[2 + count..]);
        [head, &["…"], tail].concat().join("+")
    };
    let whole = (1..parts.len().saturating_sub(2)).map(without).find(|short| width(short, size) <= room);
    whole.unwrap_or_else(|| squeezed(text, room, size))
}

/// As many letters of the beginning and the end as fit.
fn squeezed(text: &str, room: f64, size: f64) -> String {
    let letters: Vec<char> = text.chars().collect();
    let cut = |kept: usize| -> String {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        letters[..head].iter().chain(['…'].iter()).chain(&letters[letters.len() - tail..]).collect()
    };
    let fitting = (0..letters.len()).rev().map(cut).find(|short| width(short, size) <= room);
    fitting.unwrap_or_else(|| "…".to_owned())
}

/// The text in lines that fit, broken at spaces; a word that does not fit is shortened.
pub fn wrapped(text: &str, room: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = shortened(word, room, size);
        match lines.last_mut() {
            Some(line) if width(line, size) + width(&word, size) + letter(' ') * size <= room => {
                *line = format!("{line} {word}");
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// The widest of several texts; 0 of none.
pub fn widest<'text>(texts: impl Iterator<Item = &'text str>, size: f64) -> f64 {
    texts.map(|text| width(text, size)).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_loses_its_middle() {
        assert_eq!(shortened("alpha-beta", 200.0, SIZE), "alpha-beta");
        let short = shortened("alpha-beta+sort+table@aspiration", 100.0, SIZE);
        assert!(
            short.starts_with("alp") && short.ends_with("ion") && width(&short, SIZE) <= 100.0,
            "{short}"
        );
        assert_eq!(shortened("alpha", 1.0, SIZE), "…");
    }

    #[test]
    fn parts_stay_whole() {
        let name = "strongest+futility+extended-futility+razoring+margins-heinz";
        assert_eq!(shortened(name, 300.0, SIZE), "strongest+futility+…+margins-heinz");
    }

    #[test]
    fn lines_break_at_spaces() {
        let lines = wrapped("iterative deepening and table", 130.0, SIZE);
        assert!(
            lines.len() == 2 && lines.concat().replace(' ', "") == "iterativedeepeningandtable",
            "{lines:?}"
        );
        assert!(wrapped("", 50.0, SIZE).is_empty());
    }
}
