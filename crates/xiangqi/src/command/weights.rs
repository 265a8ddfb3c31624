//! Files of weights, as options name them.

use std::fs;

use shuangqi_cli::BadInput;

use crate::evaluator::Weights;

/// Reads a file of weights; an empty path stands for the weights of the program.
///
/// # Errors
/// A file that cannot be read, or is none of weights.
pub fn read(path: &str) -> Result<Weights, BadInput> {
    const KIND: &str = "file of weights";
    const REMEDY: &str = "Name a file like data/xiangqi/evaluator.weights, or leave the option out";
    if path.is_empty() {
        return Ok(Weights::embedded().clone());
    }
    let text = fs::read_to_string(path).map_err(|error| {
        BadInput::new(KIND, None, error.to_string(), "weights of Xiangqi's evaluation", REMEDY).at(path, 1)
    })?;
    Weights::parse(&text)
        .map_err(|bad| BadInput::new(KIND, None, bad.found, bad.expected, REMEDY).at(path, bad.line))
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
