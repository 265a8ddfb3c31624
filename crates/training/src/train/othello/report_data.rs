//! What the report of a fit shows. It holds no time: the same fit gives the same report.

use othello::Square;
use othello::patterns::{CLASS_NAMES, GEOMETRY, PATTERNS, Stage, stage_of};
use serde::Serialize;

use super::records::{ExactTotal, PhaseErrors};
use crate::othello::exact::{EmptiesErrors, rounded};
use crate::othello::fit::{LEVELS, PHASES, PassErrors, Sample, phase_of};
use crate::othello::pattern_statistics::{Occurrences, WeightedContent, mean_absolute_weights};

/// Numbers of empty squares at which contents of patterns are shown: in the opening, in the middle and near the end.
const SHOWN_EMPTIES: [u32; 3] = [40, 20, 8];
/// A content is shown if it occurs once in so many positions of its phase, all instances counted, …
const RARE: u64 = 1000;
/// … and no less often than this.
const LEAST: u64 = 5;

/// The data of a report.
#[derive(Debug, Serialize)]
pub struct ReportData {
    /// The name and version of this form.
    pub schema: &'static str,
    pub game: &'static str,
    /// The command line that repeats the fit.
    pub command: String,
    /// The checksum of the file of weights.
    pub evaluator: String,
    /// Positions that were learnt from.
    pub positions: u64,
    pub held_out_positions: u64,
    /// The mean absolute error on them, in discs.
    pub held_out_error: f64,
    /// The errors on all positions with exact scores.
    #[serde(flatten)]
    pub exact: Option<ExactTotal>,
    pub passes: Vec<Pass>,
    /// The errors against the results of games.
    pub phases: Vec<PhaseErrors>,
    /// The errors against exact scores.
    pub exact_by_empties: Vec<EmptiesErrors>,
    pub classes: Vec<ClassWeights>,
}

/// The errors of a pass over the positions, as roots of mean squares in discs.
#[derive(Clone, Debug, Serialize)]
pub struct Pass {
    /// What had weights of its own: the game or a stage of it.
    pub level: &'static str,
    /// Its number, from 1 over all levels.
    pub pass: u32,
    /// On the positions that were learnt from, each before its step.
    pub training: f64,
    /// On those held out, after the pass; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<f64>,
}

/// The names of the levels.
const LEVEL_NAMES: [&str; LEVELS] = ["game", "stage", "late"];

impl Pass {
    /// The passes of all levels, one after the other.
    pub fn all(curve: &[Vec<PassErrors>; LEVELS], has_held_out: bool) -> Vec<Pass> {
        let named = LEVEL_NAMES.into_iter().zip(curve);
        let errors = named.flat_map(|(level, passes)| passes.iter().map(move |errors| (level, errors)));
        let pass = |(pass, (level, errors)): (u32, (&'static str, &PassErrors))| Pass {
            level,
            pass,
            training: rounded(errors.training.root_mean_square()),
            held_out: has_held_out.then(|| rounded(errors.held_out.root_mean_square())),
        };
        (1..).zip(errors).map(pass).collect()
    }
}

/// The weights of a class of patterns.
#[derive(Clone, Debug, Serialize)]
pub struct ClassWeights {
    pub name: &'static str,
    /// The squares of one of its instances.
    pub squares: Vec<String>,
    pub instances: usize,
    /// How much it adds to evaluations, by phase.
    pub phases: Vec<PhaseWeight>,
    /// Its contents of the highest and lowest weight, at some phases.
    pub extremes: Vec<Extremes>,
}

/// How much the instances of a class add to evaluations in a phase.
#[derive(Clone, Debug, Serialize)]
pub struct PhaseWeight {
    pub phase: usize,
    /// The mean absolute weight, in discs, of what they hold on the positions that were learnt from.
    pub mean_absolute: f64,
}

/// The contents of a class that are worth most and least.
#[derive(Clone, Debug, Serialize)]
pub struct Extremes {
    pub phase: usize,
    pub highest: Content,
    pub lowest: Content,
}

/// A content of a pattern.
#[derive(Clone, Debug, Serialize)]
pub struct Content {
    /// A letter for each square: `X` for a disc of the side to move, `O` for one of the other, `-` for none.
    pub discs: String,
    /// Its weight, in discs for the side to move.
    pub weight: f64,
    /// How often it occurs on the positions of the phase that were learnt from.
    pub occurrences: u64,
}

impl Content {
    fn new(weighted: WeightedContent, squares: usize) -> Content {
        let digit = |place: usize| weighted.content / 3_usize.pow((squares - 1 - place) as u32) % 3;
        let discs = (0..squares).map(|place| ['O', '-', 'X'][digit(place)]).collect();
        let (weight, occurrences) = (f64::from(weighted.weight) / 100.0, weighted.occurrences);
        Content { discs, weight, occurrences }
    }
}

impl ClassWeights {
    /// The weights of all classes, with what they come to on the positions that were learnt from.
    pub fn all(stages: &[Stage], training: &[Sample]) -> Vec<ClassWeights> {
        let mut by_phase: Vec<Vec<&Sample>> = vec![Vec::new(); PHASES];
        training.iter().for_each(|sample| by_phase[sample.phase()].push(sample));
        let mut classes: Vec<ClassWeights> = (0..PATTERNS).map(ClassWeights::of_shape).collect();
        for phase in (0..PHASES).rev().filter(|&phase| !by_phase[phase].is_empty()) {
            let samples = || by_phase[phase].iter().copied();
            let weights = &stages[stage_of(2 * phase as u32)];
            let means = mean_absolute_weights(weights, samples());
            for (class, mean) in classes.iter_mut().zip(means) {
                class.phases.push(PhaseWeight { phase, mean_absolute: rounded(mean / 100.0) });
            }
            if SHOWN_EMPTIES.iter().any(|&empties| phase_of(empties) == phase) {
                let occurrences = Occurrences::new(samples());
                let add = |(index, class): (usize, &mut ClassWeights)| {
                    class.extremes.extend(Extremes::new(phase, weights, index, &occurrences));
                };
                classes.iter_mut().enumerate().for_each(add);
            }
        }
        classes
    }

    fn of_shape(class: usize) -> ClassWeights {
        let mut instances = GEOMETRY.instances.iter().filter(|instance| instance.class == class);
        let first = instances.next().map(|instance| instance.squares.as_slice()).unwrap_or_default();
        ClassWeights {
            name: CLASS_NAMES[class],
            squares: first.iter().map(Square::to_string).collect(),
            instances: 1 + instances.count(),
            phases: Vec::new(),
            extremes: Vec::new(),
        }
    }
}

impl Extremes {
    fn new(phase: usize, weights: &Stage, class: usize, occurrences: &Occurrences) -> Option<Extremes> {
        let least = (occurrences.positions / RARE).max(LEAST);
        let (highest, lowest) = occurrences.extremes(weights, class, least)?;
        let squares = GEOMETRY.classes[class].squares;
        let content = |weighted| Content::new(weighted, squares);
        Some(Extremes { phase, highest: content(highest), lowest: content(lowest) })
    }
}
