//! `shuangqi datagen`: records of positions from games that an engine plays against itself.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use clap::Subcommand;
use othello::Position;
use othello::certainty::LEVELS;
use othello::command::weights::WeightsArgs;
use othello::evaluator::Classical;
use search_core::Evaluator;
use serde::Serialize;
use shuangqi_cli::args::{FormatArgs, ProgressArgs, SeedArgs, ThreadsArgs};
use shuangqi_cli::output::{Output, Record as OutputRecord};
use shuangqi_cli::progress::Progress;
use shuangqi_cli::worker_pool::{InOrder, WorkerPool};
use shuangqi_cli::{BadInput, Exit, Failure, program, units};

use crate::othello::records::{self, Record};
use crate::othello::self_play::{Player, Rules};
use crate::shards;

/// Play games of the engine against itself, and keep their positions
#[derive(Debug, Subcommand)]
pub enum Args {
    /// Othello: random opening moves, then a search of a few plies, then the solver
    Othello(OthelloArgs),
}

const EXAMPLES: &str = "\
Games of the same seed and shard are the same on every machine. A shard that is there already is not played again, so \
the same command goes on where it was stopped, and more shards extend a folder.

Examples:
  shuangqi datagen othello --out games
  shuangqi datagen othello --out first --classical --shards 100 --threads 2
  shuangqi datagen othello --out second --eval new.weights --seed 2 --depth 6";

/// Options of self-play of Othello.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct OthelloArgs {
    /// The folder of the shards; made if there is none
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// How many shards the folder is to have
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shards: u32,
    /// Games of a shard
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Plies that each move is searched
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(i16).range(1..=30))]
    depth: i16,
    /// Empty squares from which on the game is solved: these scores are exact
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(0..=24))]
    exact_from: u32,
    /// Empty squares from which on each move is searched to the end of the game selectively, until it is solved
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=30))]
    selective_from: u32,
    /// How certain those searches are, in per cent: 45, 63, 77 or 93
    #[arg(long, value_name = "PER_CENT", default_value = "77", value_parser = level)]
    certainty: usize,
    /// Random moves at the beginning, as FEWEST..MOST, each number as likely as the others
    #[arg(long, value_name = "A..B", default_value = "8..44", value_parser = random_moves)]
    random: (u32, u32),
    /// Play by the evaluator that was set by hand, as the first generation must
    #[arg(long, conflicts_with = "eval")]
    classical: bool,
    #[command(flatten)]
    weights: WeightsArgs,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

fn random_moves(text: &str) -> Result<(u32, u32), String> {
    let ends = text.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    ends.filter(|(low, high)| low <= high && *high <= 60)
        .ok_or_else(|| "expected two numbers up to 60, the lower one first; try --random 8..44".to_owned())
}

/// The index of the level of this certainty.
fn level(text: &str) -> Result<usize, String> {
    let known = LEVELS.iter().position(|level| text.parse() == Ok(level.per_cent));
    known.ok_or_else(|| "expected 45, 63, 77 or 93; try --certainty 77".to_owned())
}

/// A shard that was played, or was there already.
#[derive(Debug, Serialize)]
struct Shard {
    game: &'static str,
    shard: u32,
    games: u32,
    positions: u64,
    seconds: f64,
    file: String,
}

impl OutputRecord for Shard {
    const SCHEMA: &'static str = "datagen/1";
    const COLUMNS: &'static [&'static str] = &["game", "shard", "games", "positions", "seconds", "file"];
    const MINOR: &'static [&'static str] = &["games", "game"];
}

/// All of them.
#[derive(Debug, Default, Serialize)]
struct Total {
    game: &'static str,
    shards: u32,
    positions: u64,
    seconds: f64,
    positions_per_second: u64,
}

impl OutputRecord for Total {
    const SCHEMA: &'static str = "datagen-summary/1";
    const COLUMNS: &'static [&'static str] =
        &["game", "shards", "positions", "seconds", "positions_per_second"];
}

/// Does what the command line says.
///
/// # Errors
/// A file of weights or a shard that cannot be used, a folder that cannot be written, and interruption.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Args::Othello(args) = args;
    if args.classical {
        return play(args, &Classical, "classical");
    }
    let evaluator = args.weights.evaluator()?;
    play(args, &evaluator, &evaluator.id())
}

fn play<M: Evaluator<Position> + Sync>(args: &OthelloArgs, evaluator: &M, id: &str) -> Result<Exit, Failure> {
    let plan = Plan::new(args, id);
    fs::create_dir_all(&args.out).map_err(|error| Failure::unwritable(&args.out, &error))?;
    let mut known = Vec::new();
    for shard in 0..args.shards {
        known.push(plan.positions_on_disk(shard)?);
    }
    let missing = (0..args.shards).filter(|&shard| known[shard as usize].is_none());
    let items: Vec<(u32, u32)> =
        missing.flat_map(|shard| (0..args.games).map(move |game| (shard, game))).collect();
    args.format.deliver(|output| {
        let mut total = Total { game: "othello", ..Total::default() };
        for (shard, positions) in (0..).zip(&known) {
            if let Some(positions) = positions {
                plan.report(shard, *positions, 0.0, &mut total, output)?;
            }
        }
        plan.play(evaluator, &items, &mut total, output)?;
        output.emit(&total)?;
        Ok(Exit::Success)
    })
}

