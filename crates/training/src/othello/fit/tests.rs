use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use othello::patterns::{CLASSES, output};
use othello::{Bitboard, Board};

use super::*;

/// Boards by chance, worth half the difference of the discs in the corners and on the rim.
fn records(count: u64, seed: u64) -> Vec<Record> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut record = |_| {
        let (mover, opponent) = (random.u64(..) & random.u64(..), random.u64(..) & random.u64(..));
        let board = Board::new(Bitboard(mover), Bitboard(opponent & !mover)).unwrap();
        let balance =
            |set: Bitboard| (board.mover() & set).len() as i8 - (board.opponent() & set).len() as i8;
        Record { board, result: 4 * balance(Bitboard::CORNERS) + balance(Bitboard::RIM), search: 0 }
    };
    (0..count).map(&mut record).collect()
}

fn samples(count: u64, seed: u64) -> Vec<Sample> {
    records(count, seed).iter().map(|record| Sample::new(record, 0.0)).collect()
}

const PASSES: Passes = Passes { game: 4, stage: 1, late: 4 };
const SCHEDULE: Schedule = Schedule { passes: PASSES, rate: 0.05, half_at: 20.0, seed: 1 };

#[test]
fn what_patterns_can_express_is_learnt() {
    let (training, held_out) = (samples(12_000, 1), samples(500, 2));
    let fitted = fit(&training, &held_out, None, &SCHEDULE, &|_| true);
    let error = |stages: &[Stage]| {
        let mut all = ErrorSums::default();
        errors(stages, &held_out).iter().for_each(|errors| all.merge(errors));
        all.errors().error
    };
    let (before, after) = (error(&vec![Stage::zero(CLASSES); STAGES]), error(&fitted.stages));
    assert!(after < 0.6 * before, "{before} discs before, {after} after");
    let curve = &fitted.curve[0];
    let root_mean_square = |sums: ErrorSums| sums.errors().root_mean_square;
    assert!(root_mean_square(curve[1].held_out) < root_mean_square(curve[0].training));
}

/// Weights that were fitted before are where a fit begins: without a pass they stay, also those of contents that never come.
#[test]
fn a_fit_begins_with_the_weights_of_another() {
    let entries = |stored: &Stored<UNITS>| stored.entries.clone();
    let mut begin = Trained::zero();
    for (index, stage) in begin.stages.iter_mut().enumerate() {
        stage.entries.iter_mut().flatten().for_each(|entry| entry[1] = index as i16 - 7);
    }
    begin.late.entries.iter_mut().flatten().for_each(|entry| entry[0] = 9);
    let training = samples(300, 8);
    let with = |stage, late| {
        let schedule = Schedule { passes: Passes { game: 0, stage, late }, ..SCHEDULE };
        fit(&training, &[], Some(&begin), &schedule, &|_| true)
    };
    let same = with(0, 0);
    assert_eq!((&same.stages, &same.late), (&begin.stages, &begin.late));
    let fitted = with(1, 1);
    for (before, after) in begin.stages.iter().zip(&fitted.stages) {
        let kept = entries(before)
            .concat()
            .iter()
            .zip(&entries(after).concat())
            .filter(|(one, two)| one == two)
            .count();
        assert!(kept > 1000, "{kept} contents without a sample");
    }
    assert_ne!(fitted.stages, begin.stages);
}

/// They have a single number for each content, and only positions near the end to learn from.
#[test]
fn late_weights_learn_from_positions_near_the_end() {
    let full = |count, seed| -> Vec<Sample> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut late = |_| {
            let (empties, mover) = (random.u64(..) & random.u64(..) & random.u64(..), random.u64(..));
            let board = Board::new(Bitboard(mover & !empties), Bitboard(!mover & !empties)).unwrap();
            let held = |corner| if board.mover().has(corner) { 8 } else { 0 };
            let result = Bitboard::CORNERS.into_iter().map(held).sum();
            Sample::new(&Record { board, result, search: 0 }, 0.0)
        };
        (0..count).map(&mut late).filter(Sample::is_late).collect()
    };
    let (training, held_out) = (full(12_000, 5), full(1_000, 6));
    assert!(held_out.len() > 300 && samples(100, 7).iter().all(|sample| !sample.is_late()));
    let fitted = fit(&training, &held_out, None, &SCHEDULE, &|_| true);
    let curve = &fitted.curve[2];
    assert_eq!(curve.len(), PASSES.late as usize);
    let [before, after] = [curve[0].training, curve[3].held_out].map(|sums| sums.errors().root_mean_square);
    assert!(after < 0.75 * before, "{before} discs in the first pass, {after} held out after the last");
    assert!(fitted.late.entries.iter().flatten().any(|&[number]| number != 0));
}

#[test]
fn every_step_is_counted_and_a_fit_can_be_stopped() {
    let training = samples(300, 4);
    let done = AtomicU64::new(0);
    let count = |samples| done.fetch_add(samples, Relaxed) < 700;
    fit(&training, &[], None, &SCHEDULE, &|samples| {
        count(samples);
        true
    });
    assert_eq!(done.swap(0, Relaxed), SCHEDULE.steps(&training));
    assert!(fit(&training, &[], None, &SCHEDULE, &count).curve[1].is_empty());
}

/// A step must move each weight the way that lessens the error.
#[test]
fn slopes_are_those_of_the_output() {
    let sums = [1.0, 2.0, 3.0, -2.0, -3.0, 0.5, 0.5, -1.0];
    for (unit, slope) in slopes(&sums).into_iter().enumerate() {
        let mut higher = sums;
        higher[unit] += 0.25;
        assert_eq!(slope, 4.0 * (output(higher) - output(sums)), "unit {unit}");
    }
}

#[test]
fn importance_falls_with_the_distance_from_a_draw() {
    let sample = |result| Sample::new(&Record { board: Board::START, result, search: 0 }, 0.0);
    let of = |result, half_at| importance(&sample(result), half_at);
    assert_eq!([of(0, 20.0), of(20, 20.0), of(-20, 20.0), of(64, 0.0)], [1.0, 0.5, 0.5, 1.0]);
}

#[test]
fn the_target_is_a_mixture() {
    let board = Board::START;
    let record = Record { board, result: 10, search: -200 };
    assert_eq!([0.0, 0.25, 1.0].map(|weight| Sample::new(&record, weight).target), [10.0, 7.0, -2.0]);
}

/// Contents that came in few batches take steps as large as others, and slopes of a batch do not stay for the next.
#[test]
fn a_step_moves_the_contents_of_its_batch_alone() {
    let mut slopes = Slopes::new(3);
    let mut table =
        Table::<1> { numbers: vec![[0.0]; 3], moments: vec![Moments::NONE; 3], terms: 1, was_fitted: false };
    let mut step = |table: &mut Table<1>, added: &[(u32, f32)]| {
        added.iter().for_each(|&(content, slope)| slopes.add(content, &[slope]));
        slopes.drain(|content, slopes| {
            table.moments[content].step(&mut table.numbers[content], slopes, 0.5);
        });
    };
    (0..50).for_each(|_| step(&mut table, &[(0, 2.0), (0, 1.0)]));
    step(&mut table, &[(1, -0.01)]);
    let [[often], [once], [never]] = table.numbers[..] else { unreachable!("three contents") };
    assert!((often + 25.0).abs() < 1e-3 && (once - 0.5).abs() < 1e-3 && never == 0.0);
    assert_eq!([0, 1, 2].map(|content| table.moments[content].is_known()), [true, true, false]);
}
