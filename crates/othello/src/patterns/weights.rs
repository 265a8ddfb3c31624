//! The weights of the patterns, stage by stage of the game.

use super::file::Packed;
use super::probcut::{ProbCutModel, ProbCutTables};
use super::{CLASSES, COUNTS, Class, EMPTIES_CLASS, Features, GEOMETRY, INSTANCES, LANES, PATTERNS, counts};
use crate::position::{DISC, Position, Side};
use search_core::recipe::ModelProbCut;
use search_core::{ProbCut, Score, advise_large_pages};
use wide::i16x8;

/// Stages of the game: each has weights of its own. Seven, shorter ones near the end, have the same errors.
pub const STAGES: usize = 4;
/// Numbers of empty squares in a stage.
const STAGE: u32 = 15;

/// The stage of a board with this many empty squares; 0 is the last of the game.
#[inline(always)]
pub const fn stage_of(empties: u32) -> usize {
    let stage = (empties / STAGE) as usize;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The number of numbers of an entry.
pub const UNITS: usize = 8;

/// An entry of a table, in hundredths of a disc: what it adds to the evaluation, then what it adds to each hidden unit.
/// With the linear sum alone the error on `exact.obf` is 6.1 discs, with seven units 5.7.
pub type Entry = [i16; UNITS];

/// Returns whether the evaluation is the lower, the higher this hidden unit is: so that units may count for either side.
#[inline(always)]
pub const fn is_taken_off(unit: usize) -> bool {
    unit % 2 == 1
}

/// The evaluation that sums of entries stand for: the first sum, and of each hidden unit what is above 0, added or taken
/// off.
#[inline(always)]
pub fn output<N, const UNITS: usize>(sums: [N; UNITS]) -> N
where
    N: Copy + Default + PartialOrd + std::ops::Add<Output = N> + std::ops::Sub<Output = N>,
{
    let positive = |unit: usize| if sums[unit] > N::default() { sums[unit] } else { N::default() };
    let mut output = sums[0];
    for unit in 1..UNITS {
        output = if is_taken_off(unit) { output - positive(unit) } else { output + positive(unit) };
    }
    output
}

/// The same of the [`UNITS`] sums in one vector.
#[inline(always)]
fn output_of_vector(sums: i16x8) -> Score {
    /// The least that each sum counts as.
    const FLOORS: i16x8 = i16x8::new([i16::MIN, 0, 0, 0, 0, 0, 0, 0]);
    const SIGNS: i16x8 = i16x8::new(signs());
    sums.max(FLOORS).dot(SIGNS).reduce_add()
}

const fn signs() -> [i16; UNITS] {
    let mut signs = [1; UNITS];
    let mut unit = 1;
    while unit < UNITS {
        signs[unit] = if is_taken_off(unit) { -1 } else { 1 };
        unit += 1;
    }
    signs
}

/// The stored form of weights: for each class the entries for its folded contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored<const UNITS: usize> {
    /// By class, then by folded content, in hundredths of a disc.
    pub entries: Vec<Vec<[i16; UNITS]>>,
}

/// The evaluation of a stage, of all [`CLASSES`].
pub type Stage = Stored<UNITS>;

/// The cheaper evaluation near the end of the game, by which moves are ordered: one number for each content of the
/// [`PATTERNS`], no counts.
///
/// Its table is an eighth as large as one of the stages', and stays in the processor's second level of cache. Where the
/// children have at most [`LATE_EMPTIES`] empty squares it orders moves as well: hard-20 takes the same nodes, in 0.90 of
/// the time (medians of interleaved runs).
pub type Late = Stored<1>;

/// The most empty squares of a board that [`Late`] evaluates. With 16, hard-20 takes 1 % more nodes.
pub const LATE_EMPTIES: u32 = 14;

