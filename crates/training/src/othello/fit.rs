//! The fit of the pattern weights: stochastic gradient descent on squared error, from the whole game to its phases.
//!
//! Most contents of a large pattern are rare, so a phase alone has too few positions to learn them. The weights of the
//! whole game are fitted first, those of a stage of the game begin as a copy of them, those of a phase as a copy of its stage's: a
//! content that a phase has never seen keeps what was learnt of it elsewhere.

use std::ops::Range;

use othello::patterns::{CLASSES, Features, GEOMETRY, INSTANCES, PHASES, Phase, TERMS, counts, phase_of};
use othello::{Position, Side};
use rayon::prelude::*;

use super::records::Record;

/// Room for the entries of one position.
const LANES: usize = 64;

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
}

/// How the descent goes.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Passes over the samples at the level of the whole game, of a stage and of a phase.
    pub passes: [u32; 3],
    /// The first step of each level, as a part of the error; it falls to a tenth.
    pub rates: [f32; 3],
    /// The seed of the order in which samples come.
    pub seed: u64,
    /// Phases to each side whose samples a phase learns from too.
    pub neighbours: usize,
}

impl Schedule {
    /// The phases whose samples this one learns from.
    fn near(&self, phase: usize) -> Range<usize> {
        phase.saturating_sub(self.neighbours)..phase + 1 + self.neighbours
    }

    /// How many samples all passes go over, each counted as often as it comes.
    pub fn steps(&self, samples: &[Sample]) -> u64 {
        let near =
            |sample: &Sample| (0..PHASES).filter(|&phase| self.near(phase).contains(&sample.phase())).count();
        let nears: usize = samples.iter().map(near).sum();
        let [whole, stage, phase] = self.passes.map(u64::from);
        (whole + stage) * samples.len() as u64 + phase * nears as u64
    }
}

/// Weights of one group of samples.
#[derive(Clone, Debug)]
struct Table {
    entries: Vec<f32>,
    bias: f32,
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

impl Table {
    fn predict(&self, offsets: &[u32; LANES], sample: &Sample) -> f32 {
        let sum: f32 = (0..TERMS)
            .map(|lane| self.entries[(offsets[lane] + u32::from(sample.contents[lane])) as usize])
            .sum();
        sum + self.bias
    }

    /// Descends along the samples, in a random order for each pass; returns the errors of each pass.
    fn descend(
        &mut self,
        chosen: &mut Chosen<'_>,
        (passes, rate): (u32, f32),
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
                    let error = sample.target - self.predict(&offsets, sample);
                    let step = rate * (1.0 - LAST_RATE * done / total) * error;
                    for (offset, content) in offsets.iter().zip(sample.contents).take(TERMS) {
                        self.entries[(offset + u32::from(content)) as usize] += step;
                    }
                    self.bias += step;
                    errors.training.add(error);
                    done += 1.0;
                }
                for sample in &chosen.held_out {
                    errors.held_out.add(sample.target - self.predict(&offsets, sample));
                }
                watch(chosen.training.len() as u64).then_some(errors)
            })
            .collect()
    }

    fn to_phase(&self) -> Phase {
        let (_, length) = layout();
        debug_assert_eq!(length, self.entries.len());
        let mut phase = Phase::zero();
        let hundredths = |weight: f32| (weight * 100.0).round().clamp(-32_000.0, 32_000.0) as i16;
        phase.bias = hundredths(self.bias);
        let all = phase.entries.iter_mut().flatten();
        all.zip(&self.entries).for_each(|(entry, &weight)| *entry = hundredths(weight));
        phase
    }
}

/// Phases of one stage.
const STAGE: usize = 5;
/// How much of the first step is gone at the last.
const LAST_RATE: f32 = 0.95;

/// The samples of a few phases.
struct Chosen<'samples> {
    training: Vec<&'samples Sample>,
    held_out: Vec<&'samples Sample>,
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
    /// The weights of all phases.
    pub phases: Vec<Phase>,
    /// Level by level, the errors of each pass over all phases.
    pub curve: [Vec<PassErrors>; LEVELS],
}

/// The levels: the whole game, a stage, a phase.
pub const LEVELS: usize = 3;

