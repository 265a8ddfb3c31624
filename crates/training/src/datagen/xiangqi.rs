//! `shuangqi datagen xiangqi`.

use std::sync::Arc;

use shuangqi_cli::{Exit, Failure, weights};
use xiangqi::Position;
use xiangqi::evaluator::{Classical, Weights};

use super::plan::{self, CommonArgs, SelfPlay};
use crate::xiangqi::records::GameRecord;
use crate::xiangqi::self_play::{Conditions, Player};

const EXAMPLES: &str = "\
Games of the same seed and shard are the same on every machine. A shard that is there already is not played again, so \
the same command goes on where it was stopped, and more shards extend a folder. Kept are positions in which nothing is in check or \
can be won by a capture, and in which the move played takes nothing.

Examples:
  shuangqi datagen xiangqi --out games
  shuangqi datagen xiangqi --out first --shards 100 --games 200 --threads 2
  shuangqi datagen xiangqi --out second --eval new.weights --seed 2 --nodes 20000";

/// Options of self-play of Xiangqi.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct XiangqiArgs {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    conditions: Conditions,
    /// Play by the weights of this file instead of those of the program
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
}

pub fn run(args: &XiangqiArgs) -> Result<Exit, Failure> {
    let weights = weights::read::<Position>(args.eval.as_deref())?;
    plan::run(&args.common, &Xiangqi { conditions: args.conditions, weights })
}

/// Games by an evaluation with these weights.
struct Xiangqi {
    conditions: Conditions,
    weights: Arc<Weights>,
}

impl SelfPlay for Xiangqi {
    type Item = GameRecord;
    type Player = Player<Classical>;

    fn conditions(&self) -> String {
        format!("{} evaluator={}", self.conditions, self.weights.id())
    }

    fn player(&self) -> Player<Classical> {
        Player::new(&Classical::with_weights(Arc::clone(&self.weights)), self.conditions)
    }

    fn play(player: &mut Player<Classical>, seed: u64) -> Vec<GameRecord> {
        vec![player.game(seed)]
    }
}
