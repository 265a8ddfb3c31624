//! The weights of the patterns, phase by phase.

use super::probcut::{ProbCutModel, ProbCutTable};
use super::{CLASSES, Features, GEOMETRY, INSTANCES, LANES, counts};
use crate::position::{DISC, Position};
use crate::side::Side;
use search_core::{ProbCut, Score};

/// Phases of two empty squares each: phase 0 has none or one left.
pub const PHASES: usize = 31;

/// The phase of a board with this many empty squares.
#[inline(always)]
pub const fn phase_of(empties: u32) -> usize {
    let phase = (empties / 2) as usize;
    if phase < PHASES { phase } else { PHASES - 1 }
}

/// What is stored of a phase: for each class the entries for its folded contents, in hundredths of a disc, and what is
/// added to every evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// Added to every evaluation.
    pub bias: i16,
    /// By class, then by folded content.
    pub entries: [Vec<i16>; CLASSES],
}

impl Phase {
    /// A phase whose weights are all 0.
    pub fn zero() -> Phase {
        let entries = std::array::from_fn(|class| vec![0; GEOMETRY.classes[class].entries]);
        Phase { bias: 0, entries }
    }
}

/// The weights of all phases, laid out for evaluation.
#[derive(Clone, Debug)]
pub struct Weights {
    phases: Vec<Table>,
    /// Where the class of each instance begins in a table.
    offsets: [u32; LANES],
    /// For each instance, where its content counted from the other side begins.
    ends: [u32; LANES],
    probcut: ProbCutTable,
}

#[derive(Clone, Debug)]
struct Table {
    bias: Score,
    entries: Box<[i16]>,
}

impl Weights {
    /// Lays out the weights of all phases, with ProbCut's model of them.
    ///
    /// # Panics
    /// If there are not [`PHASES`] phases.
    pub fn new(phases: &[Phase], model: &ProbCutModel) -> Weights {
        assert_eq!(phases.len(), PHASES, "one set of weights for each phase");
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
        let phases = phases.iter().map(|phase| Table::new(phase, length)).collect();
        Weights { phases, offsets, ends, probcut: ProbCutTable::new(model) }
    }

    /// What a shallow search tells of one this deep.
    #[inline(always)]
    pub(super) fn probcut(&self, empties: i16, depth: i16) -> Option<ProbCut> {
        self.probcut.get(empties, depth)
    }

    /// The evaluation in hundredths of a disc of a position with these features, from the view of the side to move.
    #[inline(always)]
    pub fn evaluate(&self, position: &Position, features: &Features) -> Score {
        let table = &self.phases[phase_of(position.board.empties().len())];
        let sum = match position.side {
            Side::Black => self.sum(table, |lane| self.offsets[lane] + u32::from(features.0[lane])),
            Side::White => self.sum(table, |lane| self.ends[lane] - u32::from(features.0[lane])),
        };
        let mut rest = 0;
        for (lane, count) in (INSTANCES..).zip(counts(position.board)) {
            rest += Score::from(table.entries[(self.offsets[lane] + u32::from(count)) as usize]);
        }
        (table.bias + sum + rest).clamp(-64 * DISC, 64 * DISC)
    }

    #[inline(always)]
    fn sum(&self, table: &Table, index: impl Fn(usize) -> u32) -> Score {
        let mut sum = 0;
        for lane in 0..INSTANCES {
            sum += Score::from(table.entries[index(lane) as usize]);
        }
        sum
    }
}

impl Table {
    fn new(phase: &Phase, length: usize) -> Table {
        let mut entries = Vec::with_capacity(length);
        for (class, stored) in GEOMETRY.classes.iter().zip(&phase.entries) {
            entries.extend(class.folded.iter().map(|&entry| stored[usize::from(entry)]));
        }
        Table { bias: Score::from(phase.bias), entries: entries.into_boxed_slice() }
    }
}
