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
        let end = Self::preset_end(text);
        let presets = PRESETS.map(|(name, recipe)| match name {
            "strongest" => (name, *strongest),
            _ => (name, recipe),
        });
        let preset = presets.iter().find(|(name, _)| *name == &text[..end]);
        let (_, mut recipe) = *preset.ok_or_else(|| UnknownName::preset(&text[..end]))?;
        let mut rest = &text[end..];
        while let Some(sign) = rest.chars().next() {
            let body = &rest[1..];
            if let Some(length) = recipe.parameters.read(body) {
                rest = &body[length..];
                continue;
            }
            let part = PARTS
                .iter()
                .filter(|part| {
                    body.strip_prefix(part.name).is_some_and(|tail| tail.is_empty() || is_sign(tail))
                })
                .max_by_key(|part| part.name.len())
                .ok_or_else(|| UnknownName::part(body))?;
            (part.set)(&mut recipe, sign == '+');
            rest = &body[part.name.len()..];
        }
        Ok(recipe)
    }

    /// The end of the preset's name: the longest preset that the text begins with, else the first sign.
    fn preset_end(text: &str) -> usize {
        PRESETS
            .iter()
            .map(|(name, _)| name.len())
            .filter(|&end| {
                PRESETS.iter().any(|(name, _)| text.get(..end) == Some(name)) && is_end(&text[end..])
            })
            .max()
            .unwrap_or_else(|| text.find(['+', '-']).unwrap_or(text.len()))
    }
}

fn is_sign(text: &str) -> bool {
    text.starts_with(['+', '-'])
}

fn is_end(text: &str) -> bool {
    text.is_empty() || is_sign(text)
}

/// A name that is no preset, part or driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The text found.
    pub found: String,
    /// The names that would have done.
    pub known: Vec<&'static str>,
}

impl UnknownName {
    fn preset(found: &str) -> UnknownName {
        UnknownName { found: found.to_owned(), known: PRESETS.iter().map(|(name, _)| *name).collect() }
    }

    fn part(found: &str) -> UnknownName {
        let end = found.find(['+', '-']).unwrap_or(found.len());
        UnknownName { found: found[..end].to_owned(), known: PARTS.iter().map(|part| part.name).collect() }
    }
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
