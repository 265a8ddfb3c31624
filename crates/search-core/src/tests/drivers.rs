//! Drivers: aspiration windows and MTD(f) (rows B1 to B7, B11).

use super::trees::*;

const DEPTH: i16 = 4;

fn aspiration(radius: Score, growth: Growth, guess: Guess) -> Driver {
    Driver::Aspiration(Aspiration { radius, growth, guess })
}

/// The questions to the root, iteration by iteration.
fn iterations(recorded: &RecordedSearch<u16>) -> Vec<&[RecordedNode]> {
    recorded.roots.chunk_by(|one, two| one.request.depth == two.request.depth).collect()
}

/// The window after one that failed: the side that failed moves out by `radius` from the answer, the other stays.
fn widened(window: Window, score: Score, growth: Growth, radius: &mut Score) -> Window {
    *radius = match growth {
        Growth::By(factor) => (*radius * factor).min(INFINITY),
        Growth::Open => 2 * INFINITY,
    };
    if score <= window.alpha {
        Window { alpha: (score - *radius).max(-INFINITY), ..window }
    } else {
        Window { beta: (score + *radius).min(INFINITY), ..window }
    }
}

/// B2 to B5: radius, growth and guess do what they say, and the three outcomes are counted.
#[test]
fn aspiration_windows_are_as_set() {
    let mut outcomes = [0; 3];
    for (radius, growth) in [(1, Growth::By(2)), (5, Growth::By(3)), (2, Growth::Open), (60, Growth::By(2))] {
        for seed in 0..60 {
            let driver = aspiration(radius, growth, Guess::Previous);
            let recorded = record_search::<false>(&tree(seed, PLAIN), "strongest", driver, DEPTH);
            let mut counts = [0; 3];
            for (index, roots) in iterations(&recorded).into_iter().enumerate() {
                let guess = if index == 0 { 0 } else { recorded.outcome.scores[index - 1] };
                let (mut window, mut radius) = (Window::around(guess, radius), radius);
                for (left, root) in (0..roots.len()).rev().zip(roots) {
                    assert_eq!(root.request.window, window, "tree {seed}");
                    let bound = Bound::of(root.score, window);
                    counts[bound as usize - 1] += 1;
                    // The search goes on until an answer lies inside, and no further.
                    assert_eq!(bound == Bound::Exact, left == 0);
                    window = widened(window, root.score, growth, &mut radius);
                }
            }
            let counters = recorded.outcome.counters;
            let [low, high] = [counters.root_fail_lows, counters.root_fail_highs];
            assert_eq!([low, high, counters.root_searches - low - high], counts);
            outcomes = [0, 1, 2].map(|outcome| outcomes[outcome] + counts[outcome]);
        }
    }
    assert!(outcomes.into_iter().all(|count| count > 100), "low, high, inside: {outcomes:?}");
}

/// B7: where the first window's middle comes from.
#[test]
fn guesses_come_from_where_they_say() {
    for seed in 0..60 {
        let root = tree(seed, PLAIN);
        for (name, guess) in Guess::NAMES {
            let driver = aspiration(3, Growth::By(2), guess);
            let recorded = record_search::<false>(&root, "strongest", driver, DEPTH);
            let scores = &recorded.outcome.scores;
            for (index, roots) in iterations(&recorded).into_iter().enumerate() {
                let previous = if index > 0 { scores[index - 1] } else { 0 };
                let middle = match guess {
                    Guess::Zero => 0,
                    Guess::Static => root.value(),
                    Guess::Previous | Guess::Table => previous,
                    Guess::TwoBefore if index > 1 => scores[index - 2],
                    Guess::TwoBefore => previous,
                };
                assert_eq!(roots[0].request.window, Window::around(middle, 3), "{name}, tree {seed}");
            }
        }
    }
}

