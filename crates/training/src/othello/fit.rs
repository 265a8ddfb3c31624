//! The fit of the pattern weights: stochastic gradient descent on squared error, from the whole game to its stages.
//!
//! Most contents of a large pattern are rare, so a stage alone has too few positions to learn them. The weights of the
//! whole game are fitted first, those of a stage of the game begin as a copy of them: a content that a stage has never
//! seen keeps what was learnt of it elsewhere. The cheaper weights that order moves near the end have no counts and no hidden
//! units, and are fitted to positions of that part of the game alone.

use std::ops::RangeInclusive;

use othello::patterns::{
    CLASSES, Features, GEOMETRY, INSTANCES, LATE_EMPTIES, Late, STAGES, Stage, TERMS, UNITS, counts,
    is_taken_off, output, stage_of,
};
use othello::{Position, Side};
use rayon::prelude::*;

use super::records::Record;

/// Room for the entries of one position.
const LANES: usize = 64;

/// Phases of two empty squares each, by which errors are shown: phase 0 has none or one left.
pub const PHASES: usize = 31;

/// The phase of a board with this many empty squares.
pub const fn phase_of(empties: u32) -> usize {
    let phase = (empties / 2) as usize;
    if phase < PHASES { phase } else { PHASES - 1 }
}

/// A position as the fit sees it.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// By instance, the folded content within its class.
    contents: [u16; LANES],
    /// Empty squares.
    empties: u8,
    /// What the evaluation should be, in discs.
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
        Sample {
            contents,
            empties: record.board.empties().len() as u8,
            target: search_weight * search + (1.0 - search_weight) * result,
        }
    }

    /// By instance, the folded content within its class.
    pub fn contents(&self) -> &[u16] {
        &self.contents[..INSTANCES]
    }

    /// The phase that it belongs to.
    pub fn phase(&self) -> usize {
        phase_of(u32::from(self.empties))
    }

    /// The stage whose weights evaluate it.
    pub fn stage(&self) -> usize {
        stage_of(u32::from(self.empties))
    }

    /// Whether the late weights are fitted to it.
    fn is_late(&self) -> bool {
        LATE.contains(&u32::from(self.empties))
    }
}

/// The numbers of empty squares of the positions that the late weights are fitted to: one or two more than where they are
/// used, on either side.
const LATE: RangeInclusive<u32> = 8..=LATE_EMPTIES + 2;

/// How the descent goes.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Passes over the samples for the whole game and for its stages. Over those of the late weights there are as many as for
    /// the whole game.
    pub passes: [u32; 2],
    /// The first step of a linear weight, as a part of the error; it falls with the steps that the weight has made.
    pub rate: f32,
    /// The target in discs at which a sample has half the importance of one that is even; 0: all have the same.
    pub half_at: f32,
    /// The seed of the order in which samples come.
    pub seed: u64,
}

impl Schedule {
    /// How many samples all passes go over, each counted as often as it comes.
    pub fn steps(&self, samples: &[Sample]) -> u64 {
        let late = samples.iter().filter(|sample| sample.is_late()).count() as u64;
        u64::from(self.passes.iter().sum::<u32>()) * samples.len() as u64 + u64::from(self.passes[0]) * late
    }
}

/// The step of a weight of a hidden unit, as a part of a linear weight's.
const HIDDEN_RATE: f32 = 0.8;
/// A weight's step falls with the root of the number of its steps and of these.
const FIRST_STEPS: f32 = 10.0;
/// Weights of hidden units begin at random numbers of this size, in discs, so that the units come to differ.
const FIRST_WEIGHTS: f32 = 0.05;
/// How much of the step of a level's first sample is gone at its last.
const LAST_RATE: f32 = 0.97;

/// The weights of one content.
#[derive(Clone, Copy, Debug)]
struct Weight<const UNITS: usize> {
    numbers: [f32; UNITS],
    /// How often they were changed.
    steps: f32,
}

