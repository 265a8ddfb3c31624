//! Recipes by name.

use search_core::BadInput;
use search_core::bad_input::quote;
use search_core::recipe::{Recipe, RecipeSource};

use crate::Game;

/// An algorithm by its name: `play` and parts change what the engine plays with, every other preset what it is compared
/// with. Whichever it is, it plays by the rulings of the referee.
///
/// # Errors
/// A preset or a part that there is not.
pub fn parse_recipe<G: Game>(text: &str) -> Result<Recipe, BadInput> {
    let play = *G::PLAY.recipe();
    let parts = text.strip_prefix("play").filter(|rest| rest.is_empty() || rest.starts_with(['+', '-']));
    let parsed = match parts {
        Some(parts) => Recipe::parse_with(&format!("strongest{parts}"), &play),
        None => Recipe::parse_with(text, &G::STRONGEST),
    };
    let recipe = parsed.map_err(|unknown| {
        let expected = format!("one of {}", unknown.known.join(", "));
        let remedy = "Write a preset, or play, and the parts to switch on or off, as in play+null3";
        BadInput::new("engine option", None, format!("Recipe {}", quote(&unknown.found)), expected, remedy)
    })?;
    Ok(Recipe { rulings: play.rulings, ..recipe })
}