/// B7: the table's guess is that of an earlier search, where there was one.
#[test]
fn the_table_remembers_a_guess_of_an_earlier_search() {
    let is_far = |seed: u64| {
        let (root, table) = (tree(seed, PLAIN), Table::with_bytes(1 << 20));
        let driver = aspiration(3, Growth::By(2), Guess::Table);
        let search = |depth| {
            let options = SearchOptions { driver, ..SearchOptions::to_depth(depth) };
            record_tree(&root, &TreeEvaluator::<false>, &STRONGEST, &options, &table)
        };
        let first = search(DEPTH).outcome;
        assert_eq!(search(1).roots[0].request.window, Window::around(first.score, 3), "tree {seed}");
        first.score != 0
    };
    assert!((0..30).filter(|&seed| is_far(seed)).count() > 20);
}

/// Each of several lines has an aspiration window around its own last score.
#[test]
fn lines_aspire_around_their_own_scores() {
    let mut apart = 0;
    for guess in [Guess::Previous, Guess::Table] {
        for seed in 0..60 {
            let root = tree(seed, PLAIN);
            let lines = (root.count_moves() as usize).min(3);
            let driver = aspiration(3, Growth::By(2), guess);
            let options = SearchOptions { driver, lines, ..SearchOptions::to_depth(DEPTH) };
            let table = Table::with_bytes(1 << 20);
            let recorded = record_tree(&root, &TreeEvaluator::<false>, &STRONGEST, &options, &table);
            let mut roots = recorded.roots.iter();
            let mut last = vec![0; lines];
            for report in &recorded.reports {
                let (line, first) = (report.line - 1, roots.next().unwrap());
                let expected = Window::around(last[line], 3);
                assert_eq!(first.request.window, expected, "{guess:?}, tree {seed}, {report:?}");
                apart += usize::from(line > 0 && last[line].abs_diff(last[line - 1]) > 10);
                last[line] = report.score;
                // The questions that follow are those of this line, until one is answered.
                let mut answered = first;
                while !answered.request.window.contains(answered.score) {
                    answered = roots.next().unwrap();
                }
            }
        }
    }
    assert!(apart > 100, "{apart}");
}

/// MTD(f): null windows alone, each at the last answer, until the bounds meet.
#[test]
fn mtdf_asks_null_windows_at_the_last_answer() {
    for seed in 0..100 {
        let root = tree(seed, TRANSPOSING);
        let recorded = record_search::<false>(&root, "strongest", Driver::Mtdf(Guess::Previous), DEPTH);
        let mut guess = 0;
        for roots in iterations(&recorded) {
            let (mut lower, mut upper) = (-INFINITY, INFINITY);
            for root in roots {
                assert!(lower < upper);
                let beta = if guess == lower { guess + 1 } else { guess };
                assert_eq!(root.request.window, Window::new(beta - 1, beta));
                *(if root.score < beta { &mut upper } else { &mut lower }) = root.score;
                guess = root.score;
            }
            assert_eq!(lower, upper);
        }
        let counters = recorded.outcome.counters;
        assert_eq!(counters.root_searches, counters.root_fail_lows + counters.root_fail_highs);
    }
}

/// B11: with every driver, the returned move has the returned score, and the line begins with it.
#[test]
fn the_move_returned_has_the_score_returned() {
    let drivers = [
        Driver::Full,
        aspiration(1, Growth::By(2), Guess::Zero),
        aspiration(2, Growth::Open, Guess::TwoBefore),
        Driver::Mtdf(Guess::Zero),
        Driver::Mtdf(Guess::Previous),
    ];
    for recipe in ["alpha-beta", "fail-hard+table", "negascout+table", "strongest"] {
        for driver in drivers {
            for root in trees(100, PLAIN) {
                let outcome = record_search::<false>(&root, recipe, driver, DEPTH).outcome;
                assert_eq!(outcome.score, exact::<false>(&root, DEPTH));
                assert_eq!(outcome.variation.first(), outcome.best.as_ref());
                let is_its_score = |mv| worth(&root, mv, outcome.depth) == outcome.score;
                assert!(outcome.best.is_none_or(is_its_score), "{recipe} under {driver:?}: {root:?}");
            }
        }
    }
}
