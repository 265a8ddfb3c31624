//! Positions as the fit sees them.

use std::ops::RangeInclusive;

use othello::patterns::{Features, GEOMETRY, INSTANCES, LATE_EMPTIES, counts, stage_of};
use othello::{Position, Side};

use crate::othello::records::Record;

/// Room for the entries of one position.
pub(super) const LANES: usize = 64;

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
    pub(super) contents: [u16; LANES],
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
    pub(super) fn is_late(&self) -> bool {
        LATE.contains(&u32::from(self.empties))
    }
}

/// The numbers of empty squares of the positions that the late weights are fitted to: one or two more than where they are
/// used, on either side.
const LATE: RangeInclusive<u32> = 8..=LATE_EMPTIES + 2;
