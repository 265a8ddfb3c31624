//! `shuangqi tune`: the numbers of a recipe, tuned by games of the engine against itself.

mod journal;
mod pairs;
mod parameters;
mod record;
mod spsa;

use std::io::{IsTerminal, stderr};

use shuangqi_cli::args::{RunArgs, SeedArgs};
use shuangqi_cli::journal::Journal;
use shuangqi_cli::output::{Format, Output};
use shuangqi_cli::progress::{Mode, Progress};
use shuangqi_cli::{Exit, Failure, failure, interrupt, program, units};

use crate::games::Game;
use crate::rating::Trinomial;
use crate::recipe_match::RecipeMatch;
use journal::{Iteration, Tuning};
use record::{IterationLine, Summary, Tuned, nearest};
use spsa::{Gains, Spsa};

/// The notes of a whole run.
const NOTES: u32 = 20;

const EXAMPLES: &str = "\
Simultaneous perturbation (SPSA): each iteration changes all parameters up or
down at random, plays pairs of games between both directions, and moves the
values towards the better one. The same command, with more threads too, finds
the same values; with --journal it goes on after an interruption. The gain is to
be confirmed by a match of the recipe that it prints.

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
    #[arg(long, value_name = "N", default_value = "5K", value_parser = nodes)]
    nodes: u64,
    /// Iterations
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    iterations: u32,
    /// Pairs of games in each iteration
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pairs: u32,
    /// The perturbation of the last iteration, as a part of each parameter's range
    #[arg(long, value_name = "PART", default_value_t = 0.1, value_parser = perturbation)]
    perturbation: f64,
    /// The last step for each game more that is won than lost, as a part of that
    /// perturbation
    #[arg(long, value_name = "PART", default_value_t = 0.02, value_parser = rate)]
    rate: f64,
    /// Where games begin, in the forms that match reads; generated unless given
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Keep the results of iterations here, and go on with those that it holds
    #[arg(long, value_name = "FILE")]
    journal: Option<String>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    run: RunArgs,
}

fn nodes(text: &str) -> Result<u64, String> {
    let nodes = units::count(text).ok().filter(|&nodes| nodes > 0);
    nodes.ok_or_else(|| "expected a whole number above 0; try --nodes 5K".to_owned())
}

fn perturbation(text: &str) -> Result<f64, String> {
    part(text, 0.5).ok_or_else(|| "expected a part above 0, up to 0.5; try --perturbation 0.1".to_owned())
}

fn rate(text: &str) -> Result<f64, String> {
    part(text, 1.0).ok_or_else(|| "expected a part above 0, up to 1; try --rate 0.02".to_owned())
}

fn part(text: &str, most: f64) -> Option<f64> {
    text.parse().ok().filter(|part: &f64| *part >= 1e-6 && *part <= most)
}

/// Runs the command.
///
/// # Errors
/// A recipe, parameters or openings that cannot be used, a journal of another run, output that cannot be written,
/// interruption.
pub fn run(game: Game, args: &Args) -> Result<Exit, Failure> {
    let mut tuning = args.tuning(game)?;
    let games = pairs::games(&tuning, args.run.threads.count())?;
    tuning.openings_hash = games.openings_hash();
    let journal = args.journal.as_deref().map(|path| journal::open(path, &tuning)).transpose()?;
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
            parameters: parameters::chosen(&self.parameters, &recipe)?,
            gains: Gains { iterations: self.iterations, perturbation: self.perturbation, rate: self.rate },
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
            let played = pairs::play(games, self.tuning, self.spsa.done(), &trial)?;
            let results = played.ok_or(Failure::Interrupted(None))?;
            if let Some(journal) = &mut journal {
                journal.write_soon(&Iteration { iteration: self.spsa.done() + 1, games: results })?;
            }
            progress.advance(1);
            progress.aside(|| self.learn(results, output).map(|()| self.note()))?;
        }
        journal.map_or(Ok(()), Journal::finish)
    }

    /// Learns from the next iteration.
    fn learn(&mut self, games: Trinomial, output: &mut Output<'_>) -> Result<(), Failure> {
        let Some(trial) = self.spsa.trial() else { return Ok(()) };
        self.spsa.learn(&trial, games.wins as f64 - games.losses as f64);
        self.games += games.games();
        if self.args.run.format.format() != Format::Ndjson {
            return Ok(());
        }
        output.emit(&IterationLine::new(self.tuning.game, self.spsa.done(), games, self.spsa.values()))
    }

    /// Says now and then where the values are.
    fn note(&self) {
        let is_shown = match self.args.run.progress {
            Mode::Auto => stderr().is_terminal(),
            Mode::Bar | Mode::Plain => true,
            Mode::None => false,
        };
        let (done, all) = (self.spsa.done(), self.tuning.gains.iterations);
        if is_shown && done.is_multiple_of(all.div_ceil(NOTES)) {
            failure::note(format_args!("iteration {done} of {all}: {}", self.recipe()));
        }
    }

    fn recipe(&self) -> String {
        let values: Vec<i32> = self.spsa.values().iter().map(|&value| nearest(value)).collect();
        parameters::recipe_text(&self.tuning.recipe, &self.tuning.parameters, &values)
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
