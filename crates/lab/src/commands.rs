//! The commands of the laboratory by game.

use shuangqi_cli::{Exit, Failure};

use crate::compare::{self, Prepared};
use crate::lab_game::LabGame;
use crate::tree;

/// The commands of the laboratory for one game.
#[derive(Debug)]
pub struct Commands {
    /// Prepares a comparison of algorithms, alone or as one of several games.
    pub compare: for<'args> fn(&'args compare::Args, bool) -> Prepared<'args>,
    /// Shows its search trees.
    pub tree: fn(&tree::Args) -> Result<Exit, Failure>,
}

impl Commands {
    /// The commands for the game with these positions.
    pub const fn of<P: LabGame>() -> Commands {
        Commands { compare: compare::prepare::<P>, tree: tree::run::<P> }
    }
}

/// The commands for Othello. No constant: as a static it is compiled here, with its searches, and not in each crate that
/// names it.
pub static OTHELLO: Commands = Commands::of::<othello::Position>();
/// The commands for Xiangqi.
pub static XIANGQI: Commands = Commands::of::<xiangqi::Position>();
