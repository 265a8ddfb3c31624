use proptest::prelude::*;

use super::*;

/// Stages with weights of every size, in steps of 4.
fn stages(seed: u64) -> Vec<Stage> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Mostly small, as trained weights are.
        let size = [0, 0, 10, 100, 8000][(state >> 40) as usize % 5];
        ((state >> 45) as i16).checked_rem(size + 1).unwrap_or(0) * 4
    };
    let stage = |_| {
        let mut stage = Stage::zero();
        stage.entries.iter_mut().flatten().flatten().for_each(|weight| *weight = next());
        stage
    };
    (0..STAGES).map(stage).collect()
}

#[test]
fn what_is_written_is_read() {
    let written = stages(1);
    let numbers = std::array::from_fn(|index| index as f32 - 3.5);
    let model = ProbCutModel::from_numbers(numbers);
    let (stages_read, model_read, id) = read(&write(&written, &model, 4)).unwrap();
    assert_eq!((stages_read, model_read), (written, model));
    assert_ne!(id, read(&write(&stages(2), &ProbCutModel::UNFITTED, 4)).unwrap().2);
}

#[test]
fn weights_are_rounded_to_the_step() {
    let mut coarse = vec![Stage::zero(); STAGES];
    coarse[3].entries[2][5][..2].copy_from_slice(&[7, -6]);
    let (read, ..) = read(&write(&coarse, &ProbCutModel::UNFITTED, 4)).unwrap();
    assert_eq!(read[3].entries[2][5][..3], [8, -8, 0]);
}

#[test]
fn other_files_are_refused() {
    let file = write(&vec![Stage::zero(); STAGES], &ProbCutModel::UNFITTED, 4);
    for other in [&b""[..], b"\n", b"shuangqi othello weights 3", b"shuangqi othello weights 4 step=4\n"] {
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
        let mut file = write(&vec![Stage::zero(); STAGES], &ProbCutModel::UNFITTED, 4);
        let place = place.index(file.len());
        file[place] ^= change;
        prop_assert!(read(&file).is_err());
    }
}
