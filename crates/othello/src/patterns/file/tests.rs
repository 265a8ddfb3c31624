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
    trained.late.entries.iter_mut().flatten().for_each(|number| *number = next());
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
    coarse.late.entries[1][4] = 5;
    let (read, _) = read(&write(&coarse, 4)).unwrap();
    assert_eq!(read.stages[3].entries[2][5][..3], [8, -8, 0]);
    assert_eq!(read.late.entries[1][3..6], [0, 4, 0]);
}

#[test]
fn other_files_are_refused() {
    let file = write(&Trained::zero(), 4);
    for other in [&b""[..], b"\n", b"shuangqi othello weights 4", b"shuangqi othello weights 5 step=4\n"] {
        assert!(matches!(read(other), Err(WeightsError::Header(_))), "{other:?}");
    }
    let header = file.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for end in header..file.len() {
        assert!(matches!(read(&file[..end]), Err(WeightsError::Damaged(_))), "{end} bytes");
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
    assert!(numbers as u64 * 3 * 1001 / 1000 + 1000 < MAX_FILE_BYTES);
}
