//! The fit of the pattern weights: stochastic gradient descent on squared error, from the whole game to its stages.
//!
//! Most contents of a large pattern are rare, so a stage alone has too few positions to learn them. The weights of the
//! whole game are fitted first, those of a stage of the game begin as a copy of them: a content that a stage has never
//! seen keeps what was learnt of it elsewhere. The cheaper weights that order moves near the end have no counts and no hidden
//! units, and are fitted to positions of that part of the game alone.

mod descent;
mod errors;
mod samples;

use othello::patterns::{INSTANCES, Late, STAGES, Stage, TERMS, UNITS};
use rayon::prelude::*;

pub use descent::Schedule;
use descent::{Chosen, Table};
pub use errors::{PassErrors, errors, mean_absolute};
pub use samples::{PHASES, Sample, phase_of};

/// What a fit leads to.
#[derive(Clone, Debug)]
pub struct Fitted {
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
            sum.training.merge(&errors.training);
            sum.held_out.merge(&errors.held_out);
        }
    }
    all
}
#[cfg(test)]
mod tests;
