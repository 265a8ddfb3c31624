use std::sync::Arc;

use search_core::score::PROVEN;
use search_core::{
    Counters, Evaluator, Heuristics, MoveKind, MoveList, NodeRequest, Position as _, Score, Window,
};

use super::side_pieces::{Counts, FULL, PieceCounts, scale};
use super::sums::Accumulator;
use super::{Classical, LIMIT, Weights, trace};
use crate::testing::{Random, playout, start};
use crate::{Color, Move, Position, fen};

fn evaluate(position: &Position) -> Score {
    Classical::default().evaluate(position)
}

/// The evaluation of a FEN without its last fields, from the view of the side to move.
fn worth(fen: &str) -> Score {
    evaluate(&Position::from_fen(fen).unwrap())
}

/// The positions of random games from the start.
fn random_positions() -> Vec<Position> {
    let mut found = Vec::new();
    let mut random = Random(0xC1A5_51C4);
    for _ in 0..60 {
        playout(start(), 100, &mut random, |position| found.push(*position));
    }
    found
}

#[test]
fn both_sides_and_both_wings_are_evaluated_alike() {
    for position in random_positions() {
        let score = evaluate(&position);
        let setup = position.to_setup();
        assert_eq!(evaluate(&Position::try_from(&setup.flipped()).unwrap()), score, "{position}");
        assert_eq!(evaluate(&Position::try_from(&setup.mirrored()).unwrap()), score, "{position}");
        assert!(score.abs() < 5000, "{score} in {position}");
    }
}

#[test]
fn what_one_side_gains_the_other_loses() {
    for position in random_positions().iter().filter(|position| !position.in_check()) {
        let (score, passed) = (evaluate(position), evaluate(&position.passed()));
        let [full, bare] = Weights::embedded().get(0);
        let twice = -2..=2 * full.max(bare) + 2;
        assert!(twice.contains(&(score + passed)), "{score} and {passed} in {position}");
    }
}

/// Random games, each from the start or from a position where a side has more pieces than a set: every position with the
/// move that led to it.
fn random_games() -> Vec<Vec<(Option<Move>, Position)>> {
    let starts = [fen::START, "3k5/PPPP5/9/9/NNRRCCPPP/ppprrrccc/9/9/4A4/3AK4 b"];
    let mut random = Random(0xACC0);
    let mut game = |start: &str| {
        let mut game: Vec<(Option<Move>, Position)> = vec![(None, Position::from_fen(start).unwrap())];
        for _ in 0..150 {
            let position = game[game.len() - 1].1;
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
            game.push((Some(mv), position.child(mv)));
        }
        game
    };
    starts.into_iter().cycle().take(20).map(&mut game).collect()
}

fn of(position: &Position) -> Accumulator {
    Accumulator::of(position.board(), Weights::embedded())
}

#[test]
fn what_is_kept_along_a_line_is_what_is_counted_from_scratch() {
    for game in random_games() {
        let mut kept = Classical::default();
        kept.start(&game[0].1);
        for (line, (_, before)) in game.windows(2).zip(&game) {
            let (mv, after) = line[1];
            let child = kept.evaluate_child(before, mv.unwrap(), &after);
            kept.push(before, mv, &after);
            assert_eq!(*kept.line.last().unwrap(), of(&after), "{after}");
            assert_eq!((child, kept.evaluate(&after)), (evaluate(&after), evaluate(&after)), "{after}");
            if !after.in_check() {
                let passed = after.passed();
                kept.push(&after, None, &passed);
                assert_eq!(*kept.line.last().unwrap(), of(&passed), "{passed}");
                kept.pop();
            }
        }
        for (_, position) in game.iter().rev() {
            assert_eq!(*kept.line.last().unwrap(), of(position), "{position}");
            kept.pop();
        }
    }
}

#[test]
fn the_start_is_even() {
    let [full, bare] = Weights::embedded().get(0);
    assert_eq!(Weights::name(0), "tempo");
    assert_eq!(worth(fen::START), full);
    assert_eq!(worth("3k5/9/9/9/9/9/9/9/9/5K3 b"), bare / 16);
}

