//! Extensions: which moves are searched a ply deeper (rows C24 to C26).

use search_core::Position as _;

use super::{mv, named, position, record_search, trial};

/// What is extended, why these moves, a FEN, and the moves.
const BY_MOVE: &[(&str, &str, &str, &str)] = &[
    ("check", "along the file, along the rank", "3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1a9 a1d1"),
    (
        "check",
        "a horse before a cannon steps aside, wherever it goes",
        "4k4/4a4/9/9/4N4/9/9/9/4C4/3K5 w",
        "e5c4 e5c6 e5d3 e5d7 e5f3 e5f7 e5g4 e5g6",
    ),
    ("soldier", "across the river, but not towards it", "3k5/9/9/9/9/P3P4/6P2/9/9/4K4 w", "a4a5 e4e5"),
    (
        "single",
        "an advisor is pinned, and the general has one point",
        "4k4/4a4/9/9/9/9/9/9/3R5/5K3 w",
        "d1e1 f0e0",
    ),
    (
        "single",
        "a chariot and a general cover a file each",
        "4k4/9/9/9/9/9/9/9/3R5/5K3 w",
        "d1d0 d1d2 d1d3 d1d4 d1d5 d1d6 d1d7 d1e1 f0f1",
    ),
    ("exchange", "a first capture, alone", "3k5/4r4/9/9/4r4/9/9/9/4R4/5K3 w", ""),
];

#[test]
fn moves_are_extended_for_their_reason() {
    for (part, why, fen, expected) in BY_MOVE {
        let root = position(fen);
        let recorded = record_search(&root, &format!("alpha-beta+extend-{part}"), 2);
        let mut extended: Vec<String> = recorded.roots[0]
            .trials()
            .filter(|trial| trial.searches[0].request.depth == 2)
            .map(|trial| root.unpack(trial.mv.unwrap()).unwrap().iccs())
            .collect();
        extended.sort_unstable();
        let mut expected: Vec<String> = named(&root, expected).into_iter().map(|mv| mv.iccs()).collect();
        expected.sort_unstable();
        assert_eq!(extended, expected, "{part}: {why}");
    }
}

/// C25: what is taken, a FEN, captures on one point in turn, and which of them are extended.
const EXCHANGES: &[(&str, &str, &str, &[bool])] = &[
    (
        "chariots, twice on either side",
        "3k5/4r4/4r4/9/4r4/9/9/9/4R4/4RK3 w",
        "e1e5 e7e5 e0e5",
        &[false, true, true],
    ),
    ("a soldier costs a chariot", "3k5/4r4/9/9/4p4/9/9/9/4R4/5K3 w", "e1e5 e8e5", &[false, false]),
    ("a quiet move between", "3k5/4r4/4r4/9/4r4/9/9/9/4R4/4RK3 w", "e1e5 d9d8 e5e7", &[false, false, false]),
];

/// C25: of captures that pay, the second in a row and the third; three give two plies.
#[test]
fn captures_are_extended_from_the_second_on() {
    for (what, fen, line, expected) in EXCHANGES {
        let mut position = position(fen);
        let recorded = record_search(&position, "negamax+extend-exchange", 3);
        let mut node = &recorded.roots[0];
        for (text, is_extended) in line.split_whitespace().zip(*expected) {
            let below = &trial(node, mv(text)).searches[0];
            assert_eq!(below.request.depth, node.request.depth - i16::from(!is_extended), "{what}: {text}");
            position = position.child(mv(text));
            node = below;
        }
    }
}

/// Red's soldier steps beside the general and threatens mate on the move.
const THREAT: (&str, &str) = ("5a3/3R5/4k3b/6P2/9/1n7/9/9/5K3/9 w", "g6f6");

/// C26: where passing would be mate, the position itself is searched deeper: from depth 4 on, where the pass leaves a
/// ply to mate in. In fail-hard too, whose answers cannot leave the window: the question is asked with one they fit in.
#[test]
fn a_threat_of_mate_extends_the_position() {
    let (fen, text) = THREAT;
    for recipe in ["alpha-beta+extend-threat", "fail-hard+extend-threat", "pvs+extend-threat"] {
        let recorded = record_search(&position(fen), recipe, 5);
        let replies = |mv| {
            let node = trial(&recorded.roots[0], mv).searches.first().unwrap();
            (node.trials().next().unwrap().searches[0].request.depth, node.passes().count())
        };
        assert_eq!(replies(mv(text)), (4, 1), "{recipe}");
        assert_eq!(replies(mv("f1f0")), (3, 1), "{recipe}: nothing is threatened");
    }
}
