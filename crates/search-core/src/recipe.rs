//! Algorithms as data: what the one node does, part by part.
//!
//! A [`Recipe`] is read by the node through a [`Plan`]: a reference when recipes are compared at run time, a type of
//! no size when an engine has fixed its own, so that every test on it folds away.

use std::error::Error;
use std::fmt;

use crate::watch::Event;

/// What the search does with alpha and beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// Nothing: every move is searched with the full window (negamax; Knuth & Moore 1975, F0).
    Ignored,
    /// Alpha-beta whose answers stay within the window (Knuth & Moore 1975, F2).
    FailHard,
    /// Alpha-beta whose answers are the tightest bounds known (Fishburn 1983).
    FailSoft,
}

/// From when on moves are first asked with a null window whether they beat alpha at all (principal variation search;
/// Marsland & Campbell 1982, Reinefeld 1983).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scout {
    /// Never: every move gets the whole window.
    Never,
    /// Once a move has raised alpha, as in Moreland's description.
    AfterRaise,
    /// From the second move on, as is usual today.
    AfterFirst,
}

/// Which stored results settle a node. Whenever the table is used, its move is tried first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableUse {
    /// None; the table is neither read nor written.
    Off,
    /// Those of exactly the depth asked for: the answer is the one the search itself would give.
    EqualDepth,
    /// Those at least as deep: fewer nodes, but the answer may be that of a deeper search.
    AtLeast,
}

/// A search algorithm, part by part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// What is done with alpha and beta.
    pub bounds: Bounds,
    /// When a null-window scout goes first.
    pub scout: Scout,
    /// Which table entries settle a node.
    pub table: TableUse,
    /// Static ordering: captures first, the most valuable victim by the cheapest attacker, and the evaluator's own rank.
    pub sort: bool,
    /// Two quiet moves a ply that cut before are tried early (Akl & Newborn 1977).
    pub killers: bool,
    /// Quiet moves are ordered by how often and how deep they cut (Schaeffer 1983).
    pub history: bool,
    /// Enhanced transposition cut-off: before any move is searched, a child whose stored bound refutes the node
    /// (Plaat, Schaeffer, Pijls & de Bruin 1996).
    pub transposed: bool,
    /// The depth is reached in steps, each ordering the next (Slate & Atkin 1977).
    pub deepening: bool,
    /// Whether the game's referee (repetition, move limits) is asked at every node. Off in comparisons: a verdict
    /// depends on the path, and paths differ between algorithms.
    pub rulings: bool,
}

/// Plain minimax in negamax form.
pub const NEGAMAX: Recipe = Recipe {
    bounds: Bounds::Ignored,
    scout: Scout::Never,
    table: TableUse::Off,
    sort: false,
    killers: false,
    history: false,
    transposed: false,
    deepening: false,
    rulings: false,
};
/// Alpha-beta, fail-hard.
pub const FAIL_HARD: Recipe = Recipe { bounds: Bounds::FailHard, ..NEGAMAX };
/// Alpha-beta, fail-soft.
pub const FAIL_SOFT: Recipe = Recipe { bounds: Bounds::FailSoft, ..NEGAMAX };
/// Principal variation search.
pub const PVS: Recipe = Recipe { scout: Scout::AfterFirst, ..FAIL_SOFT };
/// Every exact part that pays: the same score as negamax, by the fewest nodes. Enhanced transposition cut-offs are not
/// among them: at depth 6 of Xiangqi they save 2 % of the visits and make 20 % more positions, at depth 8 of Othello
/// 2 % for 10 %.
pub const STRONGEST: Recipe =
    Recipe { table: TableUse::EqualDepth, sort: true, killers: true, history: true, deepening: true, ..PVS };
/// For play: deeper stored results are welcome, and the referee is asked.
pub const PLAY: Recipe = Recipe { table: TableUse::AtLeast, rulings: true, ..STRONGEST };

/// The presets by the names that command lines use.
pub const PRESETS: [(&str, Recipe); 5] = [
    ("negamax", NEGAMAX),
    ("fail-hard", FAIL_HARD),
    ("alpha-beta", FAIL_SOFT),
    ("pvs", PVS),
    ("strongest", STRONGEST),
];

/// A part that can be switched on or off by name.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its name on command lines.
    pub name: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// Switches it on or off.
    pub set: fn(&mut Recipe, bool),
}

/// The parts by name.
pub const PARTS: [Part; 8] = [
    Part {
        name: "scout",
        meaning: "null-window scouts from the second move on",
        set: |recipe, on| recipe.scout = if on { Scout::AfterFirst } else { Scout::Never },
    },
    Part {
        name: "scout-after-raise",
        meaning: "null-window scouts once a move has raised alpha",
        set: |recipe, on| recipe.scout = if on { Scout::AfterRaise } else { Scout::Never },
    },
    Part {
        name: "table",
        meaning: "transposition table: equal-depth cut-offs and its move first",
        set: |recipe, on| recipe.table = if on { TableUse::EqualDepth } else { TableUse::Off },
    },
    Part {
        name: "sort",
        meaning: "static ordering by the game's own knowledge",
        set: |recipe, on| recipe.sort = on,
    },
    Part { name: "killers", meaning: "two killer moves a ply", set: |recipe, on| recipe.killers = on },
    Part { name: "history", meaning: "history heuristic", set: |recipe, on| recipe.history = on },
    Part {
        name: "etc",
        meaning: "enhanced transposition cut-off (needs table)",
        set: |recipe, on| recipe.transposed = on,
    },
    Part { name: "deepening", meaning: "iterative deepening", set: |recipe, on| recipe.deepening = on },
];

impl Recipe {
    /// Reads `preset[+part|-part]…`, e.g. `pvs+table-sort`.
    ///
    /// # Errors
    /// The piece that is no preset or part, and whether a preset was expected there.
    pub fn parse(text: &str) -> Result<Recipe, UnknownName> {
        let end = Self::preset_end(text);
        let preset = PRESETS.iter().find(|(name, _)| *name == &text[..end]);
        let (_, mut recipe) = *preset.ok_or_else(|| UnknownName::preset(&text[..end]))?;
        let mut rest = &text[end..];
        while let Some(sign) = rest.chars().next() {
            let body = &rest[1..];
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

    /// Where the preset's name ends: the longest preset that the text begins with, else the first sign.
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
    /// What was found.
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

/// Where the node reads its recipe from, and who looks on.
pub trait Plan: Copy + Send + Sync {
    /// The recipe; a constant where the type fixes it.
    fn recipe(&self) -> &Recipe;

    /// Is told what the search does.
    #[inline(always)]
    fn watch(&self, _event: Event) {}
}

/// Chosen at run time.
impl Plan for &Recipe {
    #[inline(always)]
    fn recipe(&self) -> &Recipe {
        self
    }
}

/// Defines a type of no size that fixes a recipe at compile time.
#[macro_export]
macro_rules! fixed_plan {
    ($(#[$meta:meta])* $visibility:vis $name:ident = $recipe:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        $visibility struct $name;

        impl $crate::recipe::Plan for $name {
            #[inline(always)]
            fn recipe(&self) -> &$crate::recipe::Recipe {
                const { &$recipe }
            }
        }
    };
}
