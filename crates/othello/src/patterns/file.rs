//! The file of weights: a header of text, then compressed differences, ProbCut's model, a checksum.
//!
//! ```text
//! shuangqi othello weights 4 classes=19 stages=4 units=8 step=4\n
//! deflate( stage by stage, unit by unit: class by class the numbers of the folded entries,
//!          each less that of the stage before, in steps, as a zigzag variable-length integer;
//!          then the numbers of the late evaluation, class by class, in the same way )
//! the numbers of ProbCut's model, f32 little-endian
//! crc32 of all bytes before, little-endian
//! ```
//! An entry is kept to the nearest multiple of `step` hundredths of a disc.

use std::fmt::Display;
use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};

use super::{CLASSES, Late, PATTERNS, ProbCutModel, STAGES, Stage, Stored, Trained, UNITS};

/// The beginning of the first line; the number is the version of the format.
const MAGIC: &str = "shuangqi othello weights 4";
/// No weights are larger, packed or unpacked.
const MAX_BYTES: usize = 20 << 20;

fn header(step: impl Display) -> String {
    format!("{MAGIC} classes={CLASSES} stages={STAGES} units={UNITS} step={step}")
}

fn damaged(reason: &str) -> String {
    format!("the file is damaged: {reason}")
}

/// Bytes of a model.
const MODEL: usize = 4 * ProbCutModel::NUMBERS;

/// The file that holds what was trained, its weights to the nearest multiple of `step`.
///
/// # Panics
/// If `step` is not positive.
pub fn write(trained: &Trained, step: i16) -> Vec<u8> {
    assert!(step > 0, "a step of {step}");
    let mut plain = Vec::new();
    let mut before = Stage::zero(CLASSES);
    for stage in &trained.stages {
        before = push_differences(&mut plain, stage, &before, step);
    }
    push_differences(&mut plain, &trained.late, &Late::zero(PATTERNS), step);
    let mut file = header(step).into_bytes();
    file.push(b'\n');
    let mut encoder = DeflateEncoder::new(file, Compression::best());
    let packed = encoder.write_all(&plain).and_then(|()| encoder.finish());
    let mut file = packed.unwrap_or_default(); // writing to memory cannot fail
    seal(&mut file, &trained.probcut);
    file
}

/// The checksum that a file states at its end.
pub fn stated_checksum(file: &[u8]) -> Option<u32> {
    file.last_chunk::<4>().map(|&checksum| u32::from_le_bytes(checksum))
}

/// The contents of a file, and its checksum.
///
/// # Errors
/// In words: it is no file of weights of this version, it ends too soon, goes on too long, or was changed.
pub fn read(file: &[u8]) -> Result<(Trained, u32), String> {
    let packed = Packed::open(file)?;
    let scaled = |value: i16| value.saturating_mul(packed.step);
    let mut stages = Vec::with_capacity(STAGES);
    let late = packed.unpack(|_, stage| stages.push(stage.mapped(scaled)))?.mapped(scaled);
    Ok((Trained { stages, late, probcut: packed.probcut }, packed.id))
}

/// A file that is whole; its weights are not unpacked yet.
pub(super) struct Packed<'file> {
    /// What the numbers of the weights are multiples of, in hundredths of a disc.
    pub(super) step: i16,
    body: &'file [u8],
    /// The model of ProbCut.
    pub(super) probcut: ProbCutModel,
    /// The checksum.
    pub(super) id: u32,
}

impl Packed<'_> {
    /// Looks at the parts of a file.
    ///
    /// # Errors
    /// As [`read`].
    pub(super) fn open(file: &[u8]) -> Result<Packed<'_>, String> {
        let line = file.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let text: String = String::from_utf8_lossy(line).chars().take(80).collect();
        let step = text.rsplit_once("step=").and_then(|(_, step)| step.parse().ok()).filter(|&step| step > 0);
        let Some(step) = step.filter(|step| header(step) == text) else {
            return Err(format!("the first line is {text:?}, expected {:?}", header("N")));
        };
        let Some((body, checksum)) = file[line.len() + 1..].split_last_chunk::<4>() else {
            return Err(damaged("it has no checksum"));
        };
        let id = crc32(&file[..file.len() - checksum.len()]);
        if id != u32::from_le_bytes(*checksum) {
            return Err(damaged("its checksum is wrong"));
        }
        let Some((body, model)) = body.split_last_chunk::<MODEL>() else {
            return Err(damaged("it has no model of ProbCut"));
        };
        Ok(Packed { step, body, probcut: model_of(model)?, id })
    }

    /// Unpacks the stages one after the other, each in the memory of the one before, and returns the late evaluation. All numbers are in
    /// steps.
    ///
    /// # Errors
    /// As [`read`].
    pub(super) fn unpack(&self, mut take: impl FnMut(usize, &Stage)) -> Result<Late, String> {
        let mut plain = Vec::with_capacity(MAX_BYTES);
        match Decompress::new(false).decompress_vec(self.body, &mut plain, FlushDecompress::Finish) {
            Ok(Status::StreamEnd) => {}
            Ok(_) | Err(_) => return Err(damaged("it cannot be unpacked")),
        }
        let mut numbers = plain.iter().copied();
        let mut steps = Stage::zero(CLASSES);
        for index in 0..STAGES {
            add_differences(&mut steps, &mut numbers)?;
            take(index, &steps);
        }
        let mut late = Late::zero(PATTERNS);
        add_differences(&mut late, &mut numbers)?;
        match numbers.next() {
            None => Ok(late),
            Some(_) => Err(damaged("it goes on after the last number")),
        }
    }
}