impl<const UNITS: usize> Stored<UNITS> {
    /// Weights of the first `classes` that are all 0.
    pub fn zero(classes: usize) -> Self {
        let entries = GEOMETRY.classes[..classes].iter().map(|class| vec![[0; UNITS]; class.entries]);
        Stored { entries: entries.collect() }
    }

    /// The same weights with every number changed.
    pub(super) fn mapped(&self, change: impl Fn(i16) -> i16) -> Self {
        let of_class = |entries: &Vec<[i16; UNITS]>| entries.iter().map(|entry| entry.map(&change)).collect();
        Stored { entries: self.entries.iter().map(of_class).collect() }
    }

    /// Fills a table that has an entry for each content of each class, with multiples of the stored numbers.
    fn unfold(&self, step: i16, table: &mut [[i16; UNITS]]) {
        let classes = GEOMETRY.classes.iter().zip(&self.entries);
        let stored = classes
            .flat_map(|(class, entries)| class.folded.iter().map(|&entry| entries[usize::from(entry)]));
        table
            .iter_mut()
            .zip(stored)
            .for_each(|(entry, stored)| *entry = stored.map(|number| number.saturating_mul(step)));
    }
}

/// The result of training, which a file of weights holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The evaluation, stage by stage: [`STAGES`] of them.
    pub stages: Vec<Stage>,
    /// The evaluation that orders moves near the end of the game.
    pub late: Late,
    /// ProbCut's model of the evaluation.
    pub probcut: ProbCutModel,
}

impl Trained {
    /// Weights that are all 0, and a model that nothing was fitted to.
    pub fn zero() -> Trained {
        Trained {
            stages: vec![Stage::zero(CLASSES); STAGES],
            late: Late::zero(PATTERNS),
            probcut: ProbCutModel::UNFITTED,
        }
    }

    /// Adds to the evaluations of positions with each number of empty squares, in hundredths of a disc.
    pub fn add_by_empties(&mut self, hundredths: impl Fn(u32) -> i16) {
        for (index, stage) in self.stages.iter_mut().enumerate() {
            let entries = (0..).zip(&mut stage.entries[EMPTIES_CLASS]);
            for (empties, entry) in entries.filter(|&(empties, _)| stage_of(empties) == index) {
                entry[0] = entry[0].saturating_add(hundredths(empties));
            }
        }
    }
}

/// The places of the numbers of each instance in a table that holds an entry for each content of each class.
#[derive(Clone, Debug)]
struct Layout {
    /// The beginning of the class of each instance.
    offsets: [u32; LANES],
    /// For each instance, where its content counted from the other side begins.
    ends: [u32; LANES],
}

impl Layout {
    fn new() -> Layout {
        let mut starts = [0; CLASSES];
        let mut next = 0;
        for (start, class) in starts.iter_mut().zip(&GEOMETRY.classes) {
            *start = next;
            next += class.contents() as u32;
        }
        let (mut offsets, mut ends) = ([0; LANES], [0; LANES]);
        for (lane, instance) in GEOMETRY.instances.iter().enumerate() {
            offsets[lane] = starts[instance.class];
            // The features have no counts.
            let last =
                if lane < INSTANCES { GEOMETRY.classes[instance.class].contents() as u32 - 1 } else { 0 };
            ends[lane] = starts[instance.class] + last;
        }
        Layout { offsets, ends }
    }

    /// The place of the entry of each instance, and where the entries of each count begin.
    #[inline(always)]
    fn places(&self, side: Side, features: &Features) -> [u32; LANES] {
        match side {
            Side::Black => std::array::from_fn(|lane| self.offsets[lane] + u32::from(features.0[lane])),
            Side::White => std::array::from_fn(|lane| self.ends[lane] - u32::from(features.0[lane])),
        }
    }
}

/// A sum is made in so many parts, so that an addition need not wait for the one before. Instances are added in groups of this fixed
/// size, one to each part, so that the parts stay in vector registers: with an index modulo their number they are kept in memory, and a search of
/// the middle game takes 1.4 times as long (medians of paired runs at level 23).
const PARTS: usize = 8;

