//! `shuangqi dataset`: what folders of shards hold.

use std::collections::HashSet;
use std::path::PathBuf;

use serde::Serialize;
use shuangqi_cli::args::FormatArgs;
use shuangqi_cli::output::Record;
use shuangqi_cli::{Exit, Failure, columns, files, interrupt};
use shuangqi_plot::{Figure, Point, number};

use crate::numbers::rounded;
use crate::report::{self, Chart, line};
use crate::shards::{self, Item};

const EXAMPLES: &str = "\
Wins, draws and losses are those of the side to move, and so are scores, in hundredths of a disc or in units of which a soldier is \
about 100. A position that occurs several times is counted each time.

Examples:
  shuangqi dataset xiangqi games
  shuangqi dataset othello first second --json
  shuangqi dataset xiangqi games --out pictures";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct DatasetArgs {
    /// Folders of shards
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Write a picture of the results by phase to this folder too (phases.svg)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Replace files even if this command has not written them
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    format: FormatArgs,
}

pub(crate) fn describe<I: DatasetItem>(args: &DatasetArgs) -> Result<Exit, Failure> {
    args.out.as_deref().map_or(Ok(()), |folder| report::prepare(folder, &["phases.svg"], args.force))?;
    let mut summary = Summary::default();
    for shard in shards::all(&args.folders)? {
        summary.add(&shards::read::<I>(&shard)?.1);
        interrupt::check()?;
    }
    let phases = summary.phases::<I>();
    args.format.deliver(|output| {
        if let Some(folder) = &args.out {
            let pictures: Vec<_> = picture(I::TITLE, &phases).iter().map(report::picture).collect();
            files::write_all(folder, &pictures)?;
        }
        phases.iter().try_for_each(|phase| output.emit(phase))?;
        output.emit(&summary.total::<I>())?;
        Ok(Exit::Success)
    })
}

/// An item of a shard that can be described in numbers.
pub(crate) trait DatasetItem: Item {
    const GAME: &'static str;
    const TITLE: &'static str;
    /// The number of numbers in a phase.
    const PHASE: usize;

    fn observe(&self, observe: impl FnMut(Observation));

    /// Adds what became of the game, if the item is one.
    fn count_game(&self, _games: &mut Option<GameTotals>) {}
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Observation {
    /// The same for the same position.
    pub key: u64,
    /// Falls to 0 as the game goes on.
    pub progress: usize,
    /// From the view of the side to move.
    pub score: f64,
    /// The points of that side: 1, ½ or 0.
    pub points: f32,
}

/// Outcome counts of games, and the errors of the adjudication.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct GameTotals {
    pub games: u64,
    pub red_wins: u64,
    pub draws: u64,
    pub black_wins: u64,
    /// Positions that were searched.
    pub plies: u64,
    /// The percentage of these that is kept.
    pub kept_per_cent: f64,
    /// Games that ended by adjudication.
    pub adjudicated: u64,
    /// Games that were adjudicated and played on to their end.
    pub checked: u64,
    /// Of them, those that ended otherwise.
    pub wrong: u64,
    #[serde(skip)]
    pub kept: u64,
    /// Random moves at the beginnings.
    #[serde(skip)]
    pub random: u64,
}

impl GameTotals {
    /// In plies, the random ones included.
    pub(crate) fn mean_length(&self) -> f64 {
        rounded((self.plies + self.random) as f64 / self.games.max(1) as f64, 1)
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    positions: u64,
    /// Lost, drawn and won by the side to move.
    results: [u64; 3],
    scores: f64,
    absolute_scores: f64,
}

impl Sums {
    fn add(&mut self, observation: &Observation) {
        self.positions += 1;
        self.results[(2.0 * observation.points) as usize] += 1;
        self.scores += observation.score;
        self.absolute_scores += observation.score.abs();
    }

    /// To tenths.
    fn mean(&self, sum: f64) -> f64 {
        rounded(sum / self.positions.max(1) as f64, 1)
    }
}

#[derive(Debug, Default)]
struct Summary {
    shards: u64,
    by_phase: Vec<Sums>,
    all: Sums,
    keys: HashSet<u64>,
    games: Option<GameTotals>,
}

impl Summary {
    fn add<I: DatasetItem>(&mut self, items: &[I]) {
        self.shards += 1;
        for item in items {
            item.observe(|observation| self.observe(&observation, observation.progress / I::PHASE));
            item.count_game(&mut self.games);
        }
    }

