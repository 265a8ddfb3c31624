//! Algorithms as data: what the one node does, part by part.
//!
//! A [`Recipe`] is read by the node through a [`RecipeSource`]: a reference when recipes are compared at run time, a type of
//! no size when an engine has fixed its own, so that every test on it folds away.
//!
//! Recipes come in two classes. *Exact* ones find the score that plain minimax finds at the same depth, and differ in
//! cost alone; *selective* ones look deeper here and less deep there, and are measured by their error too
//! ([`Recipe::is_exact`]).
//!
//! All parts stand in one table, `recipe/parts.rs`, with what each is worth beside it: the change of nodes (visits and positions made
//! for ordering) that `shuangqi compare` measured: geometric means over 100 to 320 positions, at the deepest depth of the block named,
//! all figures in `data/laboratory`. "Alone" is added to plain principal variation search, "in company" to one with
//! every other part. [`Recipe::parse`] reads algorithms by name: presets, with parts switched on and off, and parameters.

mod parts;
mod variants;

use std::error::Error;
use std::fmt;

use crate::bad_input::nearest;
use crate::counters::Event;

pub use parts::{PARTS, Parameter, Parameters, Part, Recipe};
pub use variants::{
    Bounds, CaptureOrder, History, Margins, ModelProbCut, Null, ReSearch, Scout, TableUse, Verify,
};

/// Plain minimax in negamax form.
pub const NEGAMAX: Recipe = Recipe { quiescence: true, evasions: true, ..Recipe::OFF };
/// Alpha-beta, fail-hard.
pub const FAIL_HARD: Recipe = Recipe { bounds: Bounds::FailHard, ..NEGAMAX };
/// Alpha-beta, fail-soft.
pub const FAIL_SOFT: Recipe = Recipe { bounds: Bounds::FailSoft, ..NEGAMAX };
/// Principal variation search.
pub const PVS: Recipe = Recipe { scout: Scout::AfterFirst, ..FAIL_SOFT };
/// Reinefeld's form of it.
pub const NEGASCOUT: Recipe = Recipe { re_search: ReSearch::FromScout, ..PVS };
/// Every exact part that pays: the same score as negamax, by the fewest nodes. Enhanced transposition cut-offs are
/// not among them: at depth 6 of Xiangqi they save 2 % of the visits and make 20 % more positions, at depth 8 of
/// Othello 2 % for 10 %.
pub const STRONGEST: Recipe = Recipe {
    table: TableUse::EqualDepth,
    sort: true,
    killers: true,
    history: History::DepthSquared,
    deepening: true,
    ..PVS
};
/// Every selective part that pays in a game with captures and checks. What each group of them is worth in games of Xiangqi
/// stands in `data/laboratory/elo.md`.
pub const SELECTIVE: Recipe = Recipe {
    table: TableUse::AtLeast,
    losing_last: true,
    history: History::Gravity,
    history_malus: true,
    continuation: true,
    capture_history: true,
    counter_moves: true,
    mate_distance: true,
    null: Null::ByEvaluation,
    estimate: true,
    improving: true,
    reverse_futility: true,
    late_reductions: true,
    late_pruning: true,
    quiet_futility: true,
    exchange_pruning: true,
    internal_reductions: true,
    extend_safe_check: true,
    singular: true,
    quiescence_table: true,
    quiescence_move: true,
    quiescence_see: true,
    quiescence_delta: true,
    quiescence_checks: true,
    ..STRONGEST
};
/// For play: deeper stored results cut off too, and the referee is consulted.
pub const PLAY: Recipe = Recipe { table: TableUse::AtLeast, rulings: true, ..STRONGEST };

impl Recipe {
    /// Returns whether the score is that of plain minimax at the same depth, in every position.
    pub fn is_exact(&self) -> bool {
        self.table != TableUse::AtLeast && !self.differs_in_score(&NEGAMAX)
    }

    /// Returns whether results of this depth are read from the table and stored in it.
    #[inline(always)]
    pub(crate) fn uses_table(&self, depth: i16) -> bool {
        !matches!(self.table, TableUse::Off) && depth >= self.table_min_depth
    }

    /// Returns whether the static evaluation of every node that is not in check is needed.
    #[inline(always)]
    pub(crate) fn evaluates_always(&self) -> bool {
        self.improving || self.hindsight
    }

    /// Returns whether something depends on the moves that led to a node.
    #[inline(always)]
    pub(crate) fn follows_moves(&self) -> bool {
        self.continuation || self.counter_moves
    }

    /// Returns whether whole windows are asked at every node, or only on the principal variation.
    #[inline(always)]
    pub(crate) fn scouts(&self) -> bool {
        !matches!(self.scout, Scout::Never)
    }

    /// Returns whether moves are treated by their number in the order of a node.
    pub(crate) fn goes_by_move_number(&self) -> bool {
        self.late_reductions || self.prunes_moves()
    }
}

/// The source that the node reads its recipe from, and reports to.
pub trait RecipeSource: Copy + Send + Sync {
    /// The recipe; a constant where the type fixes it.
    fn recipe(&self) -> &Recipe;

    /// Receives what the search does; does nothing by default.
    #[inline(always)]
    fn observe(&self, _event: Event) {}
}

