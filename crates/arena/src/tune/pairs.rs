//! The games of an iteration: pairs between two settings of the parameters.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use shuangqi_cli::Failure;

use super::journal::Tuning;
use super::parameters::recipe_text;
use super::spsa::Trial;
use crate::rating::Trinomial;
use crate::recipe_match::{Conditions, RecipeMatch};
use crate::run::workers::MatchEnd;

/// The games of a run, as many at a time as there are threads.
///
/// # Errors
/// A file of openings that cannot be used.
pub fn games(tuning: &Tuning, threads: NonZeroUsize) -> Result<RecipeMatch, Failure> {
    let conditions = Conditions {
        game: tuning.game,
        nodes: tuning.nodes,
        openings: tuning.openings.clone(),
        seed: tuning.seed,
        pairs: tuning.gains.iterations.saturating_mul(tuning.pairs),
    };
    RecipeMatch::new(conditions, threads)
}

/// Plays an iteration, counted from 0: the results of the trial's first side. `None`: it was interrupted.
///
/// # Errors
/// [`Failure::Internal`] for a game that cannot be played to its end.
pub fn play(
    games: &RecipeMatch,
    tuning: &Tuning,
    iteration: u32,
    trial: &Trial,
) -> Result<Option<Trinomial>, Failure> {
    let [one, other] =
        trial.values.each_ref().map(|values| recipe_text(&tuning.recipe, &tuning.parameters, values));
    let first = iteration * tuning.pairs;
    let mut results = Trinomial::default();
    let ended = games.play([&one, &other], first..first + tuning.pairs, &mut |game| {
        results.add(game.outcome);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((ended == MatchEnd::Complete).then_some(results))
}
