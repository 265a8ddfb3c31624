//! An iteration that is shared out over machines: each shard plays some of its pairs into a journal of its own, and merging these
//! journals adds the iteration to the journal of the run.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use shuangqi_cli::bad_input::quote;
use shuangqi_cli::journal::Kind;
use shuangqi_cli::journal::merge::ShardJournals;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::run_journal::RunKind;
use shuangqi_cli::shard::{Shard, SharedRun};
use shuangqi_cli::{BadInput, Exit, Failure, failure, program};

use super::Args;
use super::records::{self, Iteration, OPTIONS, Tuning};
use super::spsa::Spsa;
use crate::games::Games;
use crate::rating::Trinomial;
use crate::recipe_match::RecipeMatch;
use crate::run::workers::MatchEnd;

/// The journal of a shard.
pub const KIND: RunKind = RunKind {
    journal: Kind {
        name: "journal of an iteration's shard",
        schema: "tune-round/1",
        first: "header",
        item: "a pair of games of the iteration",
        restart: "play the shard again, with another --journal",
    },
    options: OPTIONS,
    unit: Some("/pair"),
    another: "name another --journal",
    may: "play other games",
};

/// The iteration, as the first line of the journal of a shard names it.
#[derive(Serialize, Deserialize)]
struct Round<T> {
    #[serde(flatten)]
    tuning: T,
    /// From 1.
    iteration: u32,
    /// The checksum of the iterations before.
    after: u32,
}

impl<T> Round<T> {
    fn after(tuning: T, known: &[Trinomial]) -> Round<T> {
        Round { tuning, iteration: known.len() as u32 + 1, after: checksum(known) }
    }
}

/// A checksum of iterations, by which it is known that shards have learned from the same.
fn checksum(known: &[Trinomial]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    known.iter().flat_map(|games| games.counts()).for_each(|count| hasher.update(&count.to_le_bytes()));
    hasher.finalize()
}

/// A pair of games.
#[derive(Serialize, Deserialize)]
struct Pair {
    /// From 0 in each iteration.
    pair: u32,
    /// Of the side with the first values.
    #[serde(flatten)]
    games: Trinomial,
}

/// Plays the pairs of a shard that are missing in its journal, after the iterations in that of the run.
///
/// # Errors
/// As [`super::run`].
pub fn play(
    args: &Args,
    tuning: &Tuning,
    games: &RecipeMatch,
    shard: Shard,
    [after, path]: [&str; 2],
) -> Result<Exit, Failure> {
    let known = records::read(after, tuning)?;
    let Some(trial) = Spsa::after(&tuning.parameters, tuning.gains, tuning.seed, &known).trial() else {
        failure::note(format_args!("{} has every iteration: there is nothing to play", quote(after)));
        return Ok(Exit::Success);
    };
    let shared = SharedRun { shard, units: u64::from(tuning.pairs) };
    let mut played = BTreeSet::new();
    let mut journal =
        KIND.open_shard(path, &Round::after(tuning, &known), Some(shared), |Pair { pair, .. }| {
            played.insert(pair);
            Ok(())
        })?;
    let first = known.len() as u32 * tuning.pairs;
    let is_missing = |pair: u32| shard.has(u64::from(pair)) && !played.contains(&pair);
    let missing = (0..tuning.pairs).filter(|&pair| is_missing(pair)).count();
    let progress = Progress::start(args.run.progress, "tune", "pairs", missing as u64);
    let recipes = trial.values.each_ref().map(|values| tuning.recipe_with(values));
    let ended = games.play_some(
        recipes.each_ref().map(String::as_str),
        first..first + tuning.pairs,
        &|pair| is_missing(pair - first),
        &mut |pair, outcomes| {
            let mut games = Trinomial::default();
            outcomes.into_iter().for_each(|outcome| games.add(outcome));
            journal.write_soon(&Pair { pair: pair - first, games })?;
            progress.advance(1);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    journal.finish()?;
    match ended {
        MatchEnd::Complete => Ok(Exit::Success),
        MatchEnd::Interrupted => Err(Failure::Interrupted(Some(program::command_line()))),
    }
}

/// Adds the iteration that all shards have played to the journal of the run, or begins it.
///
/// # Errors
/// A journal of another run or with other iterations; those of [`RunKind::open`].
pub fn merge(games: &Games, journals: &ShardJournals<'_>, path: &str) -> Result<(), Failure> {
    let Round { tuning, iteration, after } = journals.header::<Round<Tuning<String>>>()?;
    let name = tuning.game.clone();
    let unknown = || Failure::Usage(format!("the shards are of {}, which is no game here", quote(&name)));
    let tuning = tuning.of_games(games).ok_or_else(unknown)?;
    let known = records::read(path, &tuning)?;
    if known.len() as u32 + 1 != iteration || checksum(&known) != after {
        let found =
            format!("iteration {iteration}, which does not follow on the {} in {}", known.len(), quote(path));
        let expected = "the iteration after those in the journal of the run";
        let remedy = "Name with --out the journal that --after named before, as it was then";
        return Err(BadInput::new(KIND.journal.name, None, found, expected, remedy).into());
    }
    let pairs = journals.units::<Pair>()?;
    let games = pairs.iter().fold(Trinomial::default(), |sum, pair| sum.merged(pair.games));
    let (mut journal, _) = records::open(path, &tuning)?;
    journal.write(&Iteration { iteration, games })?;
    journal.finish()
}