/// What is to be played, and where it is kept.
struct Plan<'args> {
    args: &'args OthelloArgs,
    rules: Rules,
    evaluator: String,
}

impl<'args> Plan<'args> {
    fn new(args: &'args OthelloArgs, evaluator: &str) -> Plan<'args> {
        let rules = Rules {
            depth: args.depth,
            exact_from: args.exact_from,
            selective_from: args.selective_from,
            level: args.certainty as i16,
            random: args.random,
        };
        Plan { args, rules, evaluator: evaluator.to_owned() }
    }

    fn path(&self, shard: u32) -> PathBuf {
        self.args.out.join(format!("{shard:05}.records"))
    }

    /// How a shard is made: the words of its first line.
    fn made_by(&self, shard: u32) -> String {
        let Rules { depth, exact_from, selective_from, random: (fewest, most), .. } = self.rules;
        let (seed, games, evaluator) = (self.args.seed.seed, self.args.games, &self.evaluator);
        let selective = if selective_from > exact_from {
            format!("selective-from={selective_from} certainty={} ", LEVELS[self.args.certainty].per_cent)
        } else {
            String::new()
        };
        format!(
            "seed={seed} shard={shard} games={games} depth={depth} exact-from={exact_from} \
             {selective}random={fewest}..{most} evaluator={evaluator}"
        )
    }

    /// How many positions a shard has that was played before.
    fn positions_on_disk(&self, shard: u32) -> Result<Option<u64>, Failure> {
        let path = self.path(shard);
        if !path.exists() {
            return Ok(None);
        }
        let (made_by, records) = shards::read(&path)?;
        if made_by == self.made_by(shard) {
            return Ok(Some(records.len() as u64));
        }
        let remedy = "Name another folder with --out, or give the options of the first run again";
        Err(BadInput::new("shard", None, made_by, self.made_by(shard), remedy)
            .at(path.to_string_lossy(), 1)
            .into())
    }

    /// Plays the games, and writes each shard as soon as its last game is over.
    fn play<M: Evaluator<Position> + Sync>(
        &self,
        evaluator: &M,
        items: &[(u32, u32)],
        total: &mut Total,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        let pool = WorkerPool::new(self.args.threads.threads.count())?;
        let progress = Progress::start(self.args.progress.progress, "datagen", "games", items.len() as u64);
        let (begin, known) = (Instant::now(), total.positions);
        let mut last = begin;
        let mut order = InOrder::default();
        let mut records = Vec::new();
        let seed = |&(shard, game): &(u32, u32)| seed_of(self.args.seed.seed, shard, game);
        pool.work(
            items,
            || Player::new(evaluator, self.rules),
            |player, item, ()| player.game(seed(item)),
            |()| {},
            |index, game: Vec<Record>| {
                progress.advance(1);
                order.put(index, game);
                while let Some((index, game)) = order.take() {
                    records.extend(game);
                    let (shard, game) = items[index];
                    if game + 1 == self.args.games {
                        records::write(&self.path(shard), &self.made_by(shard), &records)?;
                        let seconds = last.elapsed().as_secs_f64();
                        last = Instant::now();
                        let positions = records.len() as u64;
                        progress.aside(|| self.report(shard, positions, seconds, total, output))?;
                        records.clear();
                    }
                }
                Ok(())
            },
        )
        .map_err(|failure| match failure {
            Failure::Interrupted(_) => Failure::Interrupted(Some(program::command_line())),
            failure => failure,
        })?;
        total.seconds = begin.elapsed().as_secs_f64();
        total.positions_per_second = units::per_second(total.positions - known, begin.elapsed());
        Ok(())
    }

    fn report(
        &self,
        shard: u32,
        positions: u64,
        seconds: f64,
        total: &mut Total,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        total.shards += 1;
        total.positions += positions;
        let file = self.path(shard).to_string_lossy().into_owned();
        output.emit(&Shard { game: "othello", shard, games: self.args.games, positions, seconds, file })
    }
}

/// A seed for each game of each shard, spread by the finaliser of SplitMix64 (Steele, Lea & Flood 2014).
fn seed_of(seed: u64, shard: u32, game: u32) -> u64 {
    let mixed = |value: u64| {
        let value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        value ^ value >> 31
    };
    let step = 0x9E37_79B9_7F4A_7C15_u64;
    let shard = mixed(mixed(seed.wrapping_add(step)).wrapping_add(step.wrapping_mul(u64::from(shard) + 1)));
    mixed(shard.wrapping_add(step.wrapping_mul(u64::from(game) + 1)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_games_have_the_same_seed() {
        let seeds: HashSet<u64> = (0..3)
            .flat_map(|seed| {
                (0..40).flat_map(move |shard| (0..200).map(move |game| seed_of(seed, shard, game)))
            })
            .collect();
        assert_eq!(seeds.len(), 3 * 40 * 200);
    }
}