/// The weights of all stages, laid out for evaluation.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Stage by stage, in one piece of memory, so that the system can hold it in large pages.
    stages: Box<[Entry]>,
    late: Box<[[i16; 1]]>,
    layout: Layout,
    probcut: ProbCutTables,
}

impl Weights {
    /// Lays out the weights of a file. Returns them with the file's checksum.
    ///
    /// # Errors
    /// As [`read`](super::read).
    pub fn of_file(file: &[u8]) -> Result<(Weights, u32), String> {
        let packed = Packed::open(file)?;
        let [all, patterns] = [CLASSES, PATTERNS]
            .map(|classes| GEOMETRY.classes[..classes].iter().map(Class::contents).sum::<usize>());
        let mut stages = vec![[0; UNITS]; STAGES * all].into_boxed_slice();
        advise_large_pages(&stages);
        let unpacked =
            packed.unpack(|index, stage| stage.unfold(packed.step, &mut stages[index * all..][..all]))?;
        let mut late = vec![[0]; patterns].into_boxed_slice();
        unpacked.unfold(packed.step, &mut late);
        let (layout, probcut) = (Layout::new(), ProbCutTables::new(&packed.probcut));
        Ok((Weights { stages, late, layout, probcut }, packed.id))
    }

    /// The table of a stage.
    #[inline(always)]
    fn stage(&self, stage: usize) -> &[Entry] {
        let contents = self.stages.len() / STAGES;
        &self.stages[stage * contents..][..contents]
    }

    /// The prediction of a search this deep by a shallow one.
    #[inline(always)]
    pub(super) fn probcut(&self, model: ModelProbCut, empties: i16, depth: i16) -> Option<ProbCut> {
        self.probcut.get(model, empties, depth)
    }

    /// The evaluation in hundredths of a disc of a position with these features, from the view of the side to move.
    #[inline(always)]
    pub fn evaluate(&self, position: &Position, features: &Features) -> Score {
        let table = self.stage(stage_of(position.board.empties().len()));
        let entry = |place: u32| i16x8::new(table[place as usize]);
        let places = self.layout.places(position.side, features);
        let (instances, begins) = places.split_at(INSTANCES);
        let (groups, rest) = instances.as_chunks::<PARTS>();
        let of_counts =
            begins.iter().zip(counts(position.board)).map(|(begin, count)| begin + u32::from(count));
        // Sums of trained weights stay far below the limit of an `i16`; those of a strange file wrap around.
        let mut parts = [i16x8::ZERO; PARTS];
        for group in groups {
            parts.iter_mut().zip(group).for_each(|(part, &place)| *part += entry(place));
        }
        parts
            .iter_mut()
            .zip(rest.iter().copied().chain(of_counts))
            .for_each(|(part, place)| *part += entry(place));
        let sums = parts.into_iter().fold(i16x8::ZERO, |sums, part| sums + part);
        output_of_vector(sums).clamp(-64 * DISC, 64 * DISC)
    }

    /// The same by the cheaper weights: for boards with at most [`LATE_EMPTIES`] empty squares, on which the side to move has a
    /// move.
    #[inline(always)]
    pub fn evaluate_late(&self, position: &Position, features: &Features) -> Score {
        let places = self.layout.places(position.side, features);
        places[..INSTANCES].iter().map(|&place| Score::from(self.late[place as usize][0])).sum()
    }
}

const _: () = assert!(INSTANCES % PARTS + COUNTS <= PARTS, "the last group has a part for each entry");

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// What the search evaluates by is what training fits.
        #[test]
        fn a_vector_has_the_output_of_its_sums(sums in any::<[i16; UNITS]>()) {
            prop_assert_eq!(output_of_vector(i16x8::new(sums)), output(sums.map(Score::from)));
        }
    }
}
