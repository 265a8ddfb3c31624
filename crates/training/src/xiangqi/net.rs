//! The fit of a net, in two stages.
//!
//! First the net imitates another evaluation, the classical one or that of a net before, in positions a few random moves off the
//! games. Searches visit such positions, and records do not hold them: they keep quiet positions of balanced games. A net without this
//! stage lost 205 Elo to the evaluation whose loss on positions held out it had equalled. Then it learns the scores of searches and the
//! results of games. A net that begins with the numbers of another one imitates nothing.

mod checkpoint;
mod descent;
mod model;
mod positions;
mod report;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use game::Game;
use serde::Serialize;
use shuangqi_cli::output::{Output, Record};
use shuangqi_cli::{BadInput, Failure, columns, program, weights};
use xiangqi::Position;
use xiangqi::evaluator::net::Net;
use xiangqi::evaluator::{AnyEvaluator, AnyWeights};

use super::chances::{FittedChances, Outcomes};
use super::records::GameRecord;
use super::samples::Target;
use crate::report::{EvaluatorReport, Pass};
use crate::shards::Split;
use crate::train::{Results, Trainer, WeightsFile, within};

use checkpoint::Checkpoint;
use descent::{Stage, mean_loss};
use model::Model;
use positions::Positions;
use report::{GroupLosses, NetResults};

/// The score that stands for chances of e to 1, as of the classical evaluation: so the margins of the search fit the net.
const SCALE: f32 = 413.0;

/// Options of the fit of a net.
#[derive(Clone, Debug, clap::Args)]
pub struct NetArgs {
    /// Fit a net instead of the weights of the classical evaluation
    #[arg(long)]
    pub net: bool,
    /// How many positions off the games the net imitates another evaluation in, for each position of a game: that of --eval, or of
    /// the program
    #[arg(long, value_name = "NUMBER", default_value_t = 2.0, requires = "net", value_parser = within("number", 0.0, 100.0))]
    imitated: f32,
    /// Passes over those positions: 4 without it, with --begin none
    #[arg(long, value_name = "N", requires = "net", value_parser = clap::value_parser!(u32).range(0..=1000))]
    imitation_passes: Option<u32>,
    /// Begin with the numbers of this net instead of random ones
    #[arg(long, value_name = "FILE", requires = "net")]
    begin: Option<PathBuf>,
    /// Keep the state of the fit in this file after each pass, and go on from it
    #[arg(long, value_name = "FILE", requires = "net")]
    checkpoint: Option<PathBuf>,
}

impl NetArgs {
    const IMITATION_PASSES: u32 = 4;

    fn imitation_passes(&self) -> u32 {
        let usual = if self.begin.is_some() { 0 } else { Self::IMITATION_PASSES };
        self.imitation_passes.unwrap_or(usual)
    }

    /// The positions off the games for each of a game.
    fn imitated(&self) -> f32 {
        if self.imitation_passes() == 0 { 0.0 } else { self.imitated }
    }

    /// The net to begin with.
    ///
    /// # Errors
    /// A file that cannot be read, or is none of a net.
    pub fn begin(&self) -> Result<Option<Net>, BadInput> {
        let read = |path: &PathBuf| {
            Net::parse_file(&path.to_string_lossy(), &weights::contents(path, Position::INFO.title)?)
        };
        self.begin.as_ref().map(read).transpose()
    }
}

/// The numbers of a fit that options of both evaluators give.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    pub passes: u32,
    /// The most that a step changes a number at first.
    pub rate: f32,
    pub search_weight: f32,
    pub scale: Option<f32>,
    pub seed: u64,
}

impl Schedule {
    /// Passes over the records, unless another number is asked for.
    pub const PASSES: u32 = 6;
    /// The first rate, unless another is asked for.
    pub const RATE: f32 = 0.0007;
    /// The part of the search's score in the target, unless another is asked for.
    pub const SEARCH_WEIGHT: f32 = 0.75;
}

/// The first rate of the imitation.
const IMITATION_RATE: f32 = 0.002;

pub struct NetTrainer<'run> {
    pub args: &'run NetArgs,
    pub schedule: Schedule,
    /// Of the evaluation to imitate.
    pub teacher: AnyWeights,
    /// The net to begin with, instead of random numbers.
    pub begin: Option<Net>,
}

