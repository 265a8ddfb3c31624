//! `shuangqi train xiangqi`.

use std::path::PathBuf;

use game::Game;
use serde::Serialize;
use shuangqi_cli::output::{Output, Record};
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_cli::{BadInput, Exit, Failure, columns, program, weights};
use xiangqi::Position;
use xiangqi::evaluator::{AnyWeights, Chances, Weights};

use super::chances::{FittedChances, Outcomes};
use super::fit::{self, Schedule};
use super::net::{self, NetArgs, NetTrainer};
use super::records::GameRecord;
use super::report::{self, HeldOut, WeightChange, XiangqiResults};
use super::samples::{Samples, Target, best_scale, numbers};
use crate::numbers::rounded;
use crate::report::{EvaluatorReport, Pass};
use crate::shards::Split;
use crate::train::{self, CommonArgs, Results, Trainer, WeightsFile, within};

const EXAMPLES: &str = "\
The loss is that of the chances which an evaluation stands for, against results of games and scores of searches; how steeply \
chances rise is fitted first. The chances to win, draw and lose that UCI_ShowWDL shows (wdl.half and wdl.spread) are fitted to the \
scores of searches and the results, and used if they have less loss on games held out than those before. Every 16th shard is held \
out: the losses shown are those on games that the fit has not seen. The same \
records and options give the same file, whatever the number of threads.

Examples:
  shuangqi train xiangqi games --out new.weights
  shuangqi train xiangqi first second --out new.weights --search-weight 0.7 \\
    --json
  shuangqi train xiangqi games --eval new.weights --out newer.weights \\
    --passes 40
  shuangqi train xiangqi games --net --out first.net
  shuangqi train xiangqi more --net --begin first.net --out second.net";

/// Options of the fit of Xiangqi's evaluation.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct XiangqiArgs {
    /// Begin with the weights of this file instead of those of the program; with --net, imitate the evaluation by them, or by the net
    /// in this file
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
    /// Imitate this evaluation of the program: net or classical
    #[arg(long, value_name = "NAME", requires = "net", conflicts_with = "eval")]
    evaluation: Option<String>,
    /// How much of the target is the score of the search; the rest is the result of the game: 0.5 without it, with --net 0.75
    #[arg(long, value_name = "PART", value_parser = within("number", 0.0, 1.0))]
    search_weight: Option<f32>,
    /// The score that stands for chances of e to 1; the lower it is, the smaller the weights become. Without it, the one that fits
    /// the weights to begin with best
    #[arg(long, value_name = "SCORE", value_parser = within("number", 0.01, 10_000.0))]
    scale: Option<f32>,
    /// Passes over the records: 20 without it, with --net 6. With none of them and none of imitation a net stays one of zeros, for
    /// others to be measured by
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    passes: Option<u32>,
    /// The most that a step changes a number at first; it falls to 0. Without it 2, with --net 0.0007 of the scale
    #[arg(long, value_name = "SCORE", value_parser = within("number", 0.000_001, 10_000.0))]
    rate: Option<f32>,
    /// How far from where it began a number is likely to lie: the fewer records there are of a weight, the less it leaves that
    #[arg(long, value_name = "SCORE", default_value_t = 20.0, conflicts_with = "net", value_parser = within("number", 0.01, 10_000.0))]
    deviation: f32,
    #[command(flatten)]
    net: NetArgs,
    #[command(flatten)]
    common: CommonArgs,
}

impl XiangqiArgs {
    pub fn run(&self) -> Result<Exit, Failure> {
        if self.net.net {
            let trainer = NetTrainer {
                args: &self.net,
                schedule: self.net_schedule(),
                teacher: self.teacher()?,
                begin: self.net.begin()?,
            };
            return train::train(&self.common, &trainer);
        }
        let begin = match &self.eval {
            Some(path) => {
                Weights::parse_file(path, &weights::contents(path.as_ref(), Position::INFO.title)?)?
            }
            None => Weights::default(),
        };
        train::train(&self.common, &XiangqiTrainer { args: self, begin })
    }

    /// The evaluation that a net imitates.
    fn teacher(&self) -> Result<AnyWeights, BadInput> {
        let (eval, evaluation) = (self.eval.as_ref().map(PathBuf::from), self.evaluation.clone());
        WeightsArgs { eval, evaluation }.read::<Position>()
    }

    fn search_weight(&self) -> f32 {
        self.search_weight.unwrap_or(0.5)
    }

    fn schedule(&self) -> Schedule {
        Schedule {
            passes: self.passes.unwrap_or(Schedule::PASSES),
            rate: self.rate.unwrap_or(Schedule::RATE),
            deviation: self.deviation,
            seed: self.common.seed.seed,
        }
    }

