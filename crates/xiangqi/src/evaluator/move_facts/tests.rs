use search_core::{Evaluator, Heuristics, Score};

use crate::evaluator::{Classical, MoveHeuristics};
use crate::{Move, Position, fen};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn heuristics() -> MoveHeuristics {
    Classical::default().heuristics().clone()
}

/// Asserts that the test holds for the legal moves in `yes` and for no other.
fn assert_only(what: &str, fen: &str, yes: &str, evaluate: impl Fn(&Position, Move) -> bool) {
    let position = position(fen);
    let named: Vec<Move> = yes.split_whitespace().map(|text| Move::parse(text).unwrap()).collect();
    assert!(named.iter().all(|mv| position.check(*mv).is_ok()), "{what}: {yes} in {fen}");
    for mv in position.legal_moves() {
        assert_eq!(evaluate(&position, mv), named.contains(&mv), "{what}: {mv} in {fen}");
    }
}

/// FEN, then attackers and worth of the side to move and of the other.
const STRENGTHS: &[(&str, [(u32, Score); 2])] = &[
    (fen::START, [(6, 4_785), (6, 4_785)]),
    ("3k5/9/9/9/9/4P4/9/9/9/4K4 w", [(0, 95), (0, 0)]),
    ("2bak4/9/9/9/9/9/9/9/9/C2K1N2R b", [(0, 400), (3, 1_755)]),
];

#[test]
fn strength_counts_attackers_and_adds_up_everything() {
    for (fen, expected) in STRENGTHS {
        let strength = Classical::default()
            .heuristics()
            .material(&position(fen))
            .map(|side| (side.attackers, side.value));
        assert_eq!(strength, *expected, "{fen}");
    }
}

#[test]
fn a_move_gains_the_base_value_of_what_it_takes() {
    let position = position("4k4/9/9/9/r3p4/9/9/9/4R4/4K4 w");
    let gain = |text| heuristics().captured_value(&position, Move::parse(text).unwrap());
    assert_eq!([gain("e1e5"), gain("e1e4"), gain("e1a1")], [95, 0, 0]);
}

/// The piece taken, a FEN in which the side to move takes it, and the moves that take a trifle.
const TRIFLES: &[(&str, &str, &str)] = &[
    ("soldiers at home, and one across the river", "3k5/9/9/2p3p2/9/9/2R3R2/2p6/9/4K4 w", "c3c6 g3g6"),
    ("an advisor and an elephant, and a horse", "2ba1k3/9/9/9/9/9/9/9/3R5/2R1K2Rn w", "d1d9 c0c9"),
    ("the same by Black", "2r1k2rN/3r5/9/9/9/9/9/9/9/2BA1K3 b", "d8d0 c9c0"),
    ("a cannon and a chariot", "3k5/9/9/9/r3R3c/9/9/9/9/4K4 w", ""),
];

#[test]
fn trifles_are_guards_and_soldiers_at_home() {
    for (what, fen, yes) in TRIFLES {
        assert_only(what, fen, yes, |position, mv| !heuristics().is_noisy(position, mv));
    }
}

/// The place of the soldiers, a FEN, and the moves that are an advance.
const ADVANCES: &[(&str, &str, &str)] = &[
    ("before the river, and one rank further back", "3k5/9/9/9/9/P3P4/6P2/9/9/4K4 w", "a4a5 e4e5"),
    ("across it: a step on is one before the palace only", "3k5/9/9/9/P1P1P1P2/9/9/9/9/4K4 w", "e5e6"),
    ("two ranks before the palace's last: beside it too", "3k5/9/9/P1P3P2/9/9/9/9/9/4K4 w", "c6c7 g6g7"),
    ("one further, and sideways steps never", "5k3/9/PPP6/9/9/9/9/9/9/4K4 w", "c7c8"),
    ("the last rank is too far", "5k3/2P6/9/9/9/9/9/9/9/4K4 w", ""),
    ("Black's soldiers", "4k4/9/9/9/p8/4p4/2p6/9/9/3K5 b", "a5a4 e4e3 c3c2"),
    ("other pieces", "3k5/9/9/9/9/9/9/R8/9/4K4 w", ""),
];

#[test]
fn an_advance_crosses_the_river_or_bears_on_the_palace() {
    for (what, fen, yes) in ADVANCES {
        assert_only(what, fen, yes, |position, mv| heuristics().extension(position, mv, position) > 0);
    }
}
