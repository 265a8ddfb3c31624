//! The descent: weights that change after each sample, so that its error becomes smaller.

use othello::patterns::{CLASSES, GEOMETRY, Stored, is_taken_off, output};

use super::{LANES, PassErrors, Sample, Schedule};

/// The step of a weight of a hidden unit, as a part of a linear weight's.
pub(super) const HIDDEN_RATE: f32 = 0.8;
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
pub(super) struct Table<const UNITS: usize> {
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
    pub(super) fn new(terms: usize, seed: u64) -> Self {
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
    pub(super) fn descend(
        &mut self,
        chosen: &mut Chosen<'_>,
        schedule: &Schedule,
        passes: u32,
        seed: u64,
        watch: &(impl Fn(u64) -> bool + Sync + ?Sized),
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
                    errors.training.add(f64::from(self.step(&offsets, sample, rate)));
                    done += 1.0;
                }
                for sample in &chosen.held_out {
                    let error = sample.target - output(self.sums(&offsets, sample));
                    errors.held_out.add(f64::from(error));
                }
                watch(chosen.training.len() as u64).then_some(errors)
            })
            .collect()
    }

    /// The weights of the classes whose terms are added up, in hundredths of a disc.
    pub(super) fn stored(&self) -> Stored<UNITS> {
        let classes = &GEOMETRY.classes[..=GEOMETRY.instances[self.terms - 1].class];
        let mut entries = self.entries.iter().map(Weight::hundredths);
        Stored {
            entries: classes.iter().map(|class| entries.by_ref().take(class.entries).collect()).collect(),
        }
    }
}

/// A position that is nearly decided says less about which move is better.
pub(super) fn importance(sample: &Sample, half_at: f32) -> f32 {
    if half_at > 0.0 { 1.0 / (1.0 + (sample.target / half_at).powi(2)) } else { 1.0 }
}

/// How much the evaluation changes with each sum, times the part of the rate that is the unit's.
pub(super) fn slopes<const UNITS: usize>(sums: &[f32; UNITS]) -> [f32; UNITS] {
    std::array::from_fn(|unit| match unit {
        0 => 1.0,
        _ if sums[unit] <= 0.0 => 0.0,
        _ if is_taken_off(unit) => -HIDDEN_RATE,
        _ => HIDDEN_RATE,
    })
}

/// The samples of a group.
pub(super) struct Chosen<'samples> {
    training: Vec<&'samples Sample>,
    held_out: Vec<&'samples Sample>,
}

impl<'samples> Chosen<'samples> {
    pub(super) fn new(
        training: &'samples [Sample],
        held_out: &'samples [Sample],
        is_chosen: impl Fn(&Sample) -> bool,
    ) -> Self {
        let chosen =
            |samples: &'samples [Sample]| samples.iter().filter(|sample| is_chosen(sample)).collect();
        Chosen { training: chosen(training), held_out: chosen(held_out) }
    }
}