    fn net_schedule(&self) -> net::Schedule {
        net::Schedule {
            passes: self.passes.unwrap_or(net::Schedule::PASSES),
            rate: self.rate.unwrap_or(net::Schedule::RATE),
            search_weight: self.search_weight.unwrap_or(net::Schedule::SEARCH_WEIGHT),
            scale: self.scale,
            seed: self.common.seed.seed,
        }
    }
}

struct XiangqiTrainer<'run> {
    args: &'run XiangqiArgs,
    begin: Weights,
}

impl Trainer for XiangqiTrainer<'_> {
    type Item = GameRecord;
    type Samples = Samples;
    type Results = XiangqiResults;
    const REPORT: &'static [&'static str] = &["curve.svg", "calibration.svg", "data.json", "report.html"];

    fn samples(&self, games: &[GameRecord]) -> Samples {
        Samples::of(games, &self.begin)
    }

    fn append(samples: &mut Samples, more: Samples) {
        samples.append(more);
    }

    fn steps(&self, training: &Samples) -> (&'static str, u64) {
        ("positions", u64::from(self.args.schedule().passes) * training.len() as u64)
    }

    fn fit(
        &self,
        data: &Split<Samples>,
        watch: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<(Vec<u8>, XiangqiResults), Failure> {
        let XiangqiTrainer { args, begin } = self;
        let Split { training, held_out } = data;
        let [outcomes, held_out_outcomes] = [training, held_out].map(outcomes);
        let chances = FittedChances::new(&outcomes, &held_out_outcomes, Chances::ends(begin));
        let before = numbers(begin);
        let scale = args.scale.unwrap_or_else(|| best_scale(training, &before));
        let target = Target { scale, search_weight: args.search_weight() };
        let schedule = args.schedule();
        let fitted = fit::fit((training, held_out), &before, &target, &schedule, watch);
        let whole = fitted.weights.iter().map(|pair| pair.map(|number| number.round() as i32));
        let mut weights = Weights::from_numbers(whole);
        Chances::store(chances.chosen, &mut weights);
        let passes = fitted.curve.iter().map(|losses| (None, losses.training, losses.held_out));
        let results = XiangqiResults {
            schema: "train-xiangqi-report/2",
            game: "xiangqi",
            command: program::command_line(),
            began_with: begin.id(),
            evaluator: weights.id(),
            positions: training.len() as u64,
            held_out: HeldOut::new(held_out, [&before, &numbers(&weights)], &target),
            search_weight: rounded(f64::from(args.search_weight()), 3),
            scale: rounded(f64::from(scale), 1),
            passes: Pass::all(passes, 6, held_out.len() > 0),
            wdl_losses: chances.losses,
            calibration: chances.calibration,
            weights: WeightChange::all(begin, &weights, &training.occurrences()),
        };
        Ok((weights.to_text().into_bytes(), results))
    }
}

fn outcomes(samples: &Samples) -> Outcomes {
    Outcomes::of(samples.iter().map(|sample| (sample.facts.phase, sample.facts.score, sample.facts.points)))
}

impl Results for XiangqiResults {
    fn emit(&self, file: &WeightsFile, output: &mut Output<'_>) -> Result<(), Failure> {
        let [wdl_loss_before, wdl_loss_after] = self.wdl_losses;
        output.emit(&Total {
            game: self.game,
            positions: self.positions,
            held_out: self.held_out,
            wdl_loss_before,
            wdl_loss_after,
            scale: self.scale,
            seconds: file.seconds,
            evaluator: &self.evaluator,
            file: &file.file,
        })
    }

    fn report(&self) -> EvaluatorReport {
        report::report(self)
    }
}

/// The record of a fit.
#[derive(Debug, Serialize)]
struct Total<'fit> {
    game: &'static str,
    /// Positions that were learnt from.
    positions: u64,
    #[serde(flatten)]
    held_out: HeldOut,
    /// The mean loss of the chances to win, draw and lose on positions held out, in nats: before the fit and after it.
    wdl_loss_before: f64,
    wdl_loss_after: f64,
    /// The score that stands for chances of e to 1.
    scale: f64,
    seconds: f64,
    /// The checksum of the weights.
    evaluator: &'fit str,
    file: &'fit str,
}

impl Record for Total<'_> {
    const SCHEMA: &'static str = "train-xiangqi-summary/1";
    const COLUMNS: &'static [&'static str] = columns! {
        game positions held_out_positions loss_before loss_after result_loss_before result_loss_after wdl_loss_before
        wdl_loss_after scale seconds evaluator file
    };
    const MINOR: &'static [&'static str] = columns! { game };
}
