//! `shuangqi tune`: the numbers of a recipe, tuned by games of the engine against itself.

mod records;
mod round;
mod spsa;

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use shuangqi_cli::args::{RunArgs, SeedArgs};
use shuangqi_cli::journal::Journal;
use shuangqi_cli::output::{Format, Output};
use shuangqi_cli::progress::Progress;
use shuangqi_cli::shard::Shard;
use shuangqi_cli::{Exit, Failure, failure, interrupt, program, units};

use crate::games::Game;
use crate::rating::Trinomial;
use crate::recipe_match::{Conditions, MoveLimit, RecipeMatch};
use crate::run::workers::MatchEnd;
use crate::segment::number;
use records::{Iteration, IterationLine, Summary, Tuned, Tuning, nearest};
pub use round::{KIND as ROUND_JOURNAL, merge as merge_round};
use spsa::{Gains, Spsa, Trial};

/// The notes of a whole run.
const NOTES: u32 = 20;

const EXAMPLES: &str = "\
Simultaneous perturbation (SPSA): each iteration changes all parameters up or
down at random, plays pairs of games between both directions, and moves the
values towards the better one. The same command, with more threads too, finds
the same values; with --journal it goes on after an interruption. The gain is to
be confirmed by a match of the recipe that it prints. Many machines play one
iteration at a time: with --shard each plays some pairs of the next one, and
shuangqi merge adds it to the journal that --after names.

Examples:
  shuangqi tune xiangqi --parameters reduction_base,late_slope --nodes 60 \\
    --iterations 2 --pairs 1
  shuangqi tune xiangqi --parameters all --nodes 40 --iterations 2 --pairs 1 \\
    --journal tune.journal
  shuangqi tune othello --recipe play+late-reductions --nodes 60 --pairs 1 \\
    --parameters reduction_base,reduction_divisor --iterations 2 --json";

/// Tune the numbers of a recipe by games of the engine against itself
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The recipe: play (what the engine plays with) or another preset, and parts
    #[arg(long, value_name = "RECIPE", default_value = "play")]
    recipe: String,
    /// The parameters to tune, with commas between, or all that the recipe uses
    #[arg(long, value_name = "LIST", required = true, value_delimiter = ',')]
    parameters: Vec<String>,
    /// Nodes for each move; K, M, G stand for 10^3, 10^6, 10^9
    #[arg(long, value_name = "N", default_value = "5K", value_parser = units::nodes)]
    nodes: NonZeroU64,
    #[command(flatten)]
    gains: Gains,
    /// Pairs of games in each iteration
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number(1..=1000_u32))]
    pairs: u32,
    /// Where games begin, in the forms that match reads; generated unless given
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Keep the results of iterations here, and go on with those that it holds
    #[arg(long, value_name = "FILE")]
    journal: Option<String>,
    /// Play some pairs of the next iteration alone: the Ith of every N. auto/N takes I from the scheduler. Nothing
    /// is shown then; shuangqi merge joins the journals
    #[arg(long, value_name = "I/N", requires_all = ["journal", "after"])]
    shard: Option<Shard>,
    /// The journal of the iterations before that of the shard; one that is not there has none
    #[arg(long, value_name = "FILE", requires = "shard")]
    after: Option<String>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Runs the command.
///
/// # Errors
/// A recipe, parameters or openings that cannot be used, a journal of another run, output that cannot be written,
/// interruption.
pub fn run(game: Game, args: &Args) -> Result<Exit, Failure> {
    let mut tuning = args.tuning(game)?;
    let conditions = Conditions {
        game,
        limit: MoveLimit::Nodes(tuning.nodes),
        openings: tuning.openings.clone(),
        seed: tuning.seed,
        pairs: tuning.gains.iterations.saturating_mul(tuning.pairs),
    };
    let games = RecipeMatch::new(conditions, args.run.threads.count())?;
    tuning.openings_hash = games.openings_hash();
    if let Args { shard: Some(shard), after: Some(after), journal: Some(journal), .. } = args {
        return round::play(args, &tuning, &games, *shard, [after, journal]);
    }
    let journal = args.journal.as_deref().map(|path| records::open(path, &tuning)).transpose()?;
    let (journal, known) = journal.map_or((None, Vec::new()), |(journal, known)| (Some(journal), known));
    args.run.format.deliver(|output| Session::new(args, &tuning).run(&games, journal, &known, output))
}

