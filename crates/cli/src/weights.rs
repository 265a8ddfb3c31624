//! Evaluations and files of weights, as options name them.

use std::path::{Path, PathBuf};

use game::Game;
use search_core::BadInput;

use crate::reader::read_file;

/// No file of weights is larger, whatever its remarks.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// The options that choose what to evaluate by.
#[derive(Clone, PartialEq, Eq, Debug, Default, clap::Args)]
#[command(next_help_heading = "Common options")]
pub struct WeightsArgs {
    /// Evaluate by the weights of this file instead of those of the program
    #[arg(long, value_name = "FILE")]
    pub eval: Option<PathBuf>,
    /// Evaluate in this way: patterns (Othello); net or classical (Xiangqi)
    #[arg(long, value_name = "NAME", conflicts_with = "eval")]
    pub evaluation: Option<String>,
}

impl WeightsArgs {
    /// The weights of the file, if one is named, those of the evaluation, if that is, or else those that the program plays with.
    ///
    /// # Errors
    /// As [`load`] and [`Game::weights_named`].
    pub fn read<G: Game>(&self) -> Result<G::Weights, BadInput> {
        match &self.evaluation {
            Some(name) if self.eval.is_none() => G::weights_named(name),
            _ => read::<G>(self.eval.as_deref()),
        }
    }
}

/// The weights of a file; without one those of the program.
pub fn read<G: Game>(path: Option<impl AsRef<Path>>) -> Result<G::Weights, BadInput> {
    path.map_or_else(|| Ok(G::Weights::default()), |path| load::<G>(path).map(|(_, weights)| weights))
}

/// The contents of a file of weights, and the weights.
///
/// # Errors
/// A file that cannot be read, or is none of weights of the game's evaluator.
pub fn load<G: Game>(path: impl AsRef<Path>) -> Result<(Vec<u8>, G::Weights), BadInput> {
    let path = path.as_ref();
    let contents = contents(path, G::INFO.title)?;
    let weights = G::parse_weights(&path.to_string_lossy(), &contents)?;
    Ok((contents, weights))
}

/// The contents of a file that is to hold weights of the game with this title.
pub fn contents(path: &Path, title: &str) -> Result<Vec<u8>, BadInput> {
    read_file(path, MAX_FILE_BYTES).map_err(|error| {
        let expected = format!("weights of an evaluator of {title}");
        let remedy = "Name a file of weights, or leave the option out";
        BadInput::new("file of weights", None, error.to_string(), expected, remedy)
            .at(path.to_string_lossy(), 1)
    })
}
