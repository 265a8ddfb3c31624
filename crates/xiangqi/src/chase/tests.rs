use search_core::Position as _;

use super::*;
use crate::position::Position;
use crate::testing::{Random, arrangement, rounds};

fn square(text: &str) -> Square {
    Square::parse(text).unwrap()
}

/// The kind of the attack from one point on another.
fn attack(fen: &str, from: &str, to: &str) -> Attack {
    let position = Position::from_fen(fen).unwrap();
    let (from, to) = (square(from), square(to));
    let by = position.board().at(from).unwrap().color;
    assert!(attackers(position.board(), by, to).has(from), "{fen}: {from} does not reach {to}");
    classify_attack(position.board(), from, to)
}

fn protected_by(point: &str) -> Attack {
    Attack::OnProtected(square(point))
}

#[test]
fn protection_does_not_excuse_attacks_on_a_higher_class() {
    assert_eq!(attack("3k5/9/4c4/4r4/3N5/9/9/9/9/5K3 w", "d5", "e7"), protected_by("e6"));
    assert_eq!(attack("3k5/9/4c4/4r4/2N6/9/9/9/9/5K3 w", "c5", "e6"), Attack::OnHigher);
    assert_eq!(attack("3k5/9/4r4/4p4/9/9/9/9/4C4/5K3 w", "e1", "e7"), Attack::OnHigher);
    assert_eq!(attack("3k5/9/9/9/9/9/9/5c3/4A4/4Kr3 w", "e1", "f2"), Attack::OnHigher);
    assert_eq!(attack("3k5/9/9/9/2r6/2n6/9/4B4/9/4K4 w", "e2", "c4"), Attack::OnHigher);
}

/// Red's chariot on a5 takes on d5.
#[test]
fn a_pinned_protector_is_none() {
    let by_chariot = |fen| attack(fen, "a5", "d5");
    assert_eq!(by_chariot("5k3/9/3r5/9/R2n5/9/9/9/9/4K4 w"), protected_by("d7"));
    let by_general = "4k4/9/4n4/9/R2n5/9/9/9/9/4K4 w";
    assert_eq!(by_chariot(by_general), Attack::OnUnprotected);
    let by_a_chariot = "4k4/9/4n4/9/R2n5/9/4R4/9/9/3K5 w";
    assert_eq!(by_chariot(by_a_chariot), Attack::OnUnprotected);
    let as_one_of_two_screens = "4k4/9/4n4/9/R2n5/4p4/9/4C4/9/3K5 w";
    assert_eq!(by_chariot(as_one_of_two_screens), Attack::OnUnprotected);
    assert_eq!(attack("4k4/1n3r3/9/9/9/9/9/1R7/9/3K5 w", "b2", "b8"), protected_by("f8"));
    let on_the_leg_of_a_horse = "4k4/1n3r3/5N3/9/9/9/9/1R7/9/3K5 w";
    assert_eq!(attack(on_the_leg_of_a_horse, "b2", "b8"), Attack::OnUnprotected);
}

#[test]
fn protection_is_what_is_left_of_it_after_the_capture() {
    let by_general = "4k4/4n4/9/9/9/9/9/4R4/9/3K5 w";
    assert_eq!(attack(by_general, "e2", "e8"), protected_by("e9"));
    let by_general_on_a_covered_point = "4k4/4n2R1/9/9/9/9/9/4R4/9/3K5 w";
    assert_eq!(attack(by_general_on_a_covered_point, "e2", "e8"), Attack::OnUnprotected);
    let by_cannon_over_the_attacker = "3c1k3/9/3R5/9/3n5/9/9/9/9/4K4 w";
    assert_eq!(attack(by_cannon_over_the_attacker, "d7", "d5"), Attack::OnUnprotected);
    let with_discovered_check = "4k4/3r5/9/3c5/9/4N4/9/9/4R4/3K5 w";
    assert_eq!(attack(with_discovered_check, "e4", "d6"), Attack::OnUnprotected);
}

#[test]
fn a_check_that_was_there_before_takes_no_protection_away() {
    assert_eq!(attack("4k2R1/3r5/9/3c5/9/2N6/9/9/9/3K5 b", "c4", "d6"), protected_by("d8"));
}

#[test]
fn a_pinned_piece_attacks_only_along_its_pin() {
    let pinned_by_cannon = "3k5/9/9/4c4/9/9/1n2R4/9/4A4/4K4 w";
    assert_eq!(attack(pinned_by_cannon, "e3", "b3"), Attack::ByPinned);
    assert_eq!(attack(pinned_by_cannon, "e3", "e6"), Attack::OnUnprotected);
}

