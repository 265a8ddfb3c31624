//! `shuangqi datagen othello`.

use othello::Position;
use othello::certainty::LEVELS;
use othello::evaluator::Classical;
use search_core::Evaluator;
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_cli::{Exit, Failure};

use super::common_args::{CommonArgs, random_moves};
use super::plan::{self, SelfPlay};
use crate::othello::records::Record;
use crate::othello::self_play::{Player, Rules};

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
    #[command(flatten)]
    common: CommonArgs,
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
    #[arg(long, value_name = "A..B", default_value = "8..44", value_parser = |text: &str| random_moves(text, 60, "8..44"))]
    random: (u32, u32),
    /// Play by the evaluator that was set by hand, as the first generation must
    #[arg(long, conflicts_with = "eval")]
    classical: bool,
    #[command(flatten)]
    weights: WeightsArgs,
}

/// The index of the level of this certainty.
fn level(text: &str) -> Result<usize, String> {
    let known = LEVELS.iter().position(|level| text.parse() == Ok(level.per_cent));
    known.ok_or_else(|| "expected 45, 63, 77 or 93; try --certainty 77".to_owned())
}

/// Does what the command line says.
///
/// # Errors
/// As [`super::run`].
pub fn run(args: &OthelloArgs) -> Result<Exit, Failure> {
    if args.classical {
        return play(args, Classical, "classical".to_owned());
    }
    let evaluator = args.weights.read::<Position>()?;
    let id = evaluator.id();
    play(args, evaluator, id)
}

fn play<M: Evaluator<Position> + Sync>(
    args: &OthelloArgs,
    evaluator: M,
    id: String,
) -> Result<Exit, Failure> {
    let rules = Rules {
        depth: args.depth,
        exact_from: args.exact_from,
        selective_from: args.selective_from,
        level: args.certainty as i16,
        random: args.random,
    };
    plan::run(&args.common, &Othello { rules, evaluator, id })
}

/// Games by an evaluator.
struct Othello<M> {
    rules: Rules,
    evaluator: M,
    id: String,
}

impl<M: Evaluator<Position> + Sync> SelfPlay for Othello<M> {
    type Item = Record;
    type Player = Player<M>;

    const GAME: &'static str = "othello";

    fn conditions(&self) -> String {
        let Rules { depth, exact_from, selective_from, level, random: (fewest, most) } = self.rules;
        let selective = if selective_from > exact_from {
            format!("selective-from={selective_from} certainty={} ", LEVELS[level as usize].per_cent)
        } else {
            String::new()
        };
        let evaluator = &self.id;
        format!(
            "depth={depth} exact-from={exact_from} {selective}random={fewest}..{most} evaluator={evaluator}"
        )
    }

    fn player(&self) -> Player<M> {
        Player::new(&self.evaluator, self.rules)
    }

    fn play(player: &mut Player<M>, seed: u64) -> Vec<Record> {
        player.game(seed)
    }
}
