//! The fit of the pattern weights: gradient descent on the squared error, from the whole game to its stages.
//!
//! Most contents of a large pattern are rare, so a stage alone has too few positions to learn them. The weights of the
//! whole game are fitted first, those of a stage of the game begin as a copy of them: a content that a stage has never
//! seen keeps what was learnt of it elsewhere. The cheaper weights that order moves near the end have no counts and no hidden
//! units, and are fitted to positions of that part of the game alone.

mod slopes;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use othello::patterns::{
    CLASSES, Features, GEOMETRY, INSTANCES, LATE_EMPTIES, Late, STAGES, Stage, Stored, TERMS, Trained, UNITS,
    counts, is_taken_off, output, stage_of,
};
use othello::{Position, Side};
use rayon::prelude::*;

use self::slopes::{Moments, Slopes};
use super::records::Record;
use crate::errors::ErrorSums;

/// Room for the entries of one position.
const LANES: usize = 64;

/// Phases of two empty squares each, by which errors are shown: phase 0 has none or one left.
pub const PHASES: usize = 31;

/// The numbers of empty squares of the positions that the late weights are fitted to: one or two more than where they are
/// used, on either side.
const LATE: RangeInclusive<u32> = 8..=LATE_EMPTIES + 2;

/// A position as the fit sees it.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// By instance, the folded content within its class.
    contents: [u16; LANES],
    empties: u32,
    /// The evaluation to be learnt, in discs.
    pub target: f32,
}

impl Sample {
    /// A record as a sample: the target is the search's score by this weight, the result by the rest.
    pub fn new(record: &Record, search_weight: f32) -> Sample {
        let features = Features::of(&Position { board: record.board, side: Side::Black });
        let mut contents = [0; LANES];
        let all = features.contents().iter().copied().chain(counts(record.board));
        for ((folded, content), instance) in contents.iter_mut().zip(all).zip(&GEOMETRY.instances) {
            *folded = GEOMETRY.classes[instance.class].folded[usize::from(content)];
        }
        let (result, search) = (f32::from(record.result), f32::from(record.search) / 100.0);
        let target = search_weight * search + (1.0 - search_weight) * result;
        Sample { contents, empties: record.board.empties().len(), target }
    }

    /// By instance, the folded content within its class.
    pub fn contents(&self) -> &[u16] {
        &self.contents[..INSTANCES]
    }

    /// The phase that it belongs to.
    pub fn phase(&self) -> usize {
        (self.empties as usize / 2).min(PHASES - 1)
    }

    /// The stage whose weights evaluate it.
    fn stage(&self) -> usize {
        stage_of(self.empties)
    }

    /// Returns whether the late weights are fitted to it.
    fn is_late(&self) -> bool {
        LATE.contains(&self.empties)
    }
}

/// The passes over the samples.
#[derive(Clone, Copy, Debug)]
pub struct Passes {
    /// Over all of them, for weights of the whole game. With weights to begin with there are none.
    pub game: u32,
    /// Over those of a stage, for its weights.
    pub stage: u32,
    /// Over those of the end, for the late weights.
    pub late: u32,
}

/// The schedule of the descent.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    pub passes: Passes,
    /// The most that a step changes a weight at first, in discs; it falls to nearly nothing.
    pub rate: f32,
    /// The target in discs at which a sample has half the importance of one that is even; 0: all have the same.
    pub half_at: f32,
    /// The seed of the order in which samples come.
    pub seed: u64,
}

impl Schedule {
    /// The number of samples in all passes, each counted as often as it comes.
    pub fn steps(&self, samples: &[Sample]) -> u64 {
        let Passes { game, stage, late } = self.passes;
        let all_late = samples.iter().filter(|sample| sample.is_late()).count() as u64;
        u64::from(game + stage) * samples.len() as u64 + u64::from(late) * all_late
    }
}

/// The errors of a pass, on the samples as they come and, after it, on those held out.
#[derive(Clone, Copy, Default, Debug)]
pub struct PassErrors {
    /// Each before the step that it leads to.
    pub training: ErrorSums,
    /// After the pass.
    pub held_out: ErrorSums,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    pub stages: Vec<Stage>,
    /// Those that order moves near the end.
    pub late: Late,
    /// By level (the whole game, its stages, the late weights, which stand apart), the errors of each pass.
    pub curve: [Vec<PassErrors>; 3],
}