#[test]
fn equals_do_not_chase_each_other_unless_one_cannot_take() {
    assert_eq!(attack("5k3/9/9/3n5/9/2N6/9/9/9/4K4 w", "c4", "d6"), Attack::OnEqual);
    let impaired = "5k3/9/9/3n5/3P5/2N6/9/9/9/4K4 w";
    assert_eq!(attack(impaired, "c4", "d6"), Attack::OnUnprotected);
    let pinned = "4k4/9/9/9/R3r4/9/9/4R4/9/3K5 w";
    assert_eq!(attack(pinned, "a5", "e5"), Attack::OnUnprotected);
    assert_eq!(attack(pinned, "e2", "e5"), Attack::OnEqual);
}

#[test]
fn generals_and_soldiers_at_home_are_no_quarry() {
    let board = *Position::from_fen("4k4/9/9/p3p4/9/2p6/9/9/4A4/4K4 w").unwrap().board();
    assert_eq!(chaseable(&board, Color::Black), Bitboard::of(square("c4")));
    assert_eq!(chaseable(&board, Color::Red), Bitboard::of(square("e1")));
}

/// The pieces that the side to move chases after its move, as a list of points.
fn chased_by(fen: &str, mv: &str) -> Vec<String> {
    let mut board = *Position::from_fen(fen).unwrap().board();
    let mv = Move::parse(mv).unwrap();
    board.play(mv);
    let step = Step::to(&board, mv);
    step.chased(chaseable(&board, board.side())).into_iter().map(|square| square.to_string()).collect()
}

#[test]
fn only_new_attacks_count() {
    let chariot = "5k3/9/9/9/R2n5/9/9/9/9/4K4 w";
    assert_eq!(chased_by(chariot, "a5b5"), [""; 0], "along the line of the attack");
    assert_eq!(chased_by("5k3/9/9/9/3n5/R8/9/9/9/4K4 w", "a4a5"), ["d5"]);
}

#[test]
fn attacks_may_be_opened_by_any_piece() {
    let nothing = [""; 0];
    assert_eq!(chased_by("5k3/9/9/9/R1P1n4/9/9/9/9/4K4 w", "c5c6"), ["e5"], "a soldier clears the line");
    assert_eq!(chased_by("3k5/9/9/9/9/9/9/1n2KR3/9/9 w", "e2e1"), ["b2"], "the general clears the line");
    assert_eq!(chased_by("5k3/9/9/3c5/2P6/2N6/9/9/9/4K4 w", "c5b5"), ["d6"], "a soldier frees the leg");
    assert_eq!(chased_by("5k3/9/9/4n4/4P4/9/9/4C4/9/4K4 w", "e5d5"), nothing, "the screen leaves");
    assert_eq!(chased_by("5k3/9/9/4n4/3P5/9/9/4C4/9/4K4 w", "d5e5"), ["e6"], "the screen comes");
}

/// The chariot on d2 pins the protector; the horse's capture has been possible all the time.
#[test]
fn to_make_a_protection_false_is_to_chase() {
    let fen = "3k5/9/3c5/9/2n6/9/1N7/4R4/9/4K4 w";
    assert_eq!(chased_by(fen, "e2d2"), [""; 0], "the cannon does not protect the horse");
    let protected = "3k5/9/3n5/9/2c6/9/1N7/4R4/9/4K4 w";
    assert_eq!(attack(protected, "b3", "c5"), protected_by("d7"));
    assert_eq!(chased_by(protected, "e2d2"), ["c5", "d7"]);
}

/// Reflection and exchange of the sides change nothing in what is chased.
#[test]
fn chases_have_no_favourite_wing_or_side() {
    let mut random = Random(77);
    let mut chases = 0;
    for _ in 0..rounds(400) {
        let position = Position::try_from(&arrangement(14, &mut random)).unwrap();
        for mv in position.legal_moves() {
            if position.board().at(mv.to()).is_some() {
                continue;
            }
            let chased = |setup: &crate::Setup, mv: Move| {
                let mut position = Position::try_from(setup).unwrap();
                position.play(mv);
                Step::to(position.board(), mv).chased(chaseable(position.board(), position.side()))
            };
            let setup = position.to_setup();
            let found = chased(&setup, mv);
            let moved = |by: fn(Square) -> Square| found.into_iter().map(by).collect::<Bitboard>();
            assert_eq!(chased(&setup.mirrored(), mv.mirrored()), moved(Square::mirrored), "{position} {mv}");
            assert_eq!(chased(&setup.flipped(), mv.flipped()), moved(Square::flipped), "{position} {mv}");
            chases += found.len();
        }
    }
    assert!(chases > 300, "{chases}");
}