impl<const UNITS: usize> Weight<UNITS> {
    /// In hundredths of a disc. A content that never came says nothing.
    fn hundredths(&self) -> [i16; UNITS] {
        let hundredths = |number: f32| (number * 100.0).round().clamp(-32_000.0, 32_000.0) as i16;
        if self.steps > 0.0 { self.numbers.map(hundredths) } else { [0; UNITS] }
    }
}

/// Weights of one group of samples.
#[derive(Clone, Debug)]
struct Table<const UNITS: usize> {
    entries: Vec<Weight<UNITS>>,
    /// How many terms of a sample are added up: with its counts or without.
    terms: usize,
}

/// Where each instance's class begins in a table, and how long a table is.
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
        let entries = (0..length).map(|_| Weight { numbers: numbers(), steps: 0.0 }).collect();
        Table { entries, terms }
    }

    fn sums(&self, offsets: &[u32; LANES], sample: &Sample) -> [f32; UNITS] {
        let mut sums = [0.0; UNITS];
        for (offset, content) in offsets.iter().zip(sample.contents).take(self.terms) {
            let numbers = &self.entries[(offset + u32::from(content)) as usize].numbers;
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
        sums
    }

    /// Changes the weights of a sample so that its error becomes smaller, the rate times its importance; returns the error
    /// before.
    fn step(&mut self, offsets: &[u32; LANES], sample: &Sample, rate: f32) -> f32 {
        let sums = self.sums(offsets, sample);
        let error = sample.target - output(sums);
        let step = rate * error;
        let change = slopes(&sums).map(|slope| step * slope);
        for (offset, content) in offsets.iter().zip(sample.contents).take(self.terms) {
            let weight = &mut self.entries[(offset + u32::from(content)) as usize];
            let part = (FIRST_STEPS + weight.steps).sqrt().recip();
            weight.steps += 1.0;
            weight.numbers.iter_mut().zip(change).for_each(|(number, change)| *number += part * change);
        }
        error
    }

    /// Descends along the samples, in a random order for each pass; returns the errors of each pass.
    fn descend(
        &mut self,
        chosen: &mut Chosen<'_>,
        schedule: &Schedule,
        passes: u32,
        seed: u64,
        watch: &(impl Fn(u64) -> bool + Sync),
    ) -> Vec<PassErrors> {
        let (offsets, _) = layout();
        let mut random = fastrand::Rng::with_seed(seed);
        let total = (u64::from(passes) * chosen.training.len() as u64).max(1) as f32;
        let mut done = 0.0;
        (0..passes)
            .map_while(|_| {
                random.shuffle(&mut chosen.training);
                let mut errors = PassErrors::default();
                for sample in &chosen.training {
                    let rate = schedule.rate * (1.0 - LAST_RATE * done / total);
                    let rate = rate * importance(sample, schedule.half_at);
                    errors.training.add(self.step(&offsets, sample, rate));
                    done += 1.0;
                }
                for sample in &chosen.held_out {
                    errors.held_out.add(sample.target - output(self.sums(&offsets, sample)));
                }
                watch(chosen.training.len() as u64).then_some(errors)
            })
            .collect()
    }

    /// By class, the numbers of its folded contents.
    fn by_class(&self) -> impl Iterator<Item = Vec<[i16; UNITS]>> {
        let mut entries = self.entries.iter().map(Weight::hundredths);
        GEOMETRY.classes.iter().map(move |class| entries.by_ref().take(class.entries).collect())
    }
}

impl Table<UNITS> {
    fn to_stage(&self) -> Stage {
        let mut stage = Stage::zero();
        stage.entries.iter_mut().zip(self.by_class()).for_each(|(entries, fitted)| *entries = fitted);
        stage
    }
}

impl Table<1> {
    fn to_late(&self) -> Late {
        let mut late = Late::zero();
        for (numbers, fitted) in late.entries.iter_mut().zip(self.by_class()) {
            *numbers = fitted.into_iter().flatten().collect();
        }
        late
    }
}