/// Appends the model and the checksum.
fn seal(file: &mut Vec<u8>, model: &ProbCutModel) {
    model.numbers().for_each(|number| file.extend(number.to_le_bytes()));
    let checksum = crc32(file);
    file.extend(checksum.to_le_bytes());
}

fn model_of(bytes: &[u8; MODEL]) -> Result<ProbCutModel, String> {
    let (numbers, _) = bytes.as_chunks::<4>();
    let number = |index: usize| numbers.get(index).map_or(0.0, |&bytes| f32::from_le_bytes(bytes));
    let numbers: [f32; ProbCutModel::NUMBERS] = std::array::from_fn(number);
    if numbers.iter().all(|number| number.is_finite()) {
        Ok(ProbCutModel::from_numbers(numbers))
    } else {
        Err(damaged("a number of ProbCut's model is none"))
    }
}

/// Appends what the weights have more than those before, unit by unit, and returns them in steps.
fn push_differences<const UNITS: usize>(
    bytes: &mut Vec<u8>,
    weights: &Stored<UNITS>,
    before: &Stored<UNITS>,
    step: i16,
) -> Stored<UNITS> {
    let steps = weights.mapped(|value| (f32::from(value) / f32::from(step)).round() as i16);
    for unit in 0..UNITS {
        let entries = steps.entries.iter().flatten().zip(before.entries.iter().flatten());
        entries.for_each(|(entry, earlier)| push_difference(bytes, entry[unit], earlier[unit]));
    }
    steps
}

/// The inverse: makes of the weights before, in steps, the next ones.
fn add_differences<const UNITS: usize>(
    steps: &mut Stored<UNITS>,
    numbers: &mut impl Iterator<Item = u8>,
) -> Result<(), String> {
    for unit in 0..UNITS {
        for entry in steps.entries.iter_mut().flatten() {
            entry[unit] = entry[unit]
                .wrapping_add(next_difference(numbers).ok_or_else(|| damaged("it ends too soon"))?);
        }
    }
    Ok(())
}

/// Appends a number as a zigzag variable-length integer: small ones, of either sign, take one byte.
fn push_difference(bytes: &mut Vec<u8>, value: i16, before: i16) {
    let difference = value.wrapping_sub(before);
    let mut rest = (difference << 1 ^ difference >> 15) as u16;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

fn next_difference(bytes: &mut impl Iterator<Item = u8>) -> Option<i16> {
    let mut zigzag = 0_u32;
    for shift in [0, 7, 14] {
        let byte = bytes.next()?;
        zigzag |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some((zigzag >> 1) as i16 ^ -((zigzag & 1) as i16));
        }
    }
    None
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Weights of every size, in steps of 4.
    fn trained(seed: u64) -> Trained {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Mostly small, as trained weights are.
            let size = [0, 0, 10, 100, 8000][(state >> 40) as usize % 5];
            ((state >> 45) as i16).checked_rem(size + 1).unwrap_or(0) * 4
        };
        let mut trained = Trained::zero();
        for stage in &mut trained.stages {
            stage.entries.iter_mut().flatten().flatten().for_each(|weight| *weight = next());
        }
        trained.late.entries.iter_mut().flatten().flatten().for_each(|number| *number = next());
        let numbers = std::array::from_fn(|index| index as f32 - 3.5);
        Trained { probcut: ProbCutModel::from_numbers(numbers), ..trained }
    }

    #[test]
    fn what_is_written_is_read() {
        let written = trained(1);
        let (read_again, id) = read(&write(&written, 4)).unwrap();
        assert_eq!(read_again, written);
        assert_ne!(id, read(&write(&trained(2), 4)).unwrap().1);
    }

    #[test]
    fn weights_are_rounded_to_the_step() {
        let mut coarse = Trained::zero();
        coarse.stages[3].entries[2][5][..2].copy_from_slice(&[7, -6]);
        coarse.late.entries[1][4] = [5];
        let (read, _) = read(&write(&coarse, 4)).unwrap();
        assert_eq!(read.stages[3].entries[2][5][..3], [8, -8, 0]);
        assert_eq!(read.late.entries[1][3..6], [[0], [4], [0]]);
    }

    #[test]
    fn other_files_are_refused() {
        let file = write(&Trained::zero(), 4);
        for other in [&b""[..], b"\n", b"shuangqi othello weights 4", b"shuangqi othello weights 5 step=4\n"]
        {
            assert!(read(other).is_err_and(|error| error.starts_with("the first line")), "{other:?}");
        }
        let header = file.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for end in header..file.len() {
            let error = read(&file[..end]).unwrap_err();
            assert!(error.starts_with("the file is damaged"), "{end} bytes");
        }
    }

    proptest! {
        /// No byte can be changed unnoticed, and none makes the reader panic.
        #[test]
        fn a_changed_byte_is_noticed(place in any::<prop::sample::Index>(), change in 1..=255_u8) {
            let mut file = write(&Trained::zero(), 4);
            let place = place.index(file.len());
            file[place] ^= change;
            prop_assert!(read(&file).is_err());
        }
    }

    #[test]
    fn the_largest_file_is_read() {
        let Trained { stages, late, .. } = Trained::zero();
        let entries = stages.iter().flat_map(|stage| &stage.entries).flatten().count();
        let numbers = entries * UNITS + late.entries.iter().flatten().count();
        // Three bytes are the longest variable-length integer, and compression adds less than a part in a thousand.
        assert!(numbers * 3 * 1001 / 1000 + 1000 < MAX_BYTES);
    }
}
