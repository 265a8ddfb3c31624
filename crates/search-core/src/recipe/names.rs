//! Algorithms by name: presets, and parts to switch on and off.

use std::error::Error;
use std::fmt;

use super::{
    CaptureOrder, FAIL_HARD, FAIL_SOFT, History, Margins, NEGAMAX, NEGASCOUT, Null, PVS, ReSearch, Recipe,
    SELECTIVE, STRONGEST, Scout, TableUse, Verify,
};

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

/// Writes the list of parts: name, meaning, and what the switch does to `$recipe`, being `$on`.
macro_rules! parts {
    ($($name:literal, $meaning:literal, |$recipe:ident, $on:ident| $set:expr;)*) => {
        &[$(Part { name: $name, meaning: $meaning, set: |$recipe, $on| $set }),*]
    };
}

/// The parts by name. One that chooses among variants chooses its own when switched on, and the usual one (or none)
/// when switched off.
pub const PARTS: &[Part] = parts![
    "scout", "null-window scouts from the second move on",
        |recipe, on| recipe.scout = if on { Scout::AfterFirst } else { Scout::Never };
    "scout-after-raise", "null-window scouts once a move has raised alpha",
        |recipe, on| recipe.scout = if on { Scout::AfterRaise } else { Scout::Never };
    "again-from-scout", "NegaScout's second search: from the scout's score to beta",
        |recipe, on| recipe.re_search = if on { ReSearch::FromScout } else { ReSearch::Whole };
    "table", "transposition table: equal-depth cut-offs and its move first",
        |recipe, on| recipe.table = if on { TableUse::EqualDepth } else { TableUse::Off };
    "table-deeper", "the same, and deeper results cut off too (selective)",
        |recipe, on| recipe.table = if on { TableUse::AtLeast } else { TableUse::Off };
    "table-from-3", "the table is used at depths of 3 and more alone (needs table)",
        |recipe, on| recipe.table_min_depth = if on { 3 } else { 0 };
    "sort", "static ordering by the game's own knowledge",
        |recipe, on| recipe.sort = on;
    "captures-difference", "captures by victim less attacker",
        |recipe, on| recipe.captures = order(on, CaptureOrder::Difference);
    "captures-exchange", "captures by static exchange evaluation",
        |recipe, on| recipe.captures = order(on, CaptureOrder::Exchange);
    "losing-last", "captures that lose by static exchange evaluation after the quiet moves",
        |recipe, on| recipe.losing_last = on;
    "killers", "two killer moves a ply",
        |recipe, on| recipe.killers = on;
    "history", "history heuristic, depth squared a cut-off",
        |recipe, on| recipe.history = history(on, History::DepthSquared);
    "history-count", "history heuristic, one a cut-off",
        |recipe, on| recipe.history = history(on, History::Count);
    "history-exponential", "history heuristic, two to the depth a cut-off",
        |recipe, on| recipe.history = history(on, History::Exponential);
    "history-malus", "quiet moves that were searched and did not cut lose history",
        |recipe, on| recipe.history_malus = on;
    "history-ageing", "histories are halved before each iteration",
        |recipe, on| recipe.history_ageing = on;
    "etc", "enhanced transposition cut-off (needs table)",
        |recipe, on| recipe.transposed = on;
    "deepening", "iterative deepening; without a table, its principal variation first",
        |recipe, on| recipe.deepening = on;
    "mate-distance", "no line is followed beyond a mate that is known",
        |recipe, on| recipe.mate_distance = on;
    "perfect", "the move that a finished search found best goes first",
        |recipe, on| recipe.perfect_order = on;
    "quiescence", "captures are played out before a leaf is evaluated",
        |recipe, on| recipe.quiescence.captures = on;
    "evasions", "quiescence answers checks with every move",
        |recipe, on| recipe.quiescence.evasions = on;
    "quiescence-filter", "quiescence leaves small captures out (selective)",
        |recipe, on| recipe.quiescence.filter = on;
    "quiescence-table", "quiescence uses the table (needs table)",
        |recipe, on| recipe.quiescence.table = on;
    "null2", "null move, reduction 2 (selective, as all that follow)",
        |recipe, on| recipe.selective.null = null(on, Null::Fixed(2));
    "null3", "null move, reduction 3",
        |recipe, on| recipe.selective.null = null(on, Null::Fixed(3));
    "null-heinz", "null move, reduction by depth and pieces",
        |recipe, on| recipe.selective.null = null(on, Null::ByPieces);
    "null-elephanteye", "null move, reduction by depth and material",
        |recipe, on| recipe.selective.null = null(on, Null::ByMaterial);
    "verify-tabibi", "null moves verified one ply shallower, as published",
        |recipe, on| recipe.selective.verify = if on { Verify::Tabibi } else { Verify::Never };
    "verify-elephanteye", "null moves verified where material is short",
        |recipe, on| recipe.selective.verify = if on { Verify::WithLittleMaterial } else { Verify::Never };
    "futility", "selective futility at depth 1",
        |recipe, on| recipe.selective.futility = on;
    "extended-futility", "extended futility at depth 2",
        |recipe, on| recipe.selective.extended_futility = on;
    "razoring", "limited razoring at depth 3",
        |recipe, on| recipe.selective.razoring = on;
    "futility-after-make", "futility decided after making the move",
        |recipe, on| recipe.selective.after_make = on;
    "margins-elephanteye", "margins of 0.8, 1.6 and 2.4 minor pieces (usual)",
        |recipe, on| recipe.selective.margins = margins(on, Margins::ELEPHANT_EYE);
    "margins-xiangqi-family", "margins of an elephant, a horse and a chariot",
        |recipe, on| recipe.selective.margins = margins(on, Margins::XIANGQI_FAMILY);
    "margins-heinz", "margins of a minor piece, a rook and a queen of chess",
        |recipe, on| recipe.selective.margins = margins(on, Margins::HEINZ);
    "probes", "shallower searches with margins above beta first",
        |recipe, on| recipe.selective.probes = on;
    "extend-check", "one ply deeper after a check",
        |recipe, on| recipe.extensions.check = on;
    "extend-single", "one ply deeper where there is a single reply",
        |recipe, on| recipe.extensions.single = on;
    "extend-threat", "one ply deeper where passing would be mate",
        |recipe, on| recipe.extensions.threat = on;
    "extend-exchange", "one ply deeper after two good captures in a row",
        |recipe, on| recipe.extensions.exchange = on;
    "extend-soldier", "one ply deeper after a soldier's advance",
        |recipe, on| recipe.extensions.by_game = on;
    "null-adaptive", "null move, reduction by depth and evaluation",
        |recipe, on| recipe.selective.null = null(on, Null::ByEvaluation);
    "estimate", "stored scores stand for static evaluations in pruning (needs table)",
        |recipe, on| recipe.selective.estimate = on;
    "improving", "pruning asks whether the evaluation rises from move to move",
        |recipe, on| recipe.selective.improving = on;
    "reverse-futility", "cut-off where the evaluation is far above beta",
        |recipe, on| recipe.selective.reverse_futility = on;
    "deep-razoring", "quiescence where the evaluation is far below alpha",
        |recipe, on| recipe.selective.deep_razoring = on;
    "late-reductions", "late move reductions",
        |recipe, on| recipe.selective.late_reductions = on;
    "late-pruning", "late move pruning",
        |recipe, on| recipe.selective.late_pruning = on;
    "quiet-futility", "quiet moves skipped far below alpha",
        |recipe, on| recipe.selective.quiet_futility = on;
    "history-pruning", "quiet moves of bad history skipped (needs history)",
        |recipe, on| recipe.selective.history_pruning = on;
    "see-pruning", "moves that lose by static exchange evaluation skipped",
        |recipe, on| recipe.selective.exchange_pruning = on;
    "iir", "internal iterative reduction (needs table)",
        |recipe, on| recipe.selective.internal_reductions = on;
    "probcut", "captures searched shallowly against a raised beta",
        |recipe, on| recipe.selective.capture_probcut = on;
    "singular", "singular extensions, multi-cut and negative extensions (needs table)",
        |recipe, on| recipe.extensions.singular = on;
    "extend-safe-check", "one ply deeper after a check that loses nothing",
        |recipe, on| recipe.extensions.safe_check = on;
    "history-gravity", "histories that fade as they grow",
        |recipe, on| recipe.history = history(on, History::Gravity);
    "continuation", "histories of answers to the two moves before",
        |recipe, on| recipe.continuation = on;
    "capture-history", "histories of captures",
        |recipe, on| recipe.capture_history = on;
    "counter-moves", "the move that refuted the last move before",
        |recipe, on| recipe.counter_moves = on;
    "corrections", "static evaluations corrected by what searches found",
        |recipe, on| recipe.corrections = on;
    "quiescence-move", "quiescence tries the stored move first (needs quiescence-table)",
        |recipe, on| recipe.quiescence.table_move = on;
    "quiescence-see", "quiescence leaves losing captures out",
        |recipe, on| recipe.quiescence.exchanges = on;
    "quiescence-delta", "quiescence leaves captures out that stay far below alpha",
        |recipe, on| recipe.quiescence.delta = on;
    "quiescence-checks", "quiescence begins with checks too",
        |recipe, on| recipe.quiescence.checks = on;
];

fn order(on: bool, order: CaptureOrder) -> CaptureOrder {
    if on { order } else { CaptureOrder::VictimThenAttacker }
}

fn history(on: bool, history: History) -> History {
    if on { history } else { History::Off }
}

fn null(on: bool, null: Null) -> Null {
    if on { null } else { Null::Off }
}

fn margins(on: bool, margins: Margins) -> Margins {
    if on { margins } else { Margins::ELEPHANT_EYE }
}

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
