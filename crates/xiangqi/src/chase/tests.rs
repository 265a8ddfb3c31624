use super::*;
use crate::position::Position;

fn square(text: &str) -> Square {
    Square::parse(text).unwrap()
}

/// Why, a FEN, the points of the attacker and of the piece it attacks, and the kind of the attack: `protected e6` by the piece there.
const ATTACKS: &[(&str, &str, &str, &str, &str)] = &[
    // Protection does not excuse attacks on a higher class.
    ("a horse on a cannon", "3k5/9/4c4/4r4/3N5/9/9/9/9/5K3 w", "d5", "e7", "protected e6"),
    ("a horse on a chariot", "3k5/9/4c4/4r4/2N6/9/9/9/9/5K3 w", "c5", "e6", "higher"),
    ("a cannon on a chariot", "3k5/9/4r4/4p4/9/9/9/9/4C4/5K3 w", "e1", "e7", "higher"),
    ("an advisor on a cannon", "3k5/9/9/9/9/9/9/5c3/4A4/4Kr3 w", "e1", "f2", "higher"),
    ("an elephant on a chariot", "3k5/9/9/9/2r6/2n6/9/4B4/9/4K4 w", "e2", "c4", "higher"),
    // A pinned protector is none.
    ("a free protector", "5k3/9/3r5/9/R2n5/9/9/9/9/4K4 w", "a5", "d5", "protected d7"),
    ("pinned by the general", "4k4/9/4n4/9/R2n5/9/9/9/9/4K4 w", "a5", "d5", "unprotected"),
    ("pinned by a chariot", "4k4/9/4n4/9/R2n5/9/4R4/9/9/3K5 w", "a5", "d5", "unprotected"),
    ("one of two screens", "4k4/9/4n4/9/R2n5/4p4/9/4C4/9/3K5 w", "a5", "d5", "unprotected"),
    ("free on a rank", "4k4/1n3r3/9/9/9/9/9/1R7/9/3K5 w", "b2", "b8", "protected f8"),
    ("on the leg of a horse", "4k4/1n3r3/5N3/9/9/9/9/1R7/9/3K5 w", "b2", "b8", "unprotected"),
    // Protection is what is left of it after the capture.
    ("by the general", "4k4/4n4/9/9/9/9/9/4R4/9/3K5 w", "e2", "e8", "protected e9"),
    ("by the general, on a covered point", "4k4/4n2R1/9/9/9/9/9/4R4/9/3K5 w", "e2", "e8", "unprotected"),
    ("by a cannon over the attacker", "3c1k3/9/3R5/9/3n5/9/9/9/9/4K4 w", "d7", "d5", "unprotected"),
    ("with a discovered check", "4k4/3r5/9/3c5/9/4N4/9/9/4R4/3K5 w", "e4", "d6", "unprotected"),
    ("a check that was there before", "4k2R1/3r5/9/3c5/9/2N6/9/9/9/3K5 b", "c4", "d6", "protected d8"),
    // A pinned piece attacks only along its pin.
    ("off the pin", "3k5/9/9/4c4/9/9/1n2R4/9/4A4/4K4 w", "e3", "b3", "pinned"),
    ("along the pin", "3k5/9/9/4c4/9/9/1n2R4/9/4A4/4K4 w", "e3", "e6", "unprotected"),
    // Equals do not chase each other unless one cannot take.
    ("horses", "5k3/9/9/3n5/9/2N6/9/9/9/4K4 w", "c4", "d6", "equal"),
    ("horses, one impaired", "5k3/9/9/3n5/3P5/2N6/9/9/9/4K4 w", "c4", "d6", "unprotected"),
    ("chariots, one pinned", "4k4/9/9/9/R3r4/9/9/4R4/9/3K5 w", "a5", "e5", "unprotected"),
    ("chariots", "4k4/9/9/9/R3r4/9/9/4R4/9/3K5 w", "e2", "e5", "equal"),
    ("a protected piece of the same class", "3k5/9/3n5/9/2c6/9/1N7/4R4/9/4K4 w", "b3", "c5", "protected d7"),
];

#[test]
fn attacks_are_of_their_kind() {
    for &(why, fen, from, to, expected) in ATTACKS {
        let board = *Position::from_fen(fen).unwrap().board();
        let (from, to) = (square(from), square(to));
        let by = board.at(from).unwrap().color;
        assert!(attackers(&board, by, to).has(from), "{why}: {from} does not reach {to}");
        let expected = match expected.split_once(' ') {
            Some((_, by)) => Attack::OnProtected(square(by)),
            None => match expected {
                "unprotected" => Attack::OnUnprotected,
                "higher" => Attack::OnHigher,
                "pinned" => Attack::ByPinned,
                _ => Attack::OnEqual,
            },
        };
        assert_eq!(classify_attack(&board, from, to), expected, "{why}: {fen}");
    }
}

#[test]
fn generals_and_soldiers_at_home_are_no_quarry() {
    let board = *Position::from_fen("4k4/9/9/p3p4/9/2p6/9/9/4A4/4K4 w").unwrap().board();
    assert_eq!(chaseable(&board, Color::Black), Bitboard::of(square("c4")));
    assert_eq!(chaseable(&board, Color::Red), Bitboard::of(square("e1")));
}

/// Why, a FEN, a move, and the points of the pieces that the side chases by it: only new attacks count.
const CHASES: &[(&str, &str, &str, &str)] = &[
    ("along the line of the attack", "5k3/9/9/9/R2n5/9/9/9/9/4K4 w", "a5b5", ""),
    ("onto the line", "5k3/9/9/9/3n5/R8/9/9/9/4K4 w", "a4a5", "d5"),
    ("a soldier clears the line", "5k3/9/9/9/R1P1n4/9/9/9/9/4K4 w", "c5c6", "e5"),
    ("the general clears the line", "3k5/9/9/9/9/9/9/1n2KR3/9/9 w", "e2e1", "b2"),
    ("a soldier frees the leg", "5k3/9/9/3c5/2P6/2N6/9/9/9/4K4 w", "c5b5", "d6"),
    ("the screen leaves", "5k3/9/9/4n4/4P4/9/9/4C4/9/4K4 w", "e5d5", ""),
    ("the screen comes", "5k3/9/9/4n4/3P5/9/9/4C4/9/4K4 w", "d5e5", "e6"),
    // The chariot on d2 pins the protector; the horse's capture has been possible all the time.
    ("the protector that is pinned is none", "3k5/9/3c5/9/2n6/9/1N7/4R4/9/4K4 w", "e2d2", ""),
    ("a protection is made false", "3k5/9/3n5/9/2c6/9/1N7/4R4/9/4K4 w", "e2d2", "c5 d7"),
];

#[test]
fn only_new_attacks_count() {
    for &(why, fen, mv, expected) in CHASES {
        let (mut board, mv) = (*Position::from_fen(fen).unwrap().board(), Move::parse(mv).unwrap());
        board.play(mv);
        let chased = Step::to(&board, mv).chased(chaseable(&board, board.side()));
        let points: Vec<String> = chased.into_iter().map(|square| square.to_string()).collect();
        assert_eq!(points.join(" "), expected, "{why}");
    }
}
