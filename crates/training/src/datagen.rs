//! `shuangqi datagen`: games that an engine plays against itself, and the positions in them.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use search_core::split_mix::numbered;
use serde::Serialize;
use shuangqi_cli::args::{RunArgs, SeedArgs};
use shuangqi_cli::output::{Output, Record};
use shuangqi_cli::progress::Progress;
use shuangqi_cli::shard::Shard as Part;
use shuangqi_cli::worker_pool::{InOrder, WorkerPool};
use shuangqi_cli::{BadInput, Exit, Failure, columns, program, units};

use crate::dataset::{DatasetItem, GameTotals};
use crate::shards::{self, Item as _};

/// The folder of the shards, their number, and how the work is done.
#[derive(Debug, clap::Args)]
pub struct CommonArgs {
    /// The folder of the shards; made if there is none
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// How many shards the folder is to have
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shards: u32,
    /// Play only the Ith of every N shards. auto/N takes I from the scheduler; the folder may be that of the others, or
    /// its files may join theirs
    #[arg(long, value_name = "I/N")]
    shard: Option<Part>,
    /// Games of a shard
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Two numbers of random moves up to `most`, as `FEWEST..MOST`.
pub(crate) fn random_moves(text: &str, most: u32, example: &str) -> Result<(u32, u32), String> {
    let ends = text.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    ends.filter(|(low, high)| low <= high && *high <= most).ok_or_else(|| {
        format!("expected two numbers up to {most}, the lower one first; try --random {example}")
    })
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

#[derive(Default, Serialize)]
struct Total {
    game: &'static str,
    shards: u32,
    positions: u64,
    seconds: f64,
    positions_per_second: u64,
    /// Outcome counts of the games, if the shards hold them.
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
pub(crate) trait SelfPlay: Sync {
    type Item: DatasetItem;
    /// The player of a thread, which plays one game after the other.
    type Player;

    /// The conditions of games: words of the first line of a shard.
    fn conditions(&self) -> String;

    fn player(&self) -> Self::Player;

    /// The items of the game of this seed.
    fn play(player: &mut Self::Player, seed: u64) -> Vec<Self::Item>;
}

/// Plays what is missing, and reports every shard.
pub(crate) fn play<S: SelfPlay>(args: &CommonArgs, game: &S) -> Result<Exit, Failure> {
    fs::create_dir_all(&args.out).map_err(|error| Failure::unwritable(&args.out, &error))?;
    let total = Total { game: S::Item::GAME, shards: args.shards, ..Total::default() };
    let mut plan = Plan { args, game, total };
    let known: Vec<Option<u64>> =
        (0..args.shards).map(|shard| plan.on_disk(shard)).collect::<Result<_, _>>()?;
    let own = (0..args.shards).filter(|&shard| Part::covers(args.shard, shard as usize));
    let missing = own.filter(|&shard| known[shard as usize].is_none());
    let games: Vec<(u32, u32)> =
        missing.flat_map(|shard| (0..args.games).map(move |game| (shard, game))).collect();
    args.run.format.deliver(|output| {
        for (shard, positions) in (0..).zip(&known) {
            if let &Some(positions) = positions {
                plan.report(shard, positions, 0.0, output)?;
            }
        }
        plan.play(&games, output)?;
        output.emit(&plan.total)?;
        Ok(Exit::Success)
    })
}

struct Plan<'run, S> {
    args: &'run CommonArgs,
    game: &'run S,
    total: Total,
}

impl<S: SelfPlay> Plan<'_, S> {
    fn path(&self, shard: u32) -> PathBuf {
        self.args.out.join(format!("{shard:05}.records"))
    }

    /// The words of a shard's first line on how it is made.
    fn made_by(&self, shard: u32) -> String {
        let (seed, games) = (self.args.seed.seed, self.args.games);
        format!("seed={seed} shard={shard} games={games} {}", self.game.conditions())
    }

    /// The positions of a shard that was played before.
    fn on_disk(&mut self, shard: u32) -> Result<Option<u64>, Failure> {
        let path = self.path(shard);
        if !path.exists() {
            return Ok(None);
        }
        let (made_by, items) = shards::read::<S::Item>(&path)?;
        if made_by == self.made_by(shard) {
            return Ok(Some(self.add(&items)));
        }
        let remedy = "Name another folder with --out, or give the options of the first run again";
        Err(BadInput::new("shard", None, made_by, self.made_by(shard), remedy)
            .at(path.to_string_lossy(), 1)
            .into())
    }

    /// Adds a shard to the total; the number of its positions.
    fn add(&mut self, items: &[S::Item]) -> u64 {
        let positions = items.iter().map(S::Item::positions).sum();
        self.total.positions += positions;
        items.iter().for_each(|item| item.count_game(&mut self.total.games));
        positions
    }

    /// Plays the games, and writes each shard as soon as its last game is over.
    fn play(&mut self, games: &[(u32, u32)], output: &mut Output<'_>) -> Result<(), Failure> {
        let Plan { args, game: self_play, .. } = *self;
        let pool = WorkerPool::new(args.run.threads.count())?;
        let progress = Progress::start(args.run.progress, "datagen", "games", games.len() as u64);
        let (begin, known) = (Instant::now(), self.total.positions);
        let mut last = begin;
        let mut order = InOrder::default();
        let mut items = Vec::new();
        let seed = |&(shard, game): &(u32, u32)| seed_of(args.seed.seed, shard, game);
        pool.work(
            games,
            || self_play.player(),
            |player, game, ()| S::play(player, seed(game)),
            |()| {},
            |index, played: Vec<S::Item>| {
                progress.advance(1);
                order.put(index, played);
                while let Some((index, played)) = order.take() {
                    items.extend(played);
                    let (shard, game) = games[index];
                    if game + 1 == args.games {
                        shards::write(&self.path(shard), &self.made_by(shard), &items)?;
                        let seconds = last.elapsed().as_secs_f64();
                        last = Instant::now();
                        let positions = self.add(&items);
                        progress.suspend(|| self.report(shard, positions, seconds, output))?;
                        items.clear();
                    }
                }
                Ok(())
            },
        )
        .map_err(|failure| failure.resumable_by(Some(program::command_line())))?;
        self.total.seconds = begin.elapsed().as_secs_f64();
        self.total.positions_per_second = units::per_second(self.total.positions - known, begin.elapsed());
        Ok(())
    }

    fn report(
        &self,
        shard: u32,
        positions: u64,
        seconds: f64,
        output: &mut Output<'_>,
    ) -> Result<(), Failure> {
        let file = self.path(shard).to_string_lossy().into_owned();
        let (game, games) = (S::Item::GAME, self.args.games);
        output.emit(&Shard { game, shard, games, positions, seconds, file })
    }
}

/// A seed for each game of each shard, spread by SplitMix64.
fn seed_of(seed: u64, shard: u32, game: u32) -> u64 {
    numbered(numbered(numbered(seed, 0), u64::from(shard)), u64::from(game))
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
