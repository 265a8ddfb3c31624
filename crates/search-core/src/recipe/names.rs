//! Algorithms by name: presets, with parts switched on and off, and parameters.

use std::error::Error;
use std::fmt;

use super::parts::{PARTS, Parameters, Recipe};
use super::{FAIL_HARD, FAIL_SOFT, NEGAMAX, NEGASCOUT, PVS, SELECTIVE, STRONGEST};

/// The presets by the names that command lines use.
pub const PRESETS: [(&str, Recipe); 7] = [
    ("negamax", NEGAMAX),
    ("fail-hard", FAIL_HARD),
    ("alpha-beta", FAIL_SOFT),
    ("pvs", PVS),
    ("negascout", NEGASCOUT),
    ("strongest", STRONGEST),
    ("selective", SELECTIVE),
];

impl Recipe {
    /// Reads `preset[+part|-part|+parameter=number]…`, e.g. `pvs+table-sort`.
    ///
    /// # Errors
    /// The piece that is no preset or part, and whether a preset was expected there.
    pub fn parse(text: &str) -> Result<Recipe, UnknownName> {
        Self::parse_with(text, &STRONGEST)
    }

    /// The same where a game has a strongest recipe of its own.
    ///
    /// # Errors
    /// As [`Recipe::parse`].
    pub fn parse_with(text: &str, strongest: &Recipe) -> Result<Recipe, UnknownName> {
        let presets =
            PRESETS.map(|(name, recipe)| (name, if name == "strongest" { *strongest } else { recipe }));
        let (name, mut recipe) = *longest_name(text, &presets, |(name, _)| *name)?;
        let mut rest = &text[name.len()..];
        while let Some(sign) = rest.chars().next() {
            let body = &rest[1..];
            if let Some(length) = recipe.parameters.read(body) {
                rest = &body[length..];
                continue;
            }
            let part = longest_name(body, PARTS, |part| part.name)?;
            (part.set)(&mut recipe, sign == '+');
            rest = &body[part.name.len()..];
        }
        Ok(recipe)
    }
}

/// The item with the longest name that a text begins with, where it ends or a sign follows.
fn longest_name<'items, T>(
    text: &str,
    items: &'items [T],
    name: impl Fn(&T) -> &'static str,
) -> Result<&'items T, UnknownName> {
    let is_end = |tail: &str| tail.is_empty() || tail.starts_with(['+', '-']);
    let named = items.iter().filter(|&item| text.strip_prefix(name(item)).is_some_and(is_end));
    named.max_by_key(|&item| name(item).len()).ok_or_else(|| {
        let end = text.find(['+', '-']).unwrap_or(text.len());
        UnknownName { found: text[..end].to_owned(), known: items.iter().map(name).collect() }
    })
}

/// A name that is no preset, part or driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The text found.
    pub found: String,
    /// The names that would have done.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.known.join(", ");
        write!(out, "algorithm: found {:?}, expected one of {known}. ", self.found)?;
        out.write_str("Write a preset and the parts to switch on or off, as in pvs+table-sort.")
    }
}

impl Error for UnknownName {}

impl Parameters {
    /// Reads `name=number` at the start of a text: how many bytes it took, if it is one.
    fn read(&mut self, text: &str) -> Option<usize> {
        let (name, rest) = text.split_once('=')?;
        let slot = self.value_mut(name)?;
        let digits = rest.find(['+', '-']).unwrap_or(rest.len());
        *slot = rest[..digits].parse().ok()?;
        Some(name.len() + 1 + digits)
    }
}
