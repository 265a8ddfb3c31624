//! Files of weights, as options name them.

use shuangqi_cli::BadInput;
use shuangqi_cli::reader::read_text_file;

use crate::evaluator::Weights;

/// No file of weights is larger, whatever its remarks.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// Reads a file of weights; an empty path stands for the weights of the program.
///
/// # Errors
/// As [`load`].
pub fn read(path: &str) -> Result<Weights, BadInput> {
    match path {
        "" => Ok(Weights::embedded().clone()),
        _ => load(path).map(|(_, weights)| weights),
    }
}

/// The contents of a file of weights, and the weights.
///
/// # Errors
/// A file that cannot be read, or is none of weights.
pub fn load(path: &str) -> Result<(Vec<u8>, Weights), BadInput> {
    let bad = |line, found: String, expected: String| {
        let remedy = "Name a file like data/xiangqi/evaluator.weights, or leave the option out";
        BadInput::new("file of weights", None, found, expected, remedy).at(path, line)
    };
    let text = read_text_file(path, MAX_FILE_BYTES)
        .map_err(|error| bad(1, error.to_string(), "weights of Xiangqi's evaluation".to_owned()))?;
    match Weights::parse(&text) {
        Ok(weights) => Ok((text.into_bytes(), weights)),
        Err(wrong) => Err(bad(wrong.line, wrong.found, wrong.expected)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        assert_eq!(read("").unwrap(), *Weights::embedded());
        assert!(
            read("no/such/file").unwrap_err().to_string().starts_with("no/such/file:1: file of weights: ")
        );
    }
}