impl Args {
    fn tuning(&self, game: Game) -> Result<Tuning, Failure> {
        let recipe =
            game.any.parse_recipe(&self.recipe).map_err(|bad| Failure::Usage(format!("--recipe: {bad}")))?;
        Ok(Tuning {
            game,
            recipe: self.recipe.clone(),
            parameters: spsa::chosen(&self.parameters, &recipe)?,
            gains: self.gains,
            pairs: self.pairs,
            nodes: self.nodes,
            seed: self.seed.seed,
            openings: self.openings.clone(),
            openings_hash: 0,
        })
    }
}

/// A run and what it has learned.
struct Session<'a> {
    args: &'a Args,
    tuning: &'a Tuning,
    spsa: Spsa<'a>,
    games: u64,
}

impl<'a> Session<'a> {
    fn new(args: &'a Args, tuning: &'a Tuning) -> Session<'a> {
        let spsa = Spsa::new(&tuning.parameters, tuning.gains, tuning.seed);
        Session { args, tuning, spsa, games: 0 }
    }

    fn run(
        mut self,
        games: &RecipeMatch,
        journal: Option<Journal>,
        known: &[Trinomial],
        output: &mut Output<'_>,
    ) -> Result<Exit, Failure> {
        known.iter().try_for_each(|&games| self.learn(games, output))?;
        let is_kept = journal.is_some();
        let played = self.play(games, journal, output);
        if matches!(played, Ok(()) | Err(Failure::Interrupted(_))) {
            self.emit(output)?;
        }
        let resume = || is_kept.then(program::command_line);
        played.map(|()| Exit::Success).map_err(|failure| failure.resumable_by(resume()))
    }

    /// Plays the iterations that are missing.
    fn play(
        &mut self,
        games: &RecipeMatch,
        mut journal: Option<Journal>,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        let left = u64::from(self.tuning.gains.iterations - self.spsa.done());
        let progress = Progress::start(self.args.run.progress, "tune", "iterations", left);
        while let Some(trial) = self.spsa.trial() {
            interrupt::check()?;
            let results = self.play_iteration(games, &trial)?;
            if let Some(journal) = &mut journal {
                journal.write_soon(&Iteration { iteration: self.spsa.done() + 1, games: results })?;
            }
            progress.advance(1);
            progress.suspend(|| self.learn(results, output).map(|()| self.note()))?;
        }
        journal.map_or(Ok(()), Journal::finish)
    }

    /// Plays the next iteration: the results of the trial's first side.
    fn play_iteration(&self, games: &RecipeMatch, trial: &Trial) -> Result<Trinomial, Failure> {
        let [one, other] = trial.values.each_ref().map(|values| self.tuning.recipe_with(values));
        let first = self.spsa.done() * self.tuning.pairs;
        let mut results = Trinomial::default();
        let ended = games.play([&one, &other], first..first + self.tuning.pairs, &mut |pair| {
            pair.into_iter().for_each(|outcome| results.add(outcome));
            Ok(ControlFlow::Continue(()))
        })?;
        if ended == MatchEnd::Complete { Ok(results) } else { Err(Failure::Interrupted(None)) }
    }

    /// Learns from the next iteration.
    fn learn(&mut self, games: Trinomial, output: &mut Output<'_>) -> Result<(), Failure> {
        let Some(trial) = self.spsa.trial() else { return Ok(()) };
        self.spsa.learn(&trial, games.lead());
        self.games += games.games();
        if self.args.run.format.format() != Format::Ndjson {
            return Ok(());
        }
        output.emit(&IterationLine::new(self.tuning.game, self.spsa.done(), games, self.spsa.values()))
    }

    /// Says now and then where the values are.
    fn note(&self) {
        let (done, all) = (self.spsa.done(), self.tuning.gains.iterations);
        if self.args.run.progress.is_shown() && done.is_multiple_of(all.div_ceil(NOTES)) {
            failure::note(format_args!("iteration {done} of {all}: {}", self.recipe()));
        }
    }

    fn recipe(&self) -> String {
        let nearest = self.spsa.values().iter().map(|&value| nearest(value));
        self.tuning.recipe_with(&nearest.collect::<Vec<_>>())
    }

    fn emit(&self, output: &mut Output<'_>) -> Result<(), Failure> {
        let game = self.tuning.game;
        for (parameter, &value) in self.tuning.parameters.iter().zip(self.spsa.values()) {
            output.emit(&Tuned::new(game, parameter, value))?;
        }
        let (iterations, games, recipe) = (self.spsa.done(), self.games, self.recipe());
        output.emit(&Summary { game, iterations, games, recipe })
    }
}