/// Fits weights to the samples; those held out are only looked at. Stages and late weights are those of `begin` at first, if
/// there is one. After each pass `watch` gets the number of samples of the pass, of [`Schedule::steps`] in all. If it returns
/// false, the fit ends there, with weights of no use.
pub fn fit(
    training: &[Sample],
    held_out: &[Sample],
    begin: Option<&Trained>,
    schedule: &Schedule,
    watch: &(impl Fn(u64) -> bool + Sync + ?Sized),
) -> Fitted {
    let passes = schedule.passes;
    let mut whole: Table<UNITS> = Table::new(TERMS, schedule.seed);
    let mut all = SampleSubset::new(training, held_out, |_| true);
    let game_errors = whole.descend(&mut all, schedule, passes.game, schedule.seed, watch);
    let stages: Vec<(Stage, Vec<PassErrors>)> = (0..STAGES)
        .into_par_iter()
        .map(|index| {
            let mut chosen = SampleSubset::new(training, held_out, |sample| sample.stage() == index);
            let seed = schedule.seed ^ (index as u64 + 1) << 32;
            let mut table =
                begin.map_or_else(|| whole.clone(), |begin| Table::of(&begin.stages[index], TERMS));
            let errors = table.descend(&mut chosen, schedule, passes.stage, seed, watch);
            (table.stored(), errors)
        })
        .collect();
    let new_late = || Table::new(INSTANCES, schedule.seed);
    let mut late: Table<1> = begin.map_or_else(new_late, |begin| Table::of(&begin.late, INSTANCES));
    let mut last = SampleSubset::new(training, held_out, Sample::is_late);
    let late_errors = late.descend(&mut last, schedule, passes.late, schedule.seed, watch);
    let curve = [game_errors, merged(stages.iter().map(|(_, errors)| errors)), late_errors];
    let stages = stages.into_iter().map(|(stage, _)| stage).collect();
    Fitted { stages, late: late.stored(), curve }
}

/// The errors of each pass over all groups of samples.
fn merged<'errors>(groups: impl Iterator<Item = &'errors Vec<PassErrors>>) -> Vec<PassErrors> {
    let mut all: Vec<PassErrors> = Vec::new();
    for group in groups {
        all.resize(all.len().max(group.len()), PassErrors::default());
        for (sum, errors) in all.iter_mut().zip(group) {
            sum.training.merge(&errors.training);
            sum.held_out.merge(&errors.held_out);
        }
    }
    all
}

/// The errors of the weights by phase.
pub fn errors(stages: &[Stage], samples: &[Sample]) -> Vec<ErrorSums> {
    let mut sums = vec![ErrorSums::default(); PHASES];
    for sample in samples {
        let entries = &stages[sample.stage()].entries;
        let mut units = [0_i32; UNITS];
        for (instance, &content) in GEOMETRY.instances.iter().zip(&sample.contents) {
            let entry = &entries[instance.class][usize::from(content)];
            units.iter_mut().zip(entry).for_each(|(sum, &weight)| *sum += i32::from(weight));
        }
        let value = (f64::from(output(units)) / 100.0).clamp(-64.0, 64.0);
        sums[sample.phase()].add(f64::from(sample.target) - value);
    }
    sums
}

/// Positions of one step, if a pass has [`STEPS`] of them or more. With 24 million positions, 1,024 in a step, the error held
/// out is 4 % larger: the weights of rare contents are then fitted to single games.
const BATCH: usize = 8192;
/// A pass over fewer positions has so many steps. With 50 of them half a million positions lead to an error that is 6 % larger.
const STEPS: usize = 1000;
/// An error counts as no larger than this in a step, in discs (P. J. Huber: Robust Estimation of a Location Parameter, 1964): most of
/// the larger ones come from moves that only a search sees. Without a bound the errors on the public hard sets are 1.5 % larger, with
/// 4 discs they are the same.
const MAX_ERROR: f32 = 8.0;
/// Weights of hidden units begin at random numbers of this size, in discs, so that the units come to differ.
const FIRST_WEIGHTS: f32 = 0.05;
/// How much smaller the last step of a level is than its first, as a part of the first.
const RATE_FALL: f32 = 0.995;

/// Weights of one group of samples.
#[derive(Clone, Debug)]
struct Table<const UNITS: usize> {
    /// By content, in discs.
    numbers: Vec<[f32; UNITS]>,
    moments: Vec<Moments<UNITS>>,
    /// The number of terms of a sample that are added up: with its counts or without.
    terms: usize,
    /// Set if the weights come from a fit before, so that a content which never comes has one too.
    was_fitted: bool,
}

/// The index in a table at which each instance's class begins, and the length of a table.
fn layout() -> ([u32; LANES], usize) {
    let mut starts = Vec::with_capacity(CLASSES);
    let mut length = 0;
    for class in &GEOMETRY.classes {
        starts.push(length as u32);
        length += class.entries;
    }
    let mut offsets = [0; LANES];
    offsets
        .iter_mut()
        .zip(&GEOMETRY.instances)
        .for_each(|(offset, instance)| *offset = starts[instance.class]);
    (offsets, length)
}

impl<const UNITS: usize> Table<UNITS> {
    /// Linear weights of 0, and small ones of the hidden units.
    fn new(terms: usize, seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let (_, length) = layout();
        let mut small = || FIRST_WEIGHTS * (2.0 * random.f32() - 1.0);
        let mut numbers = || std::array::from_fn(|unit| if unit == 0 { 0.0 } else { small() });
        Table {
            numbers: (0..length).map(|_| numbers()).collect(),
            moments: vec![Moments::NONE; length],
            terms,
            was_fitted: false,
        }
    }