/// A position that is nearly decided says less about which move is better.
fn importance(sample: &Sample, half_at: f32) -> f32 {
    if half_at > 0.0 { 1.0 / (1.0 + (sample.target / half_at).powi(2)) } else { 1.0 }
}

/// How much the evaluation changes with each sum, times the part of the rate that is the unit's.
fn slopes<const UNITS: usize>(sums: &[f32; UNITS]) -> [f32; UNITS] {
    std::array::from_fn(|unit| match unit {
        0 => 1.0,
        _ if sums[unit] <= 0.0 => 0.0,
        _ if is_taken_off(unit) => -HIDDEN_RATE,
        _ => HIDDEN_RATE,
    })
}

/// The samples of a group.
struct Chosen<'samples> {
    training: Vec<&'samples Sample>,
    held_out: Vec<&'samples Sample>,
}

impl<'samples> Chosen<'samples> {
    fn new(
        training: &'samples [Sample],
        held_out: &'samples [Sample],
        is_chosen: impl Fn(&Sample) -> bool,
    ) -> Self {
        let chosen =
            |samples: &'samples [Sample]| samples.iter().filter(|sample| is_chosen(sample)).collect();
        Chosen { training: chosen(training), held_out: chosen(held_out) }
    }
}

/// The squared errors of a pass, on the samples as they come and, after it, on those held out.
#[derive(Clone, Copy, Default, Debug)]
pub struct PassErrors {
    /// Each before the step that it leads to.
    pub training: SquaredErrors,
    /// After the pass.
    pub held_out: SquaredErrors,
}

/// A sum of squared errors.
#[derive(Clone, Copy, Default, Debug)]
pub struct SquaredErrors {
    samples: u64,
    sum: f64,
}

impl SquaredErrors {
    fn add(&mut self, error: f32) {
        self.samples += 1;
        self.sum += f64::from(error) * f64::from(error);
    }

    fn merge(&mut self, other: SquaredErrors) {
        self.samples += other.samples;
        self.sum += other.sum;
    }

    /// The root of the mean, in discs; 0 without samples.
    pub fn root_mean(&self) -> f64 {
        (self.sum / self.samples.max(1) as f64).sqrt()
    }
}

/// What a fit leads to.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights of all stages.
    pub stages: Vec<Stage>,
    /// Those that order moves near the end.
    pub late: Late,
    /// Level by level, the errors of each pass.
    pub curve: [Vec<PassErrors>; LEVELS],
}

/// The levels: the whole game, its stages, and the late weights, which stand apart.
pub const LEVELS: usize = 3;

/// Fits weights to the samples; those held out are only looked at. After each pass `watch` gets the number of samples of the
/// pass, of [`Schedule::steps`] in all. If it returns false, the fit ends there, with weights of no use.
pub fn fit(
    training: &[Sample],
    held_out: &[Sample],
    schedule: &Schedule,
    watch: &(impl Fn(u64) -> bool + Sync),
) -> Fitted {
    let [game, stage] = schedule.passes;
    let mut whole: Table<UNITS> = Table::new(TERMS, schedule.seed);
    let game_errors =
        whole.descend(&mut Chosen::new(training, held_out, |_| true), schedule, game, schedule.seed, watch);
    let stages: Vec<(Stage, Vec<PassErrors>)> = (0..STAGES)
        .into_par_iter()
        .map(|index| {
            let mut chosen = Chosen::new(training, held_out, |sample| sample.stage() == index);
            let seed = schedule.seed ^ (index as u64 + 1) << 32;
            let mut table = whole.clone();
            let errors = table.descend(&mut chosen, schedule, stage, seed, watch);
            (table.to_stage(), errors)
        })
        .collect();
    let mut late: Table<1> = Table::new(INSTANCES, schedule.seed);
    let late_errors = late.descend(
        &mut Chosen::new(training, held_out, Sample::is_late),
        schedule,
        game,
        schedule.seed,
        watch,
    );
    let curve = [game_errors, merged(stages.iter().map(|(_, errors)| errors)), late_errors];
    let stages = stages.into_iter().map(|(stage, _)| stage).collect();
    Fitted { stages, late: late.to_late(), curve }
}