/// Chosen at run time.
impl RecipeSource for &Recipe {
    #[inline(always)]
    fn recipe(&self) -> &Recipe {
        self
    }
}

/// Defines a type of no size that fixes a recipe at compile time.
#[macro_export]
macro_rules! fixed_recipe {
    ($(#[$meta:meta])* $visibility:vis $name:ident = $recipe:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        $visibility struct $name;

        impl $crate::recipe::RecipeSource for $name {
            #[inline(always)]
            fn recipe(&self) -> &$crate::recipe::Recipe {
                const { &$recipe }
            }
        }
    };
}

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
    /// The piece that is no preset or part, and whether a preset was expected there; or a parameter below its least value.
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
            if let Some(length) = recipe.parameters.read(body)? {
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
        UnknownName { found: text[..end].to_owned(), known: items.iter().map(name).collect(), least: None }
    })
}

/// A name that is no preset, part or driver, or a parameter with a value that is too small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The text found.
    pub found: String,
    /// The names that would have done.
    pub known: Vec<&'static str>,
    /// The least value of the parameter that was found.
    pub least: Option<i32>,
}

impl UnknownName {
    /// Returns whether a part was expected, not a preset.
    pub fn is_part(&self) -> bool {
        self.known.first() == Some(&PARTS[0].name)
    }

    /// The names that would have done, for a message: all presets; of the parts, which are many, the one that is near. Of a parameter,
    /// the least value.
    pub fn expected(&self) -> String {
        if let Some(least) = self.least {
            return format!("a number of at least {least}");
        }
        let nearest = self.is_part().then(|| nearest(&self.found, self.known.iter().copied()));
        match nearest {
            None => format!("one of {}", self.known.join(", ")),
            Some(None) => "a part that shuangqi compare --help lists".to_owned(),
            Some(Some(name)) => format!("{name}, or another part that shuangqi compare --help lists"),
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "algorithm: found {:?}, expected {}. ", self.found, self.expected())?;
        out.write_str("Write a preset and the parts to switch on or off, as in pvs+table-sort.")
    }
}

impl Error for UnknownName {}

impl Parameters {
    /// Reads `name=number` at the start of a text: how many bytes it took, if it is one.
    ///
    /// The least value is binding, as some parameters are divisors. Beyond the greatest one a recipe may still go: only
    /// tuning stays within both.
    ///
    /// # Errors
    /// A number that is too small.
    fn read(&mut self, text: &str) -> Result<Option<usize>, UnknownName> {
        let length = text.find(['+', '-']).unwrap_or(text.len());
        let Some((name, number)) = text[..length].split_once('=') else { return Ok(None) };
        let Some(parameter) = Self::ALL.iter().find(|parameter| parameter.name == name) else {
            return Ok(None);
        };
        let (Some(slot), Ok(value)) = (self.value_mut(name), number.parse()) else { return Ok(None) };
        if value < parameter.min {
            let known = PARTS.iter().map(|part| part.name).collect();
            return Err(UnknownName { found: text[..length].to_owned(), known, least: Some(parameter.min) });
        }
        *slot = value;
        Ok(Some(length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_and_parts_are_read() {
        assert_eq!(Recipe::parse("negamax"), Ok(NEGAMAX));
        assert_eq!(Recipe::parse("alpha-beta"), Ok(FAIL_SOFT));
        assert_eq!(Recipe::parse("alpha-beta+scout"), Ok(PVS));
        assert_eq!(Recipe::parse("fail-hard-scout").unwrap().bounds, Bounds::FailHard);
        let recipe = Recipe::parse("strongest+etc+scout-after-raise").unwrap();
        assert_eq!(recipe, Recipe { transposed: true, scout: Scout::AfterRaise, ..STRONGEST });
        assert_eq!(Recipe::parse("pvs+table").unwrap().table, TableUse::EqualDepth);
    }

    #[test]
    fn parameters_have_a_least_value() {
        let null_depth = |text| Recipe::parse(text).map(|recipe| recipe.parameters.null_depth);
        assert_eq!(null_depth("selective+null_depth=2-etc"), Ok(2));
        let error = null_depth("selective+null_depth=0-etc").unwrap_err();
        assert_eq!(error.found, "null_depth=0");
        assert!(
            error.is_part() && error.to_string().contains("expected a number of at least 2. "),
            "{error}"
        );
        assert_eq!(null_depth("selective+null_depth=x").unwrap_err().least, None);
    }

    /// Every engine's own values are within what may be written.
    #[test]
    fn default_parameters_are_within_bounds() {
        let mut parameters = Parameters::DEFAULT;
        for &Parameter { name, min, max, .. } in Parameters::ALL {
            let value = *parameters.value_mut(name).unwrap();
            assert!((min..=max).contains(&value), "{name} is {value}");
        }
    }

    /// Each part's name switches that part on and off again, and nothing else.
    #[test]
    fn every_part_is_reversible() {
        for part in PARTS {
            for (_, preset) in PRESETS {
                let (mut on, mut off) = (preset, preset);
                (part.set)(&mut on, true);
                (part.set)(&mut off, false);
                // The name of the usual variant only switches another variant off.
                assert!(on != off || part.meaning.contains("usual"), "{}", part.name);
                (part.set)(&mut on, false);
                assert_eq!(on, off, "{}", part.name);
            }
        }
    }
}