    fn observe(&mut self, observation: &Observation, phase: usize) {
        self.by_phase.resize(self.by_phase.len().max(phase + 1), Sums::default());
        self.by_phase[phase].add(observation);
        self.all.add(observation);
        self.keys.insert(observation.key);
    }

    /// In the order of a game.
    fn phases<I: DatasetItem>(&self) -> Vec<Phase> {
        let phase = |(phase, sums): (usize, &Sums)| {
            let share = |count: u64| rounded(100.0 * count as f64 / sums.positions as f64, 1);
            let [losses, draws, wins] = sums.results.map(share);
            let least = phase * I::PHASE;
            Phase {
                game: I::GAME,
                phase: format!("{least}–{}", least + I::PHASE - 1),
                least,
                positions: sums.positions,
                wins,
                draws,
                losses,
                mean_score: sums.mean(sums.scores),
                mean_absolute_score: sums.mean(sums.absolute_scores),
            }
        };
        self.by_phase.iter().enumerate().rev().filter(|(_, sums)| sums.positions > 0).map(phase).collect()
    }

    fn total<I: DatasetItem>(&self) -> Total {
        let mean_length = self.games.as_ref().map(GameTotals::mean_length);
        Total {
            game: I::GAME,
            shards: self.shards,
            positions: self.all.positions,
            distinct: self.keys.len() as u64,
            mean_score: self.all.mean(self.all.scores),
            mean_absolute_score: self.all.mean(self.all.absolute_scores),
            games: self.games,
            mean_length,
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct Phase {
    game: &'static str,
    phase: String,
    /// The least of its numbers.
    #[serde(skip)]
    least: usize,
    positions: u64,
    /// The percentages that the side to move won, drew and lost.
    wins: f64,
    draws: f64,
    losses: f64,
    /// From its view.
    mean_score: f64,
    mean_absolute_score: f64,
}

impl Record for Phase {
    const SCHEMA: &'static str = "dataset/1";
    const COLUMNS: &'static [&'static str] =
        columns! { game phase positions wins draws losses mean_score mean_absolute_score };
    const MINOR: &'static [&'static str] = columns! { game };
}

#[derive(Clone, Debug, Serialize)]
struct Total {
    game: &'static str,
    shards: u64,
    positions: u64,
    /// The number of different ones.
    distinct: u64,
    mean_score: f64,
    mean_absolute_score: f64,
    /// Outcome counts of the games, if the shards hold them.
    #[serde(flatten)]
    games: Option<GameTotals>,
    /// The mean length of the games, the random moves included.
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_length: Option<f64>,
}

impl Record for Total {
    const SCHEMA: &'static str = "dataset-summary/1";
    const COLUMNS: &'static [&'static str] = columns! {
        game shards positions distinct mean_score mean_absolute_score games red_wins draws black_wins plies kept_per_cent
        adjudicated checked wrong mean_length
    };
    const MINOR: &'static [&'static str] = columns! { game };
}

fn picture(title: &str, phases: &[Phase]) -> Option<Figure> {
    let of = |name: &str, look, share: fn(&Phase) -> f64| {
        let mark = |phase: &Phase| {
            let (share, positions) = (share(phase), number::grouped(phase.positions));
            let tip = format!("{name}, phase {}: {share} %, of {positions} positions", phase.phase);
            Point::new(phase.least as f64, share, tip)
        };
        line(name, look, phases.iter().rev().map(mark).collect())
    };
    let chart = Chart {
        name: "phases",
        game: title,
        title: "Results by phase",
        reading: "How many of a hundred positions the side to move won, drew and lost. A phase stands at its least number.",
        axes: ("phase, from", "positions (per cent)"),
        uprights: Vec::new(),
    };
    let shares = [
        of("wins", 0, |phase| phase.wins),
        of("draws", 1, |phase| phase.draws),
        of("losses", 2, |phase| phase.losses),
    ];
    chart.figure(shares.into())
}
