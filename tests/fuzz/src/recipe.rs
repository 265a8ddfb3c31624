//! Algorithms by name.

use search_core::Recipe;
use search_core::recipe::{Bounds, PARTS, PRESETS, Part, UnknownName};

/// A recipe can be spelled from its parts and read again; an error names a piece of the text, and names that would do.
pub fn recipe(text: &str) {
    match Recipe::parse(text) {
        Ok(recipe) => assert_eq!(Recipe::parse(&spell(&recipe)), Ok(recipe), "{text:?}"),
        Err(unknown) => error(text, &unknown),
    }
}

fn error(text: &str, unknown: &UnknownName) {
    assert!(!unknown.to_string().contains(char::is_control), "{unknown}");
    assert!(text.contains(&unknown.found), "{unknown:?} is in {text:?}");
    assert!(!unknown.known.is_empty() && !unknown.known.contains(&unknown.found.as_str()), "{unknown:?}");
    let names = PRESETS.iter().map(|(name, _)| *name).chain(PARTS.iter().map(|part| part.name));
    let names: Vec<&str> = names.collect();
    assert!(unknown.known.iter().all(|name| names.contains(name)), "{unknown:?}");
}

/// The preset that treats bounds alike, every part that the recipe lacks switched off, then every one it has switched
/// on.
fn spell(recipe: &Recipe) -> String {
    let preset = match recipe.bounds {
        Bounds::Ignored => "negamax",
        Bounds::FailHard => "fail-hard",
        Bounds::FailSoft => "alpha-beta",
    };
    let (has, lacks): (Vec<&Part>, Vec<&Part>) = PARTS.iter().partition(|part| {
        let mut with = *recipe;
        (part.set)(&mut with, true);
        with == *recipe
    });
    let signed = |parts: Vec<&Part>, sign: &str| -> String {
        parts.iter().map(|part| format!("{sign}{}", part.name)).collect()
    };
    preset.to_owned() + &signed(lacks, "-") + &signed(has, "+")
}