/// The errors of each pass over all groups of samples.
fn merged<'errors>(groups: impl Iterator<Item = &'errors Vec<PassErrors>>) -> Vec<PassErrors> {
    let mut all: Vec<PassErrors> = Vec::new();
    for group in groups {
        all.resize(all.len().max(group.len()), PassErrors::default());
        for (sum, errors) in all.iter_mut().zip(group) {
            sum.training.merge(errors.training);
            sum.held_out.merge(errors.held_out);
        }
    }
    all
}

/// The error of weights on samples of a phase.
#[derive(Clone, Copy, Default, Debug)]
pub struct ErrorStatistics {
    /// How many samples there are.
    pub samples: u64,
    /// The mean of the absolute error, in discs.
    pub absolute: f64,
    /// The root of the mean squared error, in discs.
    pub root_square: f64,
}

/// The error by phase.
pub fn errors(stages: &[Stage], samples: &[Sample]) -> Vec<ErrorStatistics> {
    let mut sums = vec![(0_u64, 0.0, 0.0); PHASES];
    for sample in samples {
        let entries = &stages[sample.stage()].entries;
        let mut units = [0_i32; UNITS];
        for (instance, &content) in GEOMETRY.instances.iter().zip(&sample.contents) {
            let entry = &entries[instance.class][usize::from(content)];
            units.iter_mut().zip(entry).for_each(|(sum, &weight)| *sum += i32::from(weight));
        }
        let value = (f64::from(output(units)) / 100.0).clamp(-64.0, 64.0);
        let error = f64::from(sample.target) - value;
        let (count, absolute, square) = &mut sums[sample.phase()];
        *count += 1;
        *absolute += error.abs();
        *square += error * error;
    }
    let mean = |(samples, absolute, square): (u64, f64, f64)| {
        let count = samples.max(1) as f64;
        ErrorStatistics { samples, absolute: absolute / count, root_square: (square / count).sqrt() }
    };
    sums.into_iter().map(mean).collect()
}