/// Weights that differ from the embedded ones in every number.
fn changed_weights() -> Weights {
    let changed = |index: usize| {
        let [full, bare] = Weights::embedded().get(index);
        [full + index as i32 % 7 - 2, bare - index as i32 % 5 + 3]
    };
    Weights::from_numbers((0..Weights::COUNT).map(changed))
}

#[test]
fn a_pinned_piece_reaches_only_points_in_line_with_its_general() {
    let counted = |fen: &str, name: &str| {
        let trace = trace(&Position::from_fen(fen).unwrap(), Weights::embedded());
        trace.terms.iter().any(|&(index, times)| Weights::name(usize::from(index)) == name && times > 0)
    };
    // What stands on e3 or e2, with an attacker on the file, and with none.
    for (pinned, free, reach, reach_if_free) in [
        ("3k5/4r4/9/9/9/9/4N4/9/9/4K4 w", "3k5/5r3/9/9/9/9/4N4/9/9/4K4 w", "horse.reach.0", "horse.reach.8"),
        ("3k5/4r4/9/9/9/9/4R4/9/9/4K4 w", "3k5/5r3/9/9/9/9/4R4/9/9/4K4 w", "rook.reach.7", "rook.reach.16"),
        (
            "3k5/4c4/9/9/9/9/9/4C4/4A4/4K4 w",
            "3k5/5c3/9/9/9/9/9/4C4/4A4/4K4 w",
            "cannon.reach.5",
            "cannon.reach.15",
        ),
    ] {
        assert!(counted(pinned, reach), "{pinned}");
        assert!(counted(free, reach_if_free), "{free}");
    }
}

#[test]
fn a_trace_adds_up_to_the_evaluation() {
    for weights in [Weights::embedded().clone(), changed_weights()] {
        let mut evaluator = Classical::with_weights(Arc::new(weights.clone()));
        for position in
            random_games().iter().flatten().map(|(_, position)| position).chain(&random_positions())
        {
            let trace = trace(position, &weights);
            let explained = trace.scale * trace.sum(&weights);
            let sign = if position.side() == Color::Red { 1 } else { -1 };
            let score = sign * evaluator.evaluate(position);
            assert!((explained - score as f32).abs() < 2.1, "{explained}, {score} in {position}");
        }
    }
}

#[test]
fn an_explanation_adds_up_to_the_evaluation() {
    for position in random_positions().iter().step_by(11) {
        let explanation = Weights::embedded().explain(position);
        let sum: f32 = explanation.terms.iter().map(|term| term.blended).sum();
        assert!((explanation.scale * sum - explanation.score()).abs() < 0.6, "{position}");
        let score = evaluate(position) as f32;
        assert!((explanation.score().abs() - score.abs()).abs() < 2.6, "{position}");
    }
    let text = Weights::embedded().explain(&start()).to_string();
    let line = |name| text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{text}"));
    let words: Vec<&str> = line("piece.rook").split_whitespace().collect();
    assert_eq!((words[1], words[5]), (words[3], "0.0"));
    assert!(
        line("phase").starts_with("phase 32 of 32, value ") && line("phase").contains(", 100 % counts: ")
    );
}

#[test]
fn an_advantage_fades_as_the_sixty_move_rule_nears() {
    let score = |plies: u32| worth(&format!("3akab2/9/4b4/9/9/9/4P4/4R1N2/9/4K4 w - - {plies} 90"));
    assert_eq!(score(13), score(0));
    assert!((0..=119).is_sorted_by_key(|plies| -score(plies)));
    assert!(score(119) * 2 > score(0));
}

/// Positions with the one weight of `check` that counts for Red and not for Black.
const CHECKS: &[(&str, &str)] = &[
    ("4k4/9/9/9/9/R8/9/9/9/3K5 w", "check.rook.2"),
    ("4k4/9/9/4P4/9/C8/9/9/9/3K5 w", "check.cannon.1"),
    ("4k4/9/9/9/4N4/9/9/9/9/3K5 w", "check.horse.2"),
    ("4k4/4a4/9/9/4N4/9/9/9/9/3K5 w", ""),
];

