//! Files of weights, as options name them.

use std::path::{Path, PathBuf};

use shuangqi_cli::reader::read_file;
use shuangqi_cli::{BadInput, Failure};

use crate::patterns::{MAX_FILE_BYTES, Patterns};

const REMEDY: &str = "Name a file that shuangqi train othello has written, or leave the option out";

/// The option that names a file of weights.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Common options")]
pub struct WeightsArgs {
    /// Evaluate by the weights of this file instead of those of the program
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

impl WeightsArgs {
    /// The weights of the file, if one is named.
    ///
    /// # Errors
    /// As [`read`].
    pub fn evaluator(&self) -> Result<Patterns, Failure> {
        self.eval.as_deref().map_or_else(|| Ok(Patterns::default()), read)
    }
}

/// Reads a file of weights.
///
/// # Errors
/// A file that cannot be read, or is none of weights.
pub fn read(path: &Path) -> Result<Patterns, Failure> {
    load(path).map(|(_, evaluator)| evaluator)
}

/// The same with the contents of the file.
///
/// # Errors
/// As [`read`].
pub fn load(path: &Path) -> Result<(Vec<u8>, Patterns), Failure> {
    let bad = |found: String| {
        BadInput::new("file of weights", None, found, "weights of Othello's patterns", REMEDY)
            .at(path.to_string_lossy(), 1)
    };
    let contents = read_file(path, MAX_FILE_BYTES).map_err(|error| bad(error.to_string()))?;
    match Patterns::from_file(&contents) {
        Ok(evaluator) => Ok((contents, evaluator)),
        Err(error) => Err(bad(error.to_string()).into()),
    }
}
