//! `shuangqi datagen xiangqi`.

use std::sync::Arc;

use clap::ValueEnum;
use shuangqi_cli::{Exit, Failure, weights};
use xiangqi::Position;
use xiangqi::evaluator::{Classical, Weights};

use super::common_args::{CommonArgs, random_moves};
use super::plan::{self, SelfPlay};
use crate::xiangqi::records::GameRecord;
use crate::xiangqi::self_play::{Conditions, Player};
use crate::xiangqi::tally::GameTotals;

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
    /// Nodes that each move is searched
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    nodes: u64,
    /// Random moves at the beginning, as FEWEST..MOST, each number as likely as the others
    #[arg(long, value_name = "A..B", default_value = "6..10", value_parser = |text: &str| random_moves(text, 40, "6..10"))]
    random: (u32, u32),
    /// How far from 0 the score after them may be; a soldier is about 100
    #[arg(long, value_name = "SCORE", default_value_t = 150, value_parser = clap::value_parser!(i32).range(30..))]
    balance: i32,
    /// Whether a game ends once both sides' scores agree on its result
    #[arg(long, value_name = "HOW", default_value = "on")]
    adjudicate: Switch,
    /// How many of a hundred adjudicated games are played on, to see whether the result was right
    #[arg(long, value_name = "PER_CENT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=100))]
    check_adjudication: u32,
    /// Play by the weights of this file instead of those of the program
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

/// Does what the command line says.
///
/// # Errors
/// As [`super::run`].
pub fn run(args: &XiangqiArgs) -> Result<Exit, Failure> {
    let adjudicates = args.adjudicate == Switch::On;
    let conditions = Conditions {
        nodes: args.nodes,
        random: args.random,
        balance: args.balance,
        adjudicates,
        checked: if adjudicates { args.check_adjudication } else { 0 },
    };
    let weights = weights::read::<Position>(args.eval.as_deref())?;
    plan::run(&args.common, &Xiangqi { conditions, weights })
}

/// Games by an evaluation with these weights.
struct Xiangqi {
    conditions: Conditions,
    weights: Arc<Weights>,
}

impl SelfPlay for Xiangqi {
    type Item = GameRecord;
    type Player = Player<Classical>;

    const GAME: &'static str = "xiangqi";

    fn conditions(&self) -> String {
        let Conditions { nodes, random: (fewest, most), balance, adjudicates, checked } = self.conditions;
        let adjudicate =
            if adjudicates { format!("on check-adjudication={checked}") } else { "off".to_owned() };
        let evaluator = self.weights.id();
        format!(
            "nodes={nodes} random={fewest}..{most} balance={balance} adjudicate={adjudicate} evaluator={evaluator}"
        )
    }

    fn player(&self) -> Player<Classical> {
        Player::new(&Classical::with_weights(Arc::clone(&self.weights)), self.conditions)
    }

    fn play(player: &mut Player<Classical>, seed: u64) -> Vec<GameRecord> {
        vec![player.game(seed)]
    }

    fn totals(games: &[GameRecord]) -> Option<GameTotals> {
        Some(GameTotals::new(games))
    }
}
