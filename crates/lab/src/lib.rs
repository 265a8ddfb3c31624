//! The laboratory: comparisons of search techniques on the same positions, with the same rules and evaluators
//! ([`compare`]), and drawings of search trees ([`tree`]). New to alpha-beta? Begin with the [`introduction`].
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read files that they have written"))]

pub mod compare;
pub mod lab_game;
#[doc = include_str!("introduction.md")]
pub mod introduction {}
mod report;
pub mod stats;
pub mod tree;

use shuangqi_cli::{Exit, Failure};

pub use lab_game::LabGame;

/// The commands of the laboratory for one game.
#[derive(Debug)]
pub struct Commands {
    /// Prepares a comparison of algorithms, alone or as one of several games.
    pub compare: for<'args> fn(&'args compare::Args, bool) -> compare::Prepared<'args>,
    /// Shows its search trees.
    pub tree: fn(&tree::Args) -> Result<Exit, Failure>,
}

impl Commands {
    /// The commands for the game with these positions.
    pub const fn of<P: LabGame>() -> Commands {
        Commands { compare: compare::prepare::<P>, tree: tree::run::<P> }
    }
}

/// The commands for Othello: a static, so that they are compiled here, with their searches, and not in each crate that names
/// them. A game without one is compiled where it is listed.
pub static OTHELLO: Commands = Commands::of::<othello::Position>();
/// The commands for Xiangqi.
pub static XIANGQI: Commands = Commands::of::<xiangqi::Position>();

#[cfg(test)]
fn page_data(page: &str) -> serde_json::Value {
    use base64::Engine;
    let (_, rest) = page.split_once("<script id=\"data\" type=\"application/gzip;base64\">").unwrap();
    let packed = base64::engine::general_purpose::STANDARD.decode(rest.split_once("</script>").unwrap().0);
    serde_json::from_reader(flate2::read::GzDecoder::new(packed.unwrap().as_slice())).unwrap()
}