/// Fits weights to the samples; those held out are only looked at. After each pass `watch` gets the number of samples of the
/// pass, of [`Schedule::steps`] in all. If it returns false, the fit ends there, with weights of no use.
pub fn fit(
    training: &[Sample],
    held_out: &[Sample],
    schedule: &Schedule,
    watch: &(impl Fn(u64) -> bool + Sync),
) -> Fitted {
    let (_, length) = layout();
    let mut curve: [Vec<PassErrors>; LEVELS] = Default::default();
    let descend = |table: &Table, level: usize, phases: Range<usize>, own: Range<usize>| {
        let mut table = table.clone();
        let within = |phases: &Range<usize>, samples: &'_ [Sample]| -> Vec<usize> {
            (0..samples.len()).filter(|&index| phases.contains(&samples[index].phase())).collect()
        };
        let mut chosen = Chosen {
            training: within(&phases, training).into_iter().map(|index| &training[index]).collect(),
            held_out: within(&own, held_out).into_iter().map(|index| &held_out[index]).collect(),
        };
        let seed = schedule.seed ^ (level as u64) << 32 ^ own.start as u64;
        let errors = table.descend(&mut chosen, (schedule.passes[level], schedule.rates[level]), seed, watch);
        (table, errors)
    };
    let zero = Table { entries: vec![0.0; length], bias: 0.0 };
    let (whole, errors) = descend(&zero, 0, 0..PHASES, 0..PHASES);
    curve[0] = errors;
    let stages: Vec<(Table, Vec<PassErrors>)> = (0..PHASES.div_ceil(STAGE))
        .into_par_iter()
        .map(|stage| {
            let phases = stage * STAGE..(stage + 1) * STAGE;
            descend(&whole, 1, phases.clone(), phases)
        })
        .collect();
    curve[1] = merged(stages.iter().map(|(_, errors)| errors));
    let phases: Vec<(Phase, Vec<PassErrors>)> = (0..PHASES)
        .into_par_iter()
        .map(|phase| {
            let near = schedule.near(phase);
            let (table, errors) = descend(&stages[phase / STAGE].0, 2, near, phase..phase + 1);
            (table.to_phase(), errors)
        })
        .collect();
    curve[2] = merged(phases.iter().map(|(_, errors)| errors));
    Fitted { phases: phases.into_iter().map(|(phase, _)| phase).collect(), curve }
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
pub fn errors(phases: &[Phase], samples: &[Sample]) -> Vec<ErrorStatistics> {
    let mut sums = vec![(0_u64, 0.0, 0.0); PHASES];
    for sample in samples {
        let phase = &phases[sample.phase()];
        let sum: i32 = (0..TERMS)
            .map(|lane| {
                let class = GEOMETRY.instances[lane].class;
                i32::from(phase.entries[class][usize::from(sample.contents[lane])])
            })
            .sum();
        let value = (f64::from(sum + i32::from(phase.bias)) / 100.0).clamp(-64.0, 64.0);
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

    const SCHEDULE: Schedule = Schedule { passes: [4, 1, 1], rates: [0.01; LEVELS], seed: 1, neighbours: 1 };

    #[test]
    fn what_patterns_can_express_is_learnt() {
        let (training, held_out) = (samples(12_000, 1), samples(500, 2));
        let fitted = fit(&training, &held_out, &SCHEDULE, &|_| true);
        let error = |phases: &[Phase]| mean_absolute(&errors(phases, &held_out));
        let (before, after) = (error(&vec![Phase::zero(); PHASES]), error(&fitted.phases));
        assert!(after < 0.6 * before, "{before} discs before, {after} after");
        let curve = &fitted.curve[0];
        assert!(curve[1].held_out.root_mean() < curve[0].training.root_mean());
    }

    #[test]
    fn the_same_samples_and_seed_give_the_same_weights() {
        let training = samples(800, 3);
        let phases = |schedule: &Schedule| fit(&training, &[], schedule, &|_| true).phases;
        assert_eq!(phases(&SCHEDULE), phases(&SCHEDULE));
        assert_ne!(phases(&Schedule { seed: 2, ..SCHEDULE }), phases(&SCHEDULE));
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
        assert!(fit(&training, &[], &SCHEDULE, &count).curve[2].is_empty());
    }

    #[test]
    fn the_target_is_a_mixture() {
        let board = Board::START;
        let record = Record { board, result: 10, search: -200 };
        assert_eq!([0.0, 0.25, 1.0].map(|weight| Sample::new(&record, weight).target), [10.0, 7.0, -2.0]);
    }
}
