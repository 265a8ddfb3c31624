use super::*;

fn begin() -> [Chances; 2] {
    [Chances::new(200.0, 100.0); 2]
}

/// Results drawn by chances: as many positions of each phase, with scores that rise to 900.
fn simulated(chances: &[Chances; 2], positions: u64) -> Outcomes {
    let mut random = fastrand::Rng::with_seed(7);
    let mut cells: BTreeMap<(u8, u16), [u64; 3]> = BTreeMap::new();
    for _ in 0..positions {
        let (phase, score) = (random.u8(0..=Chances::FULL_BOARD as u8), random.u16(0..900));
        let [win, draw, _] = Chances::blend(*chances, i32::from(phase)).shares(f64::from(score));
        let place = random.f64();
        let result = if place < win {
            0
        } else if place < win + draw {
            1
        } else {
            2
        };
        cells.entry((phase, score)).or_default()[result] += 1;
    }
    Outcomes::new(cells)
}

fn near(found: [Chances; 2], truth: [Chances; 2], share: f64) {
    for (found, truth) in found.into_iter().zip(truth) {
        for (found, truth) in [(found.half(), truth.half()), (found.spread(), truth.spread())] {
            assert!((found / truth - 1.0).abs() < share, "{found} for {truth}");
        }
    }
}

/// The chances by which results were drawn are found again, whatever the descent begins with.
#[test]
fn the_chances_of_simulated_games_are_found() {
    let truth = [Chances::new(240.0, 110.0), Chances::new(90.0, 45.0)];
    let outcomes = simulated(&truth, 200_000);
    for start in
        [[Chances::new(220.0, 110.0), Chances::new(160.0, 90.0)], [Chances::new(1.0, 1.0); 2], begin()]
    {
        near(fit(&outcomes, &start), truth, 0.06);
    }
}

#[test]
fn the_fit_is_better_than_its_neighbours() {
    let truth = [Chances::new(240.0, 110.0), Chances::new(90.0, 45.0)];
    let outcomes = simulated(&truth, 20_000);
    let [full, bare] = fit(&outcomes, &begin());
    let least = outcomes.loss(&[full, bare]);
    for factor in [0.98, 1.02] {
        let half = |chances: Chances| Chances::new(factor * chances.half(), chances.spread());
        let spread = |chances: Chances| Chances::new(chances.half(), factor * chances.spread());
        for other in [[half(full), bare], [full, half(bare)], [spread(full), bare], [full, spread(bare)]] {
            assert!(outcomes.loss(&other) > least);
        }
    }
}

/// Whatever little there is, the numbers fit into a file.
#[test]
fn little_to_learn_from_gives_numbers_within_their_limits() {
    let none = Outcomes::default();
    assert_eq!(fit(&none, &begin()), begin());
    assert_eq!(none.loss(&begin()), 0.0);
    for results in [[1, 0, 0], [0, 1, 0], [0, 0, 1], [5, 5, 0]] {
        let outcomes = Outcomes::new([((20, 0), results), ((20, 300), results)]);
        for chances in fit(&outcomes, &begin()) {
            let numbers = [chances.half(), chances.spread()];
            assert!(numbers.iter().all(|it| (LIMITS.0..=LIMITS.1).contains(it)), "{numbers:?}");
        }
    }
}

#[test]
fn slopes_are_those_of_the_loss() {
    let outcomes = simulated(&[Chances::new(200.0, 90.0), Chances::new(100.0, 60.0)], 500);
    let numbers = [230.0, 80.0, 70.0, 50.0];
    let slopes = Gradient::of(&outcomes, &numbers).slopes;
    for (place, slope) in slopes.into_iter().enumerate() {
        let loss = |change: f64| {
            let mut moved = numbers;
            moved[place] += change;
            Gradient::of(&outcomes, &moved).loss
        };
        let measured = (loss(1e-3) - loss(-1e-3)) / 2e-3;
        assert!((slope - measured).abs() < 1e-4 * (1.0 + measured.abs()), "{slope} and {measured}");
    }
}

/// Results that agree with chances better than any other numbers do leave those alone.
#[test]
fn what_fits_the_positions_held_out_best_is_used() {
    let begin = Weights::embedded();
    let with_phase = Outcomes::new([
        ((32, 0), [20, 60, 20]),
        ((32, 300), [60, 35, 5]),
        ((0, 0), [5, 90, 5]),
        ((0, 100), [90, 9, 1]),
    ]);
    let fitted = FittedChances::new(&with_phase, &with_phase, Chances::ends(begin));
    let before = [Chances::FULL_BOARD, 0].map(|phase| Chances::of(begin, phase));
    assert!(fitted.chosen != before && fitted.losses[1] < fitted.losses[0]);

    let nothing = FittedChances::new(&with_phase, &Outcomes::default(), Chances::ends(begin));
    assert!(nothing.calibration.is_empty());
    assert_eq!(nothing.chosen, before);
}

#[test]
fn each_position_has_its_bin() {
    let held_out = Outcomes::new([((32, 0), [20, 60, 20]), ((16, 3000), [99, 1, 0])]);
    let bins = CalibrationBin::all(&held_out, &[Chances::new(200.0, 100.0); 2]);
    let of = |outcome| bins.iter().filter(move |bin| bin.outcome == outcome);
    assert_eq!(of("decided").map(|bin| bin.positions).sum::<u64>(), 400);
    assert_eq!(of("drawn").map(|bin| bin.positions).sum::<u64>(), 200);
    let last = of("decided").next_back().unwrap();
    assert_eq!((last.positions, last.predicted, last.observed), (100, 100.0, 99.0));
}
