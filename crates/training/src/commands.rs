//! The commands that each game has in a form of its own.

use clap::Subcommand;
use shuangqi_cli::{Exit, Failure};

use crate::dataset::{self, DatasetArgs};
use crate::{othello, xiangqi};

const DATAGEN_EXAMPLES: &str = "\
Examples:
  shuangqi datagen othello --out games
  shuangqi datagen xiangqi --out games --shards 100 --games 200
  shuangqi datagen xiangqi --out second --eval new.weights --seed 2";

const DATASET_EXAMPLES: &str = "\
Examples:
  shuangqi dataset othello games
  shuangqi dataset xiangqi first second --json
  shuangqi dataset xiangqi games --out pictures";

const TRAIN_EXAMPLES: &str = "\
Examples:
  shuangqi train othello games --out new.weights
  shuangqi train xiangqi games --out new.weights
  shuangqi train xiangqi games --net --out first.net";

/// Play games of the engine against itself, and keep their positions
#[derive(Debug, Subcommand)]
#[command(after_help = DATAGEN_EXAMPLES)]
pub enum Datagen {
    /// Othello: random opening moves, then a search of a few plies, then the solver
    Othello(othello::self_play::OthelloArgs),
    /// Xiangqi: balanced random openings, then a search of a number of nodes
    Xiangqi(xiangqi::self_play::XiangqiArgs),
}

impl Datagen {
    /// Does what the command line says.
    ///
    /// # Errors
    /// A file of weights or a shard that cannot be used, a folder that cannot be written, and interruption.
    pub fn run(&self) -> Result<Exit, Failure> {
        match self {
            Datagen::Othello(args) => args.run(),
            Datagen::Xiangqi(args) => args.run(),
        }
    }
}

/// Show what games of self-play hold: phases, results, scores, duplicates
#[derive(Debug, Subcommand)]
#[command(after_help = DATASET_EXAMPLES)]
pub enum Dataset {
    /// Othello: records of positions
    Othello(DatasetArgs),
    /// Xiangqi: games
    Xiangqi(DatasetArgs),
}

impl Dataset {
    /// Does what the command line says.
    ///
    /// # Errors
    /// Shards that cannot be used, a folder that cannot be written, and interruption.
    pub fn run(&self) -> Result<Exit, Failure> {
        match self {
            Dataset::Othello(args) => dataset::describe::<othello::records::Record>(args),
            Dataset::Xiangqi(args) => dataset::describe::<xiangqi::records::GameRecord>(args),
        }
    }
}

/// Fit the weights of an evaluator to records of positions
#[derive(Debug, Subcommand)]
#[command(after_help = TRAIN_EXAMPLES)]
pub enum Train {
    /// Othello: the tables of patterns, stage by stage
    Othello(othello::train::OthelloArgs),
    /// Xiangqi: every weight of the evaluation, on the full board and on the bare one
    Xiangqi(xiangqi::train::XiangqiArgs),
}

impl Train {
    /// Does what the command line says.
    ///
    /// # Errors
    /// Records or weights that cannot be used, a file that cannot be written, and interruption.
    pub fn run(&self) -> Result<Exit, Failure> {
        match self {
            Train::Othello(args) => args.run(),
            Train::Xiangqi(args) => args.run(),
        }
    }
}