    /// The weights of a fit before, without those of classes that this one does not add up.
    fn of(stored: &Stored<UNITS>, terms: usize) -> Self {
        let (_, length) = layout();
        let discs = |entry: &[i16; UNITS]| entry.map(|hundredths| f32::from(hundredths) / 100.0);
        let mut numbers: Vec<_> = stored.entries.iter().flatten().map(discs).collect();
        numbers.resize(length, [0.0; UNITS]);
        Table { numbers, moments: vec![Moments::NONE; length], terms, was_fitted: true }
    }

    /// The contents of a sample, as places in the table.
    fn contents(&self, offsets: &[u32; LANES], sample: &Sample) -> impl Iterator<Item = u32> {
        let contents = offsets.iter().zip(sample.contents).take(self.terms);
        contents.map(|(offset, content)| offset + u32::from(content))
    }

    fn sums(&self, offsets: &[u32; LANES], sample: &Sample) -> [f32; UNITS] {
        let mut sums = [0.0; UNITS];
        for content in self.contents(offsets, sample) {
            let numbers = &self.numbers[content as usize];
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
        sums
    }

    /// Adds the slopes of a sample's loss, times its importance; returns the error.
    fn add_slopes(
        &self,
        offsets: &[u32; LANES],
        sample: &Sample,
        importance: f32,
        all: &mut Slopes<UNITS>,
    ) -> f32 {
        let sums = self.sums(offsets, sample);
        let error = sample.target - output(sums);
        let step = -importance * error.clamp(-MAX_ERROR, MAX_ERROR);
        let of_sample = slopes(&sums).map(|slope| step * slope);
        self.contents(offsets, sample).for_each(|content| all.add(content, &of_sample));
        error
    }

    /// Descends along the samples, in a random order for each pass; returns the errors of each pass.
    fn descend(
        &mut self,
        chosen: &mut SampleSubset<'_>,
        schedule: &Schedule,
        passes: u32,
        seed: u64,
        watch: &(impl Fn(u64) -> bool + Sync + ?Sized),
    ) -> Vec<PassErrors> {
        let (offsets, length) = layout();
        let mut slopes = Slopes::new(length);
        let mut random = fastrand::Rng::with_seed(seed);
        let batch_size = chosen.training.len().div_ceil(STEPS).clamp(1, BATCH);
        let total = (u64::from(passes) * chosen.training.len() as u64).max(1) as f32;
        let mut done = 0;
        (0..passes)
            .map_while(|_| {
                random.shuffle(&mut chosen.training);
                let mut errors = PassErrors::default();
                for batch in chosen.training.chunks(batch_size) {
                    for sample in batch {
                        let importance = importance(sample, schedule.half_at);
                        let error = self.add_slopes(&offsets, sample, importance, &mut slopes);
                        errors.training.add(f64::from(error));
                    }
                    let rate = schedule.rate * (1.0 - RATE_FALL * done as f32 / total);
                    slopes.drain(|content, slopes| {
                        self.moments[content].step(&mut self.numbers[content], slopes, rate);
                    });
                    done += batch.len();
                }
                for sample in &chosen.held_out {
                    let error = sample.target - output(self.sums(&offsets, sample));
                    errors.held_out.add(f64::from(error));
                }
                watch(chosen.training.len() as u64).then_some(errors)
            })
            .collect()
    }

    /// The weights of the classes whose terms are added up, in hundredths of a disc. A content that never came says nothing.
    fn stored(&self) -> Stored<UNITS> {
        let hundredths = |number: f32| (number * 100.0).round().clamp(-32_000.0, 32_000.0) as i16;
        let of_content = |(numbers, moments): (&[f32; UNITS], &Moments<UNITS>)| {
            if self.was_fitted || moments.is_known() { numbers.map(hundredths) } else { [0; UNITS] }
        };
        let classes = &GEOMETRY.classes[..=GEOMETRY.instances[self.terms - 1].class];
        let mut entries = self.numbers.iter().zip(&self.moments).map(of_content);
        Stored {
            entries: classes.iter().map(|class| entries.by_ref().take(class.entries).collect()).collect(),
        }
    }
}

/// A position that is nearly decided says less about which move is better.
fn importance(sample: &Sample, half_at: f32) -> f32 {
    if half_at > 0.0 { 1.0 / (1.0 + (sample.target / half_at).powi(2)) } else { 1.0 }
}

/// The slope of the evaluation by each sum.
fn slopes<const UNITS: usize>(sums: &[f32; UNITS]) -> [f32; UNITS] {
    std::array::from_fn(|unit| match unit {
        0 => 1.0,
        _ if sums[unit] <= 0.0 => 0.0,
        _ if is_taken_off(unit) => -1.0,
        _ => 1.0,
    })
}

/// The samples of a group.
struct SampleSubset<'samples> {
    training: Vec<&'samples Sample>,
    held_out: Vec<&'samples Sample>,
}

impl<'samples> SampleSubset<'samples> {
    fn new(
        training: &'samples [Sample],
        held_out: &'samples [Sample],
        is_chosen: impl Fn(&Sample) -> bool,
    ) -> Self {
        let chosen =
            |samples: &'samples [Sample]| samples.iter().filter(|sample| is_chosen(sample)).collect();
        SampleSubset { training: chosen(training), held_out: chosen(held_out) }
    }
}
