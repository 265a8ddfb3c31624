//! `shuangqi elo` and `shuangqi sprt`: the statistics of results on the command line.

mod figures;
mod record;
mod results;
mod simulate;

use shuangqi_cli::args::{FormatArgs, RunArgs, SeedArgs};
use shuangqi_cli::output::Output;
use shuangqi_cli::{Exit, Failure};

use super::{Sprt, SprtParameters};
use figures::Figures;
use record::{Strength, Test};
use results::ResultsArgs;
use simulate::{SimulationArgs, SimulationPlan};

const ELO_EXAMPLES: &str = "\
All intervals have a confidence of 95 %. Where openings were played twice with
sides swapped, give pairs: the advantage of the openings cancels out, and the
interval is smaller.

Examples:
  shuangqi elo 96 111 136
  shuangqi elo --penta 10 40 100 60 20 --win-loss 30
  shuangqi elo --penta 0 0 0 0 12 --json";

const SPRT_EXAMPLES: &str = "\
Strengths are in the unit of --model, normalised Elo by default. --simulate
plays random tests with a true strength of elo0, of the mean, of elo1 and of
--elo, with a verdict after every pair of games.

Examples:
  shuangqi sprt 40 60 80 --elo0 0 --elo1 10 --model logistic
  shuangqi sprt --penta 46 936 2083 1043 63 --json
  shuangqi sprt --simulate 100 --elo0 0 --elo1 20 --elo 10 --draws 0.3";

/// Compute Elo and its interval from the results of a match
#[derive(Debug, clap::Args)]
#[command(after_help = ELO_EXAMPLES)]
pub struct EloArgs {
    #[command(flatten)]
    results: ResultsArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// Test results for one of two strengths, or simulate such tests
#[derive(Debug, clap::Args)]
#[command(after_help = SPRT_EXAMPLES)]
pub struct SprtArgs {
    #[command(flatten)]
    results: ResultsArgs,
    #[command(flatten)]
    parameters: SprtParameters,
    #[command(flatten)]
    simulation: SimulationArgs,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// `shuangqi elo`.
///
/// # Errors
/// Results that are missing or do not go together, and output that cannot be written.
pub fn elo(args: &EloArgs) -> Result<Exit, Failure> {
    let results = args.results.read()?;
    emit(args.format, |output, is_for_reading| match is_for_reading {
        true => Figures::of_strength(&results).emit(output),
        false => output.emit(&Strength::of(&results)),
    })
}

/// `shuangqi sprt`.
///
/// # Errors
/// Invalid parameters, results that are missing or do not fit the model, output that cannot be written, interruption.
pub fn sprt(args: &SprtArgs) -> Result<Exit, Failure> {
    let sprt = Sprt::new(args.parameters).map_err(|bad| Failure::Usage(bad.to_string()))?;
    match args.simulation.simulate {
        Some(runs) => SimulationPlan::new(args, sprt, runs)?.run(args),
        None => judge(args, sprt),
    }
}

fn judge(args: &SprtArgs, sprt: Sprt) -> Result<Exit, Failure> {
    let results = args.results.read()?;
    let state = sprt.state(results.counts);
    emit(args.run.format, |output, is_for_reading| match is_for_reading {
        true => Figures::of_test(&results, &sprt, &state).emit(output),
        false => output.emit(&Test::of(&results, &sprt, &state)),
    })
}

/// Writes the answer; the second argument of `write` says whether it is a table for people and not a record.
fn emit(
    format: FormatArgs,
    write: impl FnOnce(&mut Output<'_>, bool) -> Result<(), Failure>,
) -> Result<Exit, Failure> {
    use shuangqi_cli::output::Format::{Md, Table};
    let is_for_reading = matches!(format.format(), Table | Md);
    format.deliver(|output| write(output, is_for_reading).map(|()| Exit::Success))
}
