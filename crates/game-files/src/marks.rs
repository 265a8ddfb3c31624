//! The signs behind moves, and their numbers in PGN.

/// Signs by their numeric annotation glyphs, from 1.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The number of a sign.
pub(crate) fn of_sign(sign: &str) -> Option<u8> {
    let place = SIGNS.iter().position(|known| *known == sign)?;
    u8::try_from(place + 1).ok()
}
