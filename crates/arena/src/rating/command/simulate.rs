//! `shuangqi sprt --simulate`.

use shuangqi_cli::output::Output;
use shuangqi_cli::progress::Progress;
use shuangqi_cli::worker_pool::WorkerPool;
use shuangqi_cli::{Exit, Failure};

use super::SprtArgs;
use super::record::Simulated;
use crate::rating::numbers;
use crate::rating::{
    PairChances, SimulatedTest, Simulation, SimulationStatistics, Sprt, SprtParameters, Strengths, seeds,
};

/// The pairs after which a test is abandoned.
const MOST_PAIRS: u64 = 50_000_000;

/// The options of a simulation.
#[derive(Debug, clap::Args)]
pub struct SimulationArgs {
    /// Simulate this many tests instead; show their error rates and lengths
    #[arg(long, value_name = "RUNS", value_parser = numbers::runs, conflicts_with_all = ["single", "penta"])]
    pub simulate: Option<u64>,
    /// One more true strength at which to simulate, in the model's unit
    #[arg(long, value_name = "E", allow_negative_numbers = true, value_parser = numbers::elo,
          conflicts_with_all = ["single", "penta"])]
    elo: Option<f64>,
    /// The share of drawn games in a simulation
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, allow_negative_numbers = true,
          value_parser = numbers::share, conflicts_with_all = ["single", "penta"])]
    draws: f64,
    /// The advantage that each opening of a simulation gives one side, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true,
          value_parser = numbers::bias, conflicts_with_all = ["single", "penta"])]
    bias: f64,
}

/// The simulations, each with the name of its true strength.
#[derive(Debug)]
pub struct SimulationPlan {
    points: Vec<(&'static str, f64, Simulation)>,
    seeds: Vec<u64>,
}

impl SimulationPlan {
    /// The simulations at the two hypotheses, at their mean, and at the strength of `--elo`.
    pub fn new(args: &SprtArgs, sprt: Sprt, runs: u64) -> Result<SimulationPlan, Failure> {
        let SprtParameters { elo0, elo1, model, .. } = sprt.parameters();
        let SimulationArgs { elo, draws, bias, .. } = args.simulation;
        let middle = (elo0 + elo1) / 2.0;
        let named = [("elo0", elo0), ("middle", middle), ("elo1", elo1)].into_iter();
        let points = named.chain(elo.map(|elo| ("elo", elo))).map(|(at, elo)| {
            let strengths = Strengths { elo, draws, bias };
            let chances =
                PairChances::new(model, strengths).map_err(|bad| Failure::Usage(bad.to_string()))?;
            Ok((at, elo, Simulation::new(sprt, chances, MOST_PAIRS)))
        });
        Ok(SimulationPlan {
            points: points.collect::<Result<_, Failure>>()?,
            seeds: seeds(args.seed.seed, runs),
        })
    }

    /// Plays the tests and writes a record for each strength.
    pub fn run(&self, args: &SprtArgs) -> Result<Exit, Failure> {
        let worker_pool = WorkerPool::new(args.run.threads.count())?;
        args.run.format.deliver(|output| {
            let total = self.points.len() * self.seeds.len();
            let progress = Progress::start(args.run.progress, "sprt", "tests", total as u64);
            for (at, elo, simulation) in &self.points {
                let runs = self.runs(&worker_pool, simulation, &progress)?;
                progress.aside(|| emit(output, at, *elo, simulation, &runs))?;
            }
            Ok(Exit::Success)
        })
    }

    /// The tests at one strength, in the order in which they end; no statistic depends on it.
    fn runs(
        &self,
        worker_pool: &WorkerPool,
        simulation: &Simulation,
        progress: &Progress,
    ) -> Result<Vec<SimulatedTest>, Failure> {
        let mut runs = Vec::with_capacity(self.seeds.len());
        let play = |(): &mut (), &seed: &u64, (): &()| simulation.run(seed);
        worker_pool.work(
            &self.seeds,
            || (),
            play,
            |()| {},
            |_, run| {
                runs.push(run);
                progress.advance(1);
                Ok(())
            },
        )?;
        Ok(runs)
    }
}

fn emit(
    output: &mut Output<'_>,
    at: &'static str,
    elo: f64,
    simulation: &Simulation,
    runs: &[SimulatedTest],
) -> Result<(), Failure> {
    match SimulationStatistics::of(runs) {
        Some(outcomes) => output.emit(&Simulated::new(at, elo, &outcomes, simulation.expected_games())),
        None => Ok(()),
    }
}
