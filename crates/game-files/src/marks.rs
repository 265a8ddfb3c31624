//! The signs behind moves, and their numbers in PGN.

/// Signs by their numeric annotation glyphs, from 1.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The number of a sign.
pub(crate) fn of_sign(sign: &str) -> Option<u8> {
    let place = SIGNS.iter().position(|known| *known == sign)?;
    u8::try_from(place + 1).ok()
}

/// The sign of a number, or the number as PGN writes it.
pub fn sign(mark: u8) -> String {
    let known = usize::from(mark).checked_sub(1).and_then(|place| SIGNS.get(place));
    known.map_or_else(|| format!("${mark}"), |sign| (*sign).to_owned())
}
