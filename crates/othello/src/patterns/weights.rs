//! The weights of the patterns, stage by stage of the game.

use super::probcut::{ProbCutModel, ProbCutTable};
use super::{CLASSES, Features, GEOMETRY, INSTANCES, LANES, PATTERNS, counts};
use crate::position::{DISC, Position};
use crate::side::Side;
use search_core::{ProbCut, Score};

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

/// The stored form of a stage: for each class the entries for its folded contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// By class, then by folded content.
    pub entries: [Vec<Entry>; CLASSES],
}

impl Stage {
    /// A stage whose weights are all 0.
    pub fn zero() -> Stage {
        Stage { entries: std::array::from_fn(|class| vec![[0; UNITS]; GEOMETRY.classes[class].entries]) }
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
        Trained { stages: vec![Stage::zero(); STAGES], late: Late::zero(), probcut: ProbCutModel::UNFITTED }
    }
}

/// The places of the numbers of each instance in a table that holds an entry for each content of each class.
#[derive(Clone, Debug)]
struct Layout {
    /// The beginning of the class of each instance.
    offsets: [u32; LANES],
    /// For each instance, where its content counted from the other side begins.
    ends: [u32; LANES],
    /// The length of the table.
    length: usize,
}

impl Layout {
    fn new() -> Layout {
        let mut starts = [0; CLASSES];
        let mut length = 0;
        for (start, class) in starts.iter_mut().zip(&GEOMETRY.classes) {
            *start = length as u32;
            length += class.contents();
        }
        let (mut offsets, mut ends) = ([0; LANES], [0; LANES]);
        for (lane, instance) in GEOMETRY.instances.iter().enumerate() {
            offsets[lane] = starts[instance.class];
            ends[lane] = starts[instance.class] + GEOMETRY.classes[instance.class].contents() as u32 - 1;
        }
        Layout { offsets, ends, length }
    }
}

/// The weights of all stages, laid out for evaluation.
#[derive(Clone, Debug)]
pub struct Weights {
    stages: Vec<Box<[Entry]>>,
    late: LateTable,
    layout: Layout,
    probcut: ProbCutTable,
}

impl Weights {
    /// Lays out what training made.
    ///
    /// # Panics
    /// If there are not [`STAGES`] stages.
    pub fn new(trained: &Trained) -> Weights {
        assert_eq!(trained.stages.len(), STAGES, "one set of weights for each stage");
        let layout = Layout::new();
        let stages = trained.stages.iter().map(|stage| unfolded(stage, layout.length)).collect();
        let (late, probcut) = (LateTable::new(&trained.late), ProbCutTable::new(&trained.probcut));
        Weights { stages, late, layout, probcut }
    }

    /// The prediction of a search this deep by a shallow one.
    #[inline(always)]
    pub(super) fn probcut(&self, empties: i16, depth: i16) -> Option<ProbCut> {
        self.probcut.get(empties, depth)
    }

    /// The evaluation in hundredths of a disc of a position with these features, from the view of the side to move.
    #[inline(always)]
    pub fn evaluate(&self, position: &Position, features: &Features) -> Score {
        let table = &self.stages[stage_of(position.board.empties().len())];
        let mut sums = match position.side {
            Side::Black => sum(table, |lane| self.layout.offsets[lane] + u32::from(features.0[lane])),
            Side::White => sum(table, |lane| self.layout.ends[lane] - u32::from(features.0[lane])),
        };
        for (lane, count) in (INSTANCES..).zip(counts(position.board)) {
            add(&mut sums, &table[(self.layout.offsets[lane] + u32::from(count)) as usize]);
        }
        output(sums.map(Score::from)).clamp(-64 * DISC, 64 * DISC)
    }

    /// The same by the cheaper weights: for boards with at most [`LATE_EMPTIES`] empty squares.
    #[inline(always)]
    pub fn evaluate_late(&self, position: &Position, features: &Features) -> Score {
        self.late.evaluate(&self.layout, position, features)
    }
}

/// The sums of the entries of all instances, in four parts, so that an addition need not wait for the one before.
#[inline(always)]
fn sum(table: &[Entry], index: impl Fn(usize) -> u32) -> Entry {
    let mut parts = [[0; UNITS]; 4];
    for lane in 0..INSTANCES {
        add(&mut parts[lane % 4], &table[index(lane) as usize]);
    }
    let [mut sums, rest @ ..] = parts;
    rest.iter().for_each(|part| add(&mut sums, part));
    sums
}

/// Sums of trained weights stay far below the limit of an `i16`; those of a strange file wrap around.
#[inline(always)]
fn add(sums: &mut Entry, entry: &Entry) {
    sums.iter_mut().zip(entry).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
}

/// An entry for each content of each class.
fn unfolded(stage: &Stage, length: usize) -> Box<[Entry]> {
    let mut entries = Vec::with_capacity(length);
    for (class, stored) in GEOMETRY.classes.iter().zip(&stage.entries) {
        entries.extend(class.folded.iter().map(|&entry| stored[usize::from(entry)]));
    }
    entries.into_boxed_slice()
}

/// The most empty squares of a board that this evaluates. With 16, hard-20 takes 1 % more nodes.
pub const LATE_EMPTIES: u32 = 14;

/// The stored form of the cheaper evaluation near the end of the game, by which moves are ordered: for each class of patterns the
/// numbers for its folded contents, in hundredths of a disc; no counts.
///
/// Its table is an eighth as large as one of the stages', and stays in the processor's second level of cache. Where the
/// children have at most [`LATE_EMPTIES`] empty squares it orders moves as well: hard-20 takes the same nodes, in 0.90 of
/// the time (medians of interleaved runs).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Late {
    /// By class, then by folded content.
    pub entries: [Vec<i16>; PATTERNS],
}

impl Late {
    /// Weights that are all 0.
    pub fn zero() -> Late {
        Late { entries: std::array::from_fn(|class| vec![0; GEOMETRY.classes[class].entries]) }
    }
}

/// The numbers laid out for evaluation.
#[derive(Clone, Debug)]
struct LateTable {
    numbers: Box<[i16]>,
}

impl LateTable {
    fn new(late: &Late) -> LateTable {
        let unfolded = GEOMETRY
            .classes
            .iter()
            .zip(&late.entries)
            .flat_map(|(class, stored)| class.folded.iter().map(|&entry| stored[usize::from(entry)]));
        LateTable { numbers: unfolded.collect() }
    }

    /// The evaluation in hundredths of a disc of a position with these features, from the view of the side to move, which
    /// is taken to have a move.
    #[inline(always)]
    fn evaluate(&self, layout: &Layout, position: &Position, features: &Features) -> Score {
        match position.side {
            Side::Black => self.sum(|lane| layout.offsets[lane] + u32::from(features.0[lane])),
            Side::White => self.sum(|lane| layout.ends[lane] - u32::from(features.0[lane])),
        }
    }

    #[inline(always)]
    fn sum(&self, index: impl Fn(usize) -> u32) -> Score {
        (0..INSTANCES).map(|lane| Score::from(self.numbers[index(lane) as usize])).sum()
    }
}
