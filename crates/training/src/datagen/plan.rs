//! What is to be played, what is there already, and the work on the rest.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;
use shuangqi_cli::args::{RunArgs, SeedArgs};
use shuangqi_cli::output::{Output, Record};
use shuangqi_cli::progress::Progress;
use shuangqi_cli::worker_pool::{InOrder, WorkerPool};
use shuangqi_cli::{BadInput, Exit, Failure, columns, program, units};

use crate::dataset::summary::Described;
use crate::shards;
use crate::xiangqi::tally::GameTotals;

/// The folder of the shards, their number, and how the work is done.
#[derive(Debug, clap::Args)]
pub struct CommonArgs {
    /// The folder of the shards; made if there is none
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// How many shards the folder is to have
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shards: u32,
    /// Games of a shard
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// A shard that was played, or was there already.
#[derive(Serialize)]
struct Shard {
    game: &'static str,
    shard: u32,
    games: u32,
    positions: u64,
    seconds: f64,
    file: String,
}

impl Record for Shard {
    const SCHEMA: &'static str = "datagen/1";
    const COLUMNS: &'static [&'static str] = columns! { game shard games positions seconds file };
    const MINOR: &'static [&'static str] = columns! { games game };
}

/// All of them.
#[derive(Default, Serialize)]
struct Total {
    game: &'static str,
    shards: u32,
    positions: u64,
    seconds: f64,
    positions_per_second: u64,
    /// What became of the games, where the shards hold that.
    #[serde(flatten)]
    games: Option<GameTotals>,
}

impl Record for Total {
    const SCHEMA: &'static str = "datagen-summary/1";
    const COLUMNS: &'static [&'static str] = columns! {
        game shards positions seconds positions_per_second games red_wins draws black_wins plies kept_per_cent adjudicated
        checked wrong
    };
    const MINOR: &'static [&'static str] = columns! { game };
}

/// Games of an engine against itself, each a function of its seed.
pub trait SelfPlay: Sync {
    /// What the shards hold.
    type Item: Described + Send;
    /// What plays one game after the other on a thread.
    type Player;

    /// How games are played: words of the first line of a shard.
    fn conditions(&self) -> String;

    fn player(&self) -> Self::Player;

    /// The items of the game of this seed.
    fn play(player: &mut Self::Player, seed: u64) -> Vec<Self::Item>;
}

/// Plays what is missing, and reports every shard.
pub fn run<S: SelfPlay>(args: &CommonArgs, game: &S) -> Result<Exit, Failure> {
    let plan = Plan { args, game };
    fs::create_dir_all(&args.out).map_err(|error| Failure::unwritable(&args.out, &error))?;
    let known: Vec<_> = (0..args.shards).map(|shard| plan.on_disk(shard)).collect::<Result<_, _>>()?;
    let missing = (0..args.shards).filter(|&shard| known[shard as usize].is_none());
    let items: Vec<(u32, u32)> =
        missing.flat_map(|shard| (0..args.games).map(move |game| (shard, game))).collect();
    args.run.format.deliver(|output| {
        let mut total = Total { game: S::Item::GAME, ..Total::default() };
        for (shard, contents) in (0..).zip(&known) {
            if let Some(contents) = contents {
                plan.report(shard, contents, 0.0, &mut total, output)?;
            }
        }
        plan.play(&items, &mut total, output)?;
        output.emit(&total)?;
        Ok(Exit::Success)
    })
}

/// What a shard comes to.
#[derive(Debug)]
struct Contents {
    positions: u64,
    games: Option<GameTotals>,
}

impl Contents {
    fn of<I: Described>(items: &[I]) -> Contents {
        Contents { positions: shards::positions(items), games: I::totals(items) }
    }
}

struct Plan<'run, S> {
    args: &'run CommonArgs,
    game: &'run S,
}

impl<S: SelfPlay> Plan<'_, S> {
    fn path(&self, shard: u32) -> PathBuf {
        self.args.out.join(format!("{shard:05}.records"))
    }

    /// How a shard is made: the words of its first line.
    fn made_by(&self, shard: u32) -> String {
        let (seed, games) = (self.args.seed.seed, self.args.games);
        format!("seed={seed} shard={shard} games={games} {}", self.game.conditions())
    }

    /// What a shard holds that was played before.
    fn on_disk(&self, shard: u32) -> Result<Option<Contents>, Failure> {
        let path = self.path(shard);
        if !path.exists() {
            return Ok(None);
        }
        let (made_by, items) = shards::read::<S::Item>(&path)?;
        if made_by == self.made_by(shard) {
            return Ok(Some(Contents::of(&items)));
        }
        let remedy = "Name another folder with --out, or give the options of the first run again";
        Err(BadInput::new("shard", None, made_by, self.made_by(shard), remedy)
            .at(path.to_string_lossy(), 1)
            .into())
    }

    /// Plays the games, and writes each shard as soon as its last game is over.
    fn play(&self, games: &[(u32, u32)], total: &mut Total, output: &mut Output<'_>) -> Result<(), Failure> {
        let pool = WorkerPool::new(self.args.run.threads.count())?;
        let progress = Progress::start(self.args.run.progress, "datagen", "games", games.len() as u64);
        let (begin, known) = (Instant::now(), total.positions);
        let mut last = begin;
        let mut order = InOrder::default();
        let mut items = Vec::new();
        let seed = |&(shard, game): &(u32, u32)| seed_of(self.args.seed.seed, shard, game);
        pool.work(
            games,
            || self.game.player(),
            |player, game, ()| S::play(player, seed(game)),
            |()| {},
            |index, played: Vec<S::Item>| {
                progress.advance(1);
                order.put(index, played);
                while let Some((index, played)) = order.take() {
                    items.extend(played);
                    let (shard, game) = games[index];
                    if game + 1 == self.args.games {
                        shards::write(&self.path(shard), &self.made_by(shard), &items)?;
                        let seconds = last.elapsed().as_secs_f64();
                        last = Instant::now();
                        let contents = Contents::of(&items);
                        progress.aside(|| self.report(shard, &contents, seconds, total, output))?;
                        items.clear();
                    }
                }
                Ok(())
            },
        )
        .map_err(|failure| failure.resumable_by(Some(program::command_line())))?;
        total.seconds = begin.elapsed().as_secs_f64();
        total.positions_per_second = units::per_second(total.positions - known, begin.elapsed());
        Ok(())
    }

    fn report(
        &self,
        shard: u32,
        contents: &Contents,
        seconds: f64,
        total: &mut Total,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        total.shards += 1;
        total.positions += contents.positions;
        if let Some(games) = &contents.games {
            total.games.get_or_insert_default().add(games);
        }
        let file = self.path(shard).to_string_lossy().into_owned();
        let (games, positions) = (self.args.games, contents.positions);
        output.emit(&Shard { game: S::Item::GAME, shard, games, positions, seconds, file })
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
