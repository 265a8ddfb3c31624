//! The referee of a match: a session of the game under the rules of the match.

#[cfg(test)]
mod tests;

use game::any::AnySession;
use shuangqi_cli::BadInput;

use super::config::Opening;

/// A game at the end of its opening.
///
/// # Errors
/// The first move that is illegal.
pub fn begin(mut session: Box<dyn AnySession>, opening: &Opening) -> Result<Box<dyn AnySession>, BadInput> {
    for (index, text) in opening.moves.iter().enumerate() {
        session.referee_move(text).map_err(|why| {
            let found = format!("{text:?} as move {} of opening {:?}", index + 1, opening.name);
            BadInput::new("opening", None, found, format!("a legal move, but {why}"), "Correct the opening")
        })?;
    }
    Ok(session)
}
