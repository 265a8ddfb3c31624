//! `shuangqi train xiangqi`.

mod chances;
mod records;
mod report;
mod report_data;

use std::time::Instant;

use shuangqi_cli::{Exit, Failure, program, weights};
use xiangqi::Position;
use xiangqi::evaluator::{Chances, Weights};

use self::chances::FittedChances;
use self::records::{Losses, Total, rounded};
use self::report_data::{Pass, ReportData, WeightChange};
use super::command::CommonArgs;
use crate::arguments::within;
use crate::shards::Split;
use crate::xiangqi::chances::Outcomes;
use crate::xiangqi::fit::{self, Schedule};
use crate::xiangqi::loss::{self, Target};
use crate::xiangqi::records::GameRecord;
use crate::xiangqi::samples::{Samples, numbers};

const EXAMPLES: &str = "\
The loss is that of the chances which an evaluation stands for, against results of games and scores of searches; how steeply \
chances rise is fitted first. The chances to win, draw and lose that UCI_ShowWDL shows (wdl.half and wdl.spread) are fitted to the \
scores of searches and the results; of the forms tried, the one with the least loss on games held out is used. Every 16th shard is held out: the losses shown are those on games that the fit has not seen. The same \
records and options give the same file, whatever the number of threads.

Examples:
  shuangqi train xiangqi games --out new.weights
  shuangqi train xiangqi first second --out new.weights --search-weight 0.7 --json
  shuangqi train xiangqi games --eval new.weights --out newer.weights --passes 40";

/// Options of the fit of Xiangqi's evaluation.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct XiangqiArgs {
    /// Begin with the weights of this file instead of those of the program
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
    /// How much of the target is the score of the search; the rest is the result of the game
    #[arg(long, value_name = "PART", default_value_t = 0.5, value_parser = within("number", 0.0, 1.0))]
    search_weight: f32,
    /// The score that stands for chances of e to 1; the lower it is, the smaller the weights become. Without it, the one that fits
    /// the weights to begin with best
    #[arg(long, value_name = "SCORE", value_parser = within("number", 0.01, 10_000.0))]
    scale: Option<f32>,
    #[command(flatten)]
    schedule: Schedule,
    #[command(flatten)]
    common: CommonArgs,
}

pub fn run(args: &XiangqiArgs) -> Result<Exit, Failure> {
    let common = &args.common;
    common.check(&report::FILES)?;
    let begin = weights::read::<Position>(args.eval.as_deref())?;
    let data = common.read(|games: &[GameRecord]| Samples::of(games, &begin), Samples::append)?;
    common.run.format.deliver(|output| {
        let clock = Instant::now();
        let steps = u64::from(args.schedule.passes) * data.training.len() as u64;
        let outcome = common.fit(("positions", steps), |watch| Outcome::new(&data, &begin, args, &watch))?;
        common
            .write(outcome.weights.to_text().as_bytes(), || report::files(&outcome.report(&begin, &data)))?;
        outcome.losses.by_phase.iter().try_for_each(|record| output.emit(record))?;
        outcome.chances.forms.iter().try_for_each(|record| output.emit(record))?;
        output.emit(&outcome.total(&data, clock.elapsed().as_secs_f64(), common.file()))?;
        Ok(Exit::Success)
    })
}

/// What a fit led to.
struct Outcome {
    target: Target,
    curve: Vec<fit::PassLosses>,
    /// As the file holds them.
    weights: Weights,
    losses: Losses,
    chances: FittedChances,
}

impl Outcome {
    fn new(
        Split { training, held_out }: &Split<Samples>,
        begin: &Weights,
        args: &XiangqiArgs,
        watch: &impl Fn(u64) -> bool,
    ) -> Outcome {
        let outcomes = [training, held_out].map(Outcomes::of);
        let chances = FittedChances::new(&outcomes[0], &outcomes[1], begin);
        let begin = numbers(begin);
        let scale = args.scale.unwrap_or_else(|| loss::best_scale(training, &begin));
        let target = Target { scale, search_weight: args.search_weight };
        let schedule = Schedule { seed: args.common.seed.seed, ..args.schedule };
        let fitted = fit::fit((training, held_out), &begin, &target, &schedule, watch);
        let rounded = fitted.weights.iter().map(|pair| pair.map(|number| number.round() as i32));
        let mut weights = Weights::from_numbers(rounded);
        Chances::store(chances.chosen, &mut weights);
        let losses = Losses::new(held_out, [&begin, &numbers(&weights)], &target);
        Outcome { target, curve: fitted.curve, weights, losses, chances }
    }

    fn total(&self, data: &Split<Samples>, seconds: f64, file: String) -> Total {
        let (wdl_loss_before, wdl_loss_after) = self.chances.losses();
        Total {
            game: "xiangqi",
            positions: data.training.len() as u64,
            scale: rounded(f64::from(self.target.scale), 1),
            held_out: self.losses.all,
            wdl_loss_before,
            wdl_loss_after,
            seconds,
            evaluator: self.weights.id(),
            file,
        }
    }

    fn report(&self, begin: &Weights, data: &Split<Samples>) -> ReportData {
        ReportData {
            schema: "train-xiangqi-report/1",
            game: "xiangqi",
            command: program::command_line(),
            began_with: begin.id(),
            evaluator: self.weights.id(),
            positions: data.training.len() as u64,
            held_out: self.losses.all,
            search_weight: rounded(f64::from(self.target.search_weight), 3),
            scale: rounded(f64::from(self.target.scale), 1),
            passes: Pass::all(&self.curve, data.held_out.len() > 0),
            phases: self.losses.by_phase.clone(),
            chances: self.chances.forms.clone(),
            calibration: self.chances.calibration.clone(),
            weights: WeightChange::all(begin, &self.weights, &data.training.occurrences()),
        }
    }
}