impl NetTrainer<'_> {
    /// The score that one in the output stands for.
    fn scale(&self) -> f32 {
        let before = self.begin.as_ref().map(|net| net.scale as f32);
        self.schedule.scale.or(before).unwrap_or(SCALE)
    }

    /// The numbers of the net to begin with, or random ones; zeros if no pass will change them.
    fn first_model(&self) -> Model {
        match &self.begin {
            Some(net) => Model::of_net(net),
            None if self.schedule.passes + self.args.imitation_passes() == 0 => Model::zero(),
            None => Model::random(self.schedule.seed),
        }
    }

    fn stages<'fit>(&self, data: &'fit Split<Positions>) -> [Stage<'fit>; 2] {
        let Schedule { passes, rate, search_weight, seed, .. } = self.schedule;
        let scale = self.scale();
        let Split { training, held_out } = data;
        [
            Stage {
                name: "imitation",
                samples: &training.off_games,
                held_out: &held_out.off_games,
                target: Target { scale, search_weight: 1.0 },
                passes: self.args.imitation_passes(),
                rate: IMITATION_RATE,
                seed,
            },
            Stage {
                name: "games",
                samples: &training.of_games,
                held_out: &held_out.of_games,
                target: Target { scale, search_weight },
                passes,
                rate,
                seed: !seed,
            },
        ]
    }

    /// Everything that the state of a fit depends on.
    fn description(&self, data: &Split<Positions>) -> String {
        let NetTrainer { args, schedule, teacher, begin } = self;
        let begin = begin.as_ref().map_or_else(|| "random".to_owned(), Net::id);
        let sizes = [&data.training, &data.held_out]
            .map(|positions| (positions.of_games.len(), positions.off_games.len()));
        let imitation = (args.imitated(), args.imitation_passes(), teacher.id().1);
        format!("{schedule:?} {imitation:?} {begin} {sizes:?}")
    }
}

impl Trainer for NetTrainer<'_> {
    type Item = GameRecord;
    type Samples = Positions;
    type Results = NetResults;
    const REPORT: &'static [&'static str] = &["curve.svg", "data.json", "report.html"];

    fn samples(&self, games: &[GameRecord]) -> Positions {
        Positions::of(games, self.args.imitated(), &mut AnyEvaluator::new(&self.teacher), self.schedule.seed)
    }

    fn append(positions: &mut Positions, more: Positions) {
        positions.append(more);
    }

    fn steps(&self, training: &Positions) -> (&'static str, u64) {
        let imitation = u64::from(self.args.imitation_passes()) * training.off_games.len() as u64;
        ("positions", imitation + u64::from(self.schedule.passes) * training.of_games.len() as u64)
    }

    fn fit(
        &self,
        data: &Split<Positions>,
        watch: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<(Vec<u8>, NetResults), Failure> {
        let path = self.args.checkpoint.as_deref();
        let description = self.description(data);
        let mut state = Checkpoint::open(path, &description, || self.first_model())?;
        let stages = self.stages(data);
        'fit: for (index, stage) in stages.iter().enumerate() {
            for pass in state.passes_of(index)..stage.passes {
                let Some(training) = stage.pass(pass, &mut state.model, &mut state.moments, watch) else {
                    break 'fit;
                };
                let held_out =
                    mean_loss(stage.held_out, &stage.target, |position| state.model.value(position));
                state.note(index, training, held_out);
                if let Some(path) = path {
                    state.save(path)?;
                }
            }
        }
        let [_, games] = &stages;
        let [training, held_out] = [&data.training, &data.held_out].map(|positions| {
            Outcomes::of(
                positions
                    .of_games
                    .iter()
                    .map(|position| (position.phase(), position.score.into(), position.points())),
            )
        });
        let chances = FittedChances::new(&training, &held_out, self.teacher.chance_ends());
        let net = state.model.quantised(games.target.scale, chances.chosen);
        let passes = state
            .curve
            .iter()
            .map(|&(stage, training, held_out)| (Some(stages[stage].name), training, held_out));
        let results = NetResults {
            schema: "train-xiangqi-net-report/1",
            game: "xiangqi",
            command: program::command_line(),
            before: self.teacher.id().1,
            began_with: self.begin.as_ref().map(Net::id),
            evaluator: net.id(),
            positions: data.training.of_games.len() as u64,
            imitated: data.training.off_games.len() as u64,
            search_weight: crate::numbers::rounded(f64::from(self.schedule.search_weight), 3),
            scale: crate::numbers::rounded(f64::from(games.target.scale), 1),
            passes: Pass::all(passes, 6, !data.held_out.of_games.is_empty()),
            groups: GroupLosses::all(games, &state.model, &net),
            wdl_losses: chances.losses,
        };
        Ok((net.to_bytes(), results))
    }
}

impl Results for NetResults {
    fn emit(&self, file: &WeightsFile, output: &mut Output<'_>) -> Result<(), Failure> {
        self.groups.iter().try_for_each(|group| output.emit(group))?;
        output.emit(&Total {
            game: self.game,
            positions: self.positions,
            imitated: self.imitated,
            scale: self.scale,
            bytes: file.bytes,
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
    /// Positions of games that were learnt from.
    positions: u64,
    /// Positions off the games in which the evaluation before was imitated.
    imitated: u64,
    /// The score that stands for chances of e to 1.
    scale: f64,
    bytes: u64,
    seconds: f64,
    /// The checksum of the net.
    evaluator: &'fit str,
    file: &'fit str,
}

impl Record for Total<'_> {
    const SCHEMA: &'static str = "train-xiangqi-net-summary/1";
    const COLUMNS: &'static [&'static str] =
        columns! { game positions imitated scale bytes seconds evaluator file };
    const MINOR: &'static [&'static str] = columns! { game };
}
