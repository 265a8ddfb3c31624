//! The state of a fit between its passes, in a file.
//!
//! ```text
//! shuangqi net fit 2 <what the state depends on>\n
//! losses of the passes so far u32; for each its stage u32, and the losses of training and held out: f64
//! the steps of both moments f32 each; the numbers, their first and their second moments: f32 each
//! crc32 of all bytes before
//! ```
//! Numbers are little-endian.

use std::path::Path;

use shuangqi_cli::reader::read_file;
use shuangqi_cli::{BadInput, Failure, files};

use crate::adam::{Moments, Steps};

use super::model::{COUNT, Model};

const MAGIC: &str = "shuangqi net fit 2 ";
/// More than a state ever takes.
const MAX_BYTES: u64 = 1 << 28;

/// The state of a fit after a pass.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    description: String,
    pub model: Model,
    pub moments: Moments,
    /// By pass: its stage, the loss of training, the loss on positions held out.
    pub curve: Vec<(usize, f64, f64)>,
}

impl Checkpoint {
    /// The state in the file, if there is one; else a new one.
    ///
    /// # Errors
    /// A file of another fit, or one that was changed.
    pub fn open(
        path: Option<&Path>,
        description: &str,
        model: impl FnOnce() -> Model,
    ) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| path.exists()) else {
            let description = description.to_owned();
            return Ok(Checkpoint {
                description,
                model: model(),
                moments: Moments::new(COUNT),
                curve: Vec::new(),
            });
        };
        let bad = |found: String| {
            let remedy = "Give the options of that fit again, or remove the file to begin anew";
            let expected = "the state of this fit, of the same records and options";
            Failure::from(
                BadInput::new("checkpoint", None, found, expected, remedy).at(path.to_string_lossy(), 1),
            )
        };
        let bytes = read_file(path, MAX_BYTES).map_err(|error| bad(error.to_string()))?;
        Checkpoint::decode(&bytes, description).map_err(|found| bad(found.to_owned()))
    }

    fn decode(bytes: &[u8], description: &str) -> Result<Self, &'static str> {
        const DAMAGED: &str = "a file that was changed or cut off";
        let (body, checksum) = bytes.split_last_chunk::<4>().ok_or(DAMAGED)?;
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Err(DAMAGED);
        }
        let head = format!("{MAGIC}{description}\n");
        let mut rest = body.strip_prefix(head.as_bytes()).ok_or("another fit")?;
        let mut word = || -> Result<[u8; 4], &'static str> {
            let (word, after) = rest.split_first_chunk().ok_or(DAMAGED)?;
            rest = after;
            Ok(*word)
        };
        let passes = u32::from_le_bytes(word()?);
        let mut curve = Vec::new();
        for _ in 0..passes {
            let stage = u32::from_le_bytes(word()?) as usize;
            let mut number = || {
                Ok::<f64, &'static str>(f64::from_le_bytes(
                    [word()?, word()?].concat().try_into().map_err(|_| DAMAGED)?,
                ))
            };
            curve.push((stage, number()?, number()?));
        }
        let mut number = || word().map(f32::from_le_bytes);
        let steps = Steps([number()?, number()?]);
        let mut numbers = || (0..COUNT).map(|_| number()).collect::<Result<Vec<f32>, _>>();
        let (model, first, second) = (Model { numbers: numbers()? }, numbers()?, numbers()?);
        if !rest.is_empty() {
            return Err(DAMAGED);
        }
        let moments = Moments { first, second, steps };
        Ok(Checkpoint { description: description.to_owned(), model, moments, curve })
    }

    fn encode(&self) -> Vec<u8> {
        let Checkpoint { description, model, moments, curve } = self;
        let mut bytes = format!("{MAGIC}{description}\n").into_bytes();
        bytes.extend((curve.len() as u32).to_le_bytes());
        for &(stage, training, held_out) in curve {
            bytes.extend((stage as u32).to_le_bytes());
            bytes.extend([training, held_out].iter().flat_map(|loss| loss.to_le_bytes()));
        }
        let Moments { first, second, steps } = moments;
        let numbers = steps.0.iter().chain([&model.numbers, first, second].into_iter().flatten());
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Writes the state, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        files::write(path, &self.encode())
    }

    /// The passes of a stage that are done.
    pub fn passes_of(&self, stage: usize) -> u32 {
        self.curve.iter().filter(|pass| pass.0 == stage).count() as u32
    }

    /// Notes the losses of a pass.
    pub fn note(&mut self, stage: usize, training: f64, held_out: f64) {
        self.curve.push((stage, training, held_out));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_written_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let mut state = Checkpoint::open(Some(&path), "one", || Model::random(3)).unwrap();
        (state.moments.steps, state.moments.first[5]) = (Steps([0.5, 0.9]), 0.25);
        state.note(0, 0.6, 0.61);
        state.save(&path).unwrap();
        let again =
            |description| Checkpoint::open(Some(&path), description, || unreachable!("there is a file"));
        assert_eq!(again("one").unwrap(), state);
        assert!(again("other").unwrap_err().to_string().contains("another fit"));
        let mut bytes = state.encode();
        bytes[40] ^= 1;
        assert!(
            Checkpoint::decode(&bytes, "one").is_err() && Checkpoint::decode(&bytes[..9], "one").is_err()
        );
    }
}
