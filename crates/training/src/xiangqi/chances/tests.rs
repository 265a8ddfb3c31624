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

/// What results were drawn by is found again, whatever the descent begins with.
#[test]
fn the_chances_of_simulated_games_are_found() {
    let truth = [Chances::new(240.0, 110.0), Chances::new(90.0, 45.0)];
    let outcomes = simulated(&truth, 200_000);
    for start in
        [[Chances::new(220.0, 110.0), Chances::new(160.0, 90.0)], [Chances::new(1.0, 1.0); 2], begin()]
    {
        near(fit(&outcomes, Form::ByPhase, &start), truth, 0.06);
    }
    let same = [Chances::new(150.0, 80.0); 2];
    let outcomes = simulated(&same, 100_000);
    let [full, bare] = fit(&outcomes, Form::Constant, &begin());
    assert_eq!(full, bare);
    near([full, bare], same, 0.02);
}

#[test]
fn the_fit_is_better_than_its_neighbours() {
    let truth = [Chances::new(240.0, 110.0), Chances::new(90.0, 45.0)];
    let outcomes = simulated(&truth, 20_000);
    let [full, bare] = fit(&outcomes, Form::ByPhase, &begin());
    let least = outcomes.loss(&[full, bare]);
    assert!(least < outcomes.loss(&fit(&outcomes, Form::Constant, &begin())));
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
    assert_eq!(fit(&none, Form::ByPhase, &begin()), begin());
    assert_eq!(none.loss(&begin()), 0.0);
    for results in [[1, 0, 0], [0, 1, 0], [0, 0, 1], [5, 5, 0]] {
        for form in [Form::Constant, Form::ByPhase] {
            let outcomes = Outcomes::new([((20, 0), results), ((20, 300), results)]);
            for chances in fit(&outcomes, form, &begin()) {
                let numbers = [chances.half(), chances.spread()];
                assert!(numbers.iter().all(|it| (LIMITS.0..=LIMITS.1).contains(it)), "{numbers:?}");
            }
        }
    }
}

#[test]
fn slopes_are_those_of_the_loss() {
    let outcomes = simulated(&[Chances::new(200.0, 90.0), Chances::new(100.0, 60.0)], 500);
    let numbers = [230.0, 80.0, 70.0, 50.0];
    let slopes = Gradient::of(&outcomes, Form::ByPhase, &numbers).slopes;
    for (place, slope) in slopes.into_iter().enumerate() {
        let loss = |change: f64| {
            let mut moved = numbers;
            moved[place] += change;
            Gradient::of(&outcomes, Form::ByPhase, &moved).loss
        };
        let measured = (loss(1e-3) - loss(-1e-3)) / 2e-3;
        assert!((slope - measured).abs() < 1e-4 * (1.0 + measured.abs()), "{slope} and {measured}");
    }
}
