//! `shuangqi datagen othello`.

use othello::Position;
use othello::evaluator::Classical;
use search_core::Evaluator;
use shuangqi_cli::weights::WeightsArgs;
use shuangqi_cli::{Exit, Failure};

use super::plan::{self, CommonArgs, SelfPlay};
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
    #[command(flatten)]
    rules: Rules,
    /// Play by the evaluator that was set by hand, as the first generation must
    #[arg(long, conflicts_with = "eval")]
    classical: bool,
    #[command(flatten)]
    weights: WeightsArgs,
}

pub fn run(args: &OthelloArgs) -> Result<Exit, Failure> {
    let OthelloArgs { common, rules, .. } = args;
    if args.classical {
        return plan::run(common, &Othello { rules, evaluator: Classical, id: "classical".to_owned() });
    }
    let evaluator = args.weights.read::<Position>()?;
    let id = evaluator.id();
    plan::run(common, &Othello { rules, evaluator, id })
}

/// Games by an evaluator.
struct Othello<'run, M> {
    rules: &'run Rules,
    evaluator: M,
    id: String,
}

impl<M: Evaluator<Position> + Sync> SelfPlay for Othello<'_, M> {
    type Item = Record;
    type Player = Player<M>;

    fn conditions(&self) -> String {
        format!("{} evaluator={}", self.rules, self.id)
    }

    fn player(&self) -> Player<M> {
        Player::new(&self.evaluator, *self.rules)
    }

    fn play(player: &mut Player<M>, seed: u64) -> Vec<Record> {
        player.game(seed)
    }
}
