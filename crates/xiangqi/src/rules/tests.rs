use super::*;

#[test]
fn rules_are_read_as_they_are_written() {
    for text in ["asian", "pikafish", "checks-only moves=1000", "plain moves=50"] {
        assert_eq!(GameRules::named(text).unwrap().to_string(), text);
    }
    assert_eq!(GameRules::named("asian moves=60"), Some(Rules::default().into()));
    for text in ["", "asia", "asian moves=0", "asian moves=1001", "asian moves=", "asian plies=9"] {
        assert_eq!(GameRules::named(text), None, "{text:?}");
    }
}

/// What a move does, Red's in upper case: `q` is quiet, `c` checks, `a` answers a check, `b` answers by a check, `x` takes. Then the
/// plies that count, and the checks of Red and Black.
const LINES: &[(&str, u16, [u8; 2])] = &[
    ("Qq", 2, [0, 0]),
    // From the eleventh check on, neither checks nor the answers to them count.
    ("CaCaCaCaCaCaCaCaCaCa", 20, [10, 0]),
    ("CaCaCaCaCaCaCaCaCaCaCaCaCa", 20, [16, 0]),
    ("CaCaCaCaCaCaCaCaCaCaCaCaQq", 22, [14, 0]),
    // An answer that gives check counts as a check of its own side, and as an answer to the other side's.
    ("CaCaCaCaCaCaCaCaCaCaCaCb", 20, [14, 1]),
    ("CaCaCaCaCaCaCaCaCaCaCax", 0, [0, 0]),
];

#[test]
fn plies_count_but_for_surplus_checks_and_their_answers() {
    for &(line, plies, checks) in LINES {
        let mut clock = HalfmoveClock::new(0).with_limit(40);
        for letter in line.chars() {
            let mover = if letter.is_uppercase() { Color::Red } else { Color::Black };
            let letter = letter.to_ascii_lowercase();
            clock.advance(mover, letter == 'x', "cb".contains(letter), "ab".contains(letter));
        }
        assert_eq!((clock.plies(), clock.checks, clock.left()), (plies, checks, 40 - plies), "{line}");
    }
}

#[test]
fn tables_are_kept_apart_near_the_limit() {
    let step = |plies| HalfmoveClock::new(plies).step();
    assert_eq!([step(0), step(13), step(14), step(21), step(22), step(119)], [0, 0, 1, 1, 2, 14]);
    let step = |plies| HalfmoveClock::new(plies).with_limit(40).step();
    assert_eq!([step(0), step(6), step(39)], [9, 10, 14], "as close to another limit");
}