#[test]
fn checks_that_could_be_given_safely_are_counted() {
    for (fen, expected) in CHECKS {
        let terms = trace(&Position::from_fen(fen).unwrap(), Weights::embedded()).terms;
        let more = terms.iter().filter(|(_, times)| *times > 0);
        let names = more.map(|(index, _)| Weights::name(usize::from(*index)));
        let checks: Vec<_> = names.filter(|name| name.starts_with("check.")).collect();
        assert_eq!(checks.concat(), *expected, "{fen}");
    }
}

#[test]
fn no_evaluation_is_a_proof() {
    const { assert!(LIMIT < PROVEN) };
    let surplus = worth("RRRRRRRRR/3k5/RRRRRR3/9/9/9/9/9/9/5K3 b");
    assert!((-LIMIT..-12_000).contains(&surplus), "{surplus}");
}

/// The start position without one of Black's pieces, and the range its worth lies in, wide enough for any sound weights.
const MATERIAL: &[(&str, std::ops::Range<Score>)] = &[
    ("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 800..1500),
    ("r1bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 300..750),
    ("rnbakabnr/9/7c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 380..750),
    ("rn1akabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 100..400),
    ("rnb1kabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 100..400),
    ("rnbakabnr/9/1c5c1/p3p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 30..200),
];

#[test]
fn pieces_have_their_price() {
    let scores = MATERIAL.iter().map(|(fen, range)| (worth(fen), range));
    let wrong: Vec<_> = scores.filter(|(score, range)| !range.contains(score)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Pairs: the first position is better for the side to move than the second.
const ORDERED: &[(&str, &str, &str)] = &[
    (
        "a soldier across the river and one at home",
        "3k5/9/9/4P4/9/9/9/9/9/5K3 w",
        "3k5/9/9/9/9/9/4P4/9/9/5K3 w",
    ),
    (
        "soldiers side by side and apart",
        "1nbakabn1/9/1c5c1/p3p1p1p/3PP4/9/P5P1P/1C5C1/9/1NBAKABN1 w",
        "1nbakabn1/9/1c5c1/p3p1p1p/2P1P4/9/P5P1P/1C5C1/9/1NBAKABN1 w",
    ),
    (
        "a developed horse and one in the corner",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN4C1/9/R1BAKABNR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    ),
    (
        "a hollow cannon and one beside the middle file",
        "r2aka2r/9/9/9/9/9/9/9/9/R2KC3R w",
        "r2aka2r/9/9/9/9/9/9/9/9/R2K1C2R w",
    ),
    (
        "chariots against a palace without advisors, elephants gone instead",
        "2b1k1b2/9/9/9/9/9/9/9/9/R2K4R w",
        "3aka3/9/9/9/9/9/9/9/9/R2K4R w",
    ),
    (
        "cannons against a palace without elephants, advisors gone instead",
        "3aka3/9/9/9/9/9/4P4/9/9/C2AKA2C w",
        "2b1k1b2/9/9/9/9/9/4P4/9/9/C2AKA2C w",
    ),
    (
        "a chariot at play and one at home in the corner",
        "4k4/9/9/9/9/3R5/9/9/9/5K3 w",
        "4k4/9/9/9/9/9/9/9/9/R4K3 w",
    ),
    (
        "a general at home and one on the third rank, pieces on the board",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2K2C1/9/RNBA1ABNR w",
    ),
    (
        "advisors that cannot attack and a soldier that can",
        "3k5/9/9/9/9/4P4/9/9/9/4K4 w",
        "3k5/9/9/9/9/9/9/9/9/3AKA3 w",
    ),
];

#[test]
fn the_better_position_is_evaluated_higher() {
    let scores = ORDERED.iter().map(|&(what, better, worse)| (what, worth(better), worth(worse)));
    let wrong: Vec<_> = scores.filter(|(_, better, worse)| better <= worse).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn ranks(fen: &str) -> Vec<(Move, i32)> {
    let position = Position::from_fen(fen).unwrap();
    let mut list = MoveList::new();
    position.moves(MoveKind::Quiets, &mut list);
    let (request, mut counters) = (NodeRequest::new(Window::FULL, 1), Counters::default());
    Classical::default().heuristics().order_moves(&position, request, &[], &mut list, &mut counters);
    list.scored().iter().map(|entry| (entry.mv, entry.score)).collect()
}

#[test]
fn ranks_are_small_and_the_same_on_both_wings() {
    for position in random_positions().iter().step_by(7) {
        let mut mirrored = ranks(&position.to_setup().mirrored().to_string());
        mirrored.iter_mut().for_each(|(mv, _)| *mv = mv.mirrored());
        let mut ranked = ranks(&position.to_string());
        mirrored.sort_unstable();
        ranked.sort_unstable();
        assert_eq!(mirrored, ranked, "{position}");
        assert!(ranked.iter().all(|(_, score)| score.abs() <= 500), "{position}");
    }
}

#[test]
fn checks_come_early_and_steps_into_reach_of_a_soldier_late() {
    let mut ranked = ranks("4k4/9/9/2p6/9/9/9/9/8R/3K5 w");
    ranked.sort_by_key(|&(_, score)| -score);
    let place = |text| ranked.iter().position(|(mv, _)| *mv == Move::parse(text).unwrap()).unwrap();
    assert!(place("i1e1") < place("i1h1"));
    let fen = "4k4/9/9/2p6/9/9/9/9/2R6/3K5 w";
    let step = |text| ranks(fen).iter().find(|(mv, _)| *mv == Move::parse(text).unwrap()).unwrap().1;
    assert!(step("c1c5") < step("c1c4"));
}

/// Cases: why, a position in which Red is ahead, and how much of the advantage counts, in per cent.
const HARDLY_WON: &[(&str, &str, std::ops::RangeInclusive<i32>)] = &[
    ("a chariot against a full set of guards", "3akab2/9/4b4/9/9/9/9/4R4/9/4K4 w", 0..=29),
    ("against two guards", "3akab2/9/9/9/9/9/9/8R/9/3K5 w", 100..=100),
    ("piece against piece is a draw", "4k4/9/9/4r4/9/9/9/4R4/4A4/4KA3 w", 0..=29),
    ("with guards behind the lesser one", "3akab2/9/9/4c4/9/9/9/4R4/9/4K4 w", 0..=29),
    ("not with one guard", "3ak4/9/9/4n4/9/9/9/4R4/9/4K4 w", 100..=100),
    ("a horse against one advisor", "3ak4/9/9/9/9/9/9/4N4/9/4K4 w", 100..=100),
    ("against two guards", "3akab2/9/9/9/9/9/9/4N4/9/4K4 w", 0..=14),
    ("a cannon without a screen", "3ak4/9/9/9/9/9/9/4C4/9/3K5 w", 0..=14),
    ("with one", "3aka3/9/9/9/9/9/9/4C4/4A4/3K5 w", 51..=100),
    ("a soldier against a bare general", "4k4/9/3P5/9/9/9/9/9/9/3K5 w", 100..=100),
    ("against a guard", "3ak4/9/3P5/9/9/9/9/9/9/3K5 w", 0..=24),
    ("two soldiers against two guards", "3aka3/9/3P1P3/9/9/9/9/9/9/3K5 w", 51..=100),
    ("guards alone win nothing", "4k4/9/9/9/9/9/9/4B4/4A4/4KAB2 w", 0..=9),
    ("a horse and a soldier against a full set", "3akab2/9/4b4/3P5/9/9/9/4N4/9/4K4 w", 50..=50),
    ("against two guards", "3aka3/9/9/3P5/9/9/9/4N4/9/4K4 w", 100..=100),
    ("two cannons against a full set", "3akab2/9/4b4/9/9/9/9/2C3C2/9/3K5 w", 0..=49),
    ("more pieces count in full", "3akab2/9/4b4/9/9/9/4P4/4R1N2/9/4K4 w", 100..=100),
];

#[test]
fn an_advantage_that_can_hardly_be_won_counts_less() {
    for (why, fen, expected) in HARDLY_WON {
        let counts = Counts::of_board(Position::from_fen(fen).unwrap().board());
        let [us, them] = Color::ALL.map(|color| PieceCounts::of(counts, color));
        let found = 100 * scale(us, them) / FULL;
        assert!(expected.contains(&found), "{why}: {found} in {fen}");
    }
}