/// The mean absolute error over all phases, each sample counted once; in discs.
pub fn mean_absolute(errors: &[ErrorStatistics]) -> f64 {
    let samples: u64 = errors.iter().map(|error| error.samples).sum();
    let sum: f64 = errors.iter().map(|error| error.absolute * error.samples as f64).sum();
    sum / samples.max(1) as f64
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use othello::{Bitboard, Board};

    use super::*;

    /// Boards by chance, worth half the difference of the discs in the corners and on the rim.
    fn records(count: u64, seed: u64) -> Vec<Record> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut record = |_| {
            let (mover, opponent) = (random.u64(..) & random.u64(..), random.u64(..) & random.u64(..));
            let board = Board::new(Bitboard(mover), Bitboard(opponent & !mover)).unwrap();
            let balance =
                |set: Bitboard| (board.mover() & set).len() as i8 - (board.opponent() & set).len() as i8;
            Record { board, result: 4 * balance(Bitboard::CORNERS) + balance(Bitboard::RIM), search: 0 }
        };
        (0..count).map(&mut record).collect()
    }

    fn samples(count: u64, seed: u64) -> Vec<Sample> {
        records(count, seed).iter().map(|record| Sample::new(record, 0.0)).collect()
    }

    const SCHEDULE: Schedule = Schedule { passes: [4, 1], rate: 0.05, half_at: 20.0, seed: 1 };

    #[test]
    fn what_patterns_can_express_is_learnt() {
        let (training, held_out) = (samples(12_000, 1), samples(500, 2));
        let fitted = fit(&training, &held_out, &SCHEDULE, &|_| true);
        let error = |stages: &[Stage]| mean_absolute(&errors(stages, &held_out));
        let (before, after) = (error(&vec![Stage::zero(); STAGES]), error(&fitted.stages));
        assert!(after < 0.6 * before, "{before} discs before, {after} after");
        let curve = &fitted.curve[0];
        assert!(curve[1].held_out.root_mean() < curve[0].training.root_mean());
    }

    /// They have a single number for each content, and only positions near the end to learn from.
    #[test]
    fn late_weights_learn_from_positions_near_the_end() {
        let full = |count, seed| -> Vec<Sample> {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut late = |_| {
                let (empties, mover) = (random.u64(..) & random.u64(..) & random.u64(..), random.u64(..));
                let board = Board::new(Bitboard(mover & !empties), Bitboard(!mover & !empties)).unwrap();
                let held = |corner| if board.mover().has(corner) { 8 } else { 0 };
                let result = Bitboard::CORNERS.into_iter().map(held).sum();
                Sample::new(&Record { board, result, search: 0 }, 0.0)
            };
            (0..count).map(&mut late).filter(Sample::is_late).collect()
        };
        let (training, held_out) = (full(12_000, 5), full(1_000, 6));
        assert!(held_out.len() > 300 && samples(100, 7).iter().all(|sample| !sample.is_late()));
        let fitted = fit(&training, &held_out, &SCHEDULE, &|_| true);
        let curve = &fitted.curve[2];
        assert_eq!(curve.len(), SCHEDULE.passes[0] as usize);
        let [before, after] = [curve[0].training, curve[3].held_out].map(|errors| errors.root_mean());
        assert!(after < 0.75 * before, "{before} discs in the first pass, {after} held out after the last");
        assert!(fitted.late.entries.iter().flatten().any(|&number| number != 0));
    }

    #[test]
    fn the_same_samples_and_seed_give_the_same_weights() {
        let training = samples(800, 3);
        let weights = |schedule: &Schedule| {
            let Fitted { stages, late, .. } = fit(&training, &[], schedule, &|_| true);
            (stages, late)
        };
        assert_eq!(weights(&SCHEDULE), weights(&SCHEDULE));
        assert_ne!(weights(&Schedule { seed: 2, ..SCHEDULE }).0, weights(&SCHEDULE).0);
    }

    #[test]
    fn every_step_is_counted_and_a_fit_can_be_stopped() {
        let training = samples(300, 4);
        let done = AtomicU64::new(0);
        let count = |samples| done.fetch_add(samples, Relaxed) < 700;
        fit(&training, &[], &SCHEDULE, &|samples| {
            count(samples);
            true
        });
        assert_eq!(done.swap(0, Relaxed), SCHEDULE.steps(&training));
        assert!(fit(&training, &[], &SCHEDULE, &count).curve[1].is_empty());
    }

    /// A step must move each weight the way that lessens the error.
    #[test]
    fn slopes_are_those_of_the_output() {
        let sums = [1.0, 2.0, 3.0, -2.0, -3.0, 0.5, 0.5, -1.0];
        for (unit, slope) in slopes(&sums).into_iter().enumerate() {
            let mut higher = sums;
            higher[unit] += 0.25;
            let rate = if unit == 0 { 1.0 } else { HIDDEN_RATE };
            assert_eq!(slope, rate * 4.0 * (output(higher) - output(sums)), "unit {unit}");
        }
    }

    #[test]
    fn importance_falls_with_the_distance_from_a_draw() {
        let sample = |result| Sample::new(&Record { board: Board::START, result, search: 0 }, 0.0);
        let of = |result, half_at| importance(&sample(result), half_at);
        assert_eq!([of(0, 20.0), of(20, 20.0), of(-20, 20.0), of(64, 0.0)], [1.0, 0.5, 0.5, 1.0]);
    }

    #[test]
    fn the_target_is_a_mixture() {
        let board = Board::START;
        let record = Record { board, result: 10, search: -200 };
        assert_eq!([0.0, 0.25, 1.0].map(|weight| Sample::new(&record, weight).target), [10.0, 7.0, -2.0]);
    }
}
