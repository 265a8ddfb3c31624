use proptest::prelude::*;

use super::*;
use crate::position::Position;
use crate::testing::{Random, arrangement};

fn message(text: &str) -> String {
    Position::from_fen(text).unwrap_err().to_string()
}

#[test]
fn reads_every_dialect() {
    let start = parse(START).unwrap();
    for text in [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1",
        "  rhmgkgmhr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RHMGKGMHR   R - -  ",
        "rnbakabnr/111111111/1c5c1/p1p1p1p1p/45/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0",
    ] {
        assert_eq!(parse(text).as_ref(), Ok(&start), "{text}");
    }
    assert_eq!(
        parse("9/9/9/9/9/9/9/9/9/9 b - - 17 42").unwrap().to_string(),
        "9/9/9/9/9/9/9/9/9/9 b - - 17 42"
    );
}

/// Every message names the column, what stands there, and what should.
#[test]
fn says_what_is_wrong_with_a_text() {
    let rest = "9/9/9/9/9/9/9/9/4K4";
    for (text, expected) in [
        ("".to_owned(), "column 1: found nothing, expected ten ranks"),
        (format!("4k4/{rest}"), "column 24: found the end, expected the side to move, w or b"),
        (format!("4k4/{rest} x"), "column 25: found \"x\", expected the side to move, w or b"),
        (format!("4k4/{rest} w w - 0 1"), "column 27: found \"w\", expected -"),
        (format!("4k4/{rest} w - - -1 1"), "column 31: found \"-1\", expected plies since the last capture"),
        (format!("4k4/{rest} w - - 0 x"), "column 33: found \"x\", expected the move number"),
        (format!("4k4/{rest} w - - 0 1 e2e4"), "column 35: found \"e2e4\", expected the end"),
        (format!("4k3/{rest} w"), "column 1: found 8 points in rank 9, \"4k3\", expected nine"),
        (format!("4k5/{rest} w"), "column 1: found 10 points in rank 9, \"4k5\", expected nine"),
        (format!("3ka999/{rest} w"), "column 1: found 32 points in rank 9"),
        (format!("4q4/{rest} w"), "column 2: found \"q\", expected a piece letter"),
        (format!("4k0/{rest} w"), "column 3: found \"0\", expected a piece letter"),
        (format!("将8/{rest} w"), "column 1: found \"将\", expected a piece letter"),
        ("4k4/4K4 w".to_owned(), "column 1: found 2 ranks, expected ten ranks separated by /"),
        (format!("4k4/9/{rest} w"), "column 1: found 11 ranks, expected ten"),
    ] {
        let message = message(&text);
        assert!(message.contains(expected), "{text}: {message}");
        assert!(message.contains("Write the position like the start position"), "{message}");
    }
}

#[test]
fn reports_every_reason_of_a_text() {
    let message = message("4k4/9/9/8/9/9/9/9/9/4X4 q - - x y");
    for column in ["column 9", "column 22", "column 25", "column 31", "column 33"] {
        assert!(message.contains(column), "{column}: {message}");
    }
}

#[test]
fn says_what_is_wrong_with_an_arrangement() {
    let sixteen = "RRRRRRRRR/NNNNNNNN1";
    for (text, expected) in [
        ("9/9/9/9/9/9/9/9/9/4K4 w", vec!["0 generals of Black, expected exactly one"]),
        ("3kk4/9/9/9/9/9/9/9/9/4KK3 w", vec!["2 generals of Red", "2 generals of Black"]),
        ("9/9/9/4k4/9/9/9/9/9/3K5 w", vec!["Black's general on e6, expected one of d7 e7 f7 d8"]),
        ("3k5/3a5/9/9/9/9/9/9/9/4K4 w", vec!["Black's advisor on d8, expected one of d7 f7 e8 d9 f9"]),
        ("3k5/9/9/4B4/9/9/9/9/9/4K4 w", vec!["Red's elephant on e6, expected one of c0 g0 a2"]),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", vec!["the generals facing each other"]),
        ("4k4/9/9/9/9/9/9/4R4/9/3K5 w", vec!["Black in check with Red to move"]),
        ("4k4/9/9/9/9/9/9/4R4/9/4K4 w", vec!["Black in check with Red to move"]),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", vec![]),
        // Unusual, and met in composed problems: three horses, soldiers behind their line.
        ("3k5/9/9/9/9/9/9/1P2N4/P3N4/4K3N w", vec![]),
        (&format!("3k5/9/9/9/9/9/9/{sixteen}/4K4 w"), vec!["18 men of Red, expected at most 16"]),
        ("k8/9/A8/9/9/9/9/9/9/9 w", vec!["0 generals of Red", "general on a9", "Red's advisor on a7"]),
    ] {
        let shown = Position::from_fen(text).map_or_else(|error| error.to_string(), |_| String::new());
        assert_eq!(shown.is_empty(), expected.is_empty(), "{text}: {shown}");
        for part in expected {
            assert!(shown.contains(part), "{text}: {shown}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn round_trips(seed: u64, men in 0_usize..30, plies: u16, number in 1_u16..) {
        let setup = Setup { plies, number, ..arrangement(men, &mut Random(seed)) };
        let text = setup.to_string();
        prop_assert_eq!(parse(&text), Ok(setup));
        prop_assert_eq!(Position::from_fen(&text).unwrap().to_string(), text);
    }

    #[test]
    fn never_panics(text in "[a-zA-Z0-9/ -]{0,90}|.{0,40}") {
        let _ = Position::from_fen(&text);
        let _ = crate::Move::parse(&text);
    }
}
